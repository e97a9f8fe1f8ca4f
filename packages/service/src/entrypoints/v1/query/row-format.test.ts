/** Rows of the former format and of this one answer alike, beside each other in one company. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sealedBody } from '../../../../test/originals.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { sumDocuments } from '../../../ledger/documents/search.ts'

const SALE = {
  tipoDte: '01',
  items: [
    { descripcion: 'Pan dulce', cantidad: 3, precioUni: 1.25 },
    { descripcion: 'Libro', cantidad: 1, precioUni: 9.5, tipoVenta: 'exenta' },
  ],
}

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function get(url: string) {
  const headers = { 'x-service-key': world.company.key.apiKey }
  return world.inject({ method: 'GET', url, headers })
}

const isSmall = (code: string) =>
  world.deps.pool.one<{ small: boolean }>(
    `select json_typeof(totales) = 'array' and jsonb_typeof(historial -> 1) = 'string' as small
       from documents where codigo_generacion = $1`,
    [code],
  )

async function issueIn(format: number) {
  const { pool } = world.deps
  await pool.many('update companies set row_format = $1 returning 1', [format])
  const body = await sealedBody(world, SALE)
  assert.deepEqual(await isSmall(body.codigoGeneracion), { small: format === 1 })
  return body
}

test('a new database writes the smaller rows', async () => {
  const { pool } = world.deps
  assert.deepEqual(await pool.many('select row_format as format from companies'), [{ format: 1 }])
})

test('a document is answered, listed, summed and downloaded alike in both formats', async () => {
  const documents = [await issueIn(0), await issueIn(1)]
  const [former, smaller] = documents

  assert.deepEqual(smaller.totales, former.totales)
  assert.equal(smaller.totales.totalLetras, 'TRECE 25/100 DOLARES')
  for (const issued of documents) {
    const { body } = await world.query(issued.codigoGeneracion)
    assert.deepEqual(body.totales, issued.totales)
    assert.deepEqual(
      body.historial.map((paso: object) => ({ ...paso, fecha: null })),
      [
        { estado: 'firmado', fecha: null, motivo: null },
        { estado: 'sellado', fecha: null, motivo: null },
      ],
    )
    assert.deepEqual(Object.keys(body.totales), Object.keys(issued.totales))
    const json = await get(`/v1/dte/${issued.codigoGeneracion}/file?kind=json`)
    assert.equal(json.status, 200)
    assert.equal(json.text, issued.archivoDte)
  }

  const { body: list } = await get('/v1/dte')
  const { totalGravada, totalIva, totalPagar } = former.totales
  assert.deepEqual(
    list.documentos.map((row: { totales: object }) => row.totales),
    [
      { totalGravada, totalIva, totalPagar },
      { totalGravada, totalIva, totalPagar },
    ],
  )
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies',
  )
  const [sums] = await sumDocuments(world.deps.pool, {
    companyId,
    ambiente: '00',
    filters: {
      ...{ q: null, desde: null, hasta: null, receptor: null },
      ...{ tipos: ['01'], estados: ['sellado'] },
    },
  })
  assert.deepEqual([sums?.documentos, sums?.totalExenta, sums?.totalPagar], [2, 19, 26.5])
})
