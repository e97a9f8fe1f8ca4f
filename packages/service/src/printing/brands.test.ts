/** A company's look: on the copies of documents issued from then on, and on no others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type Reply, type World } from '../../test/world.ts'
import { setBrand } from '../admin/brand.ts'
import { systemMonotonicMs } from '../clock.ts'
import { createLog } from '../operator/log.ts'
import { createPrinter } from './printer.ts'

const LOGO = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const pdfOf = ({ body }: Reply) => Buffer.from(body.representacionGrafica, 'base64')
const hasLogo = (pdf: Buffer) => pdf.includes('/XObject<</L ')
const ITEMS = [{ descripcion: 'Café', cantidad: 1, precioUni: 2 }]

async function fileOf({ body }: Reply): Promise<Buffer> {
  const { response } = await download(body.codigoGeneracion)
  return response
}

async function download(codigoGeneracion: string) {
  const { apiKey } = world.company.key
  const answer = await world.app.inject({
    method: 'GET',
    url: `/v1/dte/${codigoGeneracion}/file?kind=pdf`,
    headers: { 'x-service-key': apiKey },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { response: answer.rawPayload }
}

test('a look is on the copies of documents issued a minute later, and older copies do not change', async () => {
  const { nit } = world.company
  await setBrand(world.admin, nit, { logo: LOGO, accent: '#b00020' })
  const earlier = await world.issue({ tipoDte: '01', items: ITEMS })
  assert.equal(earlier.status, 200, earlier.text)
  assert.ok(!hasLogo(pdfOf(earlier)))

  await world.advance(2 * 60_000)
  const later = await world.issue({ tipoDte: '01', items: ITEMS })
  assert.equal(later.status, 200, later.text)
  assert.ok(hasLogo(pdfOf(later)))

  // Rendered again, by this process and by one that has just started.
  const other = createPrinter(createLog('silent'), {
    pool: world.deps.pool,
    monotonicMs: systemMonotonicMs,
  })
  for (const issued of [earlier, later]) {
    const { jws, selloRecibido, fhProcesamiento } = issued.body
    const payload = Buffer.from(jws.split('.')[1], 'base64url').toString()
    const again = Buffer.from(await other.letter({ payload, selloRecibido, fhProcesamiento }))
    assert.ok(again.equals(pdfOf(issued)))
    assert.ok((await fileOf(issued)).equals(pdfOf(issued)))
  }
  await other.close()
})

test('omitted settings stay, and an unprintable logo changes nothing', async () => {
  const { nit } = await world.addCompany()
  const looks = () =>
    world.deps.pool.many<{ logo: Buffer | null; accent: string | null }>(
      'select logo, accent from company_brands where nit = $1 order by since',
      [nit],
    )
  await setBrand(world.admin, nit, { accent: '#b00020' })
  await world.deps.pool.many(
    "update company_brands set since = since - interval '1 hour' where nit = $1",
    [nit],
  )
  await setBrand(world.admin, nit, { logo: LOGO })
  assert.deepEqual(
    (await looks()).map(({ logo, accent }) => [logo && String(logo), accent]),
    [
      [null, '#b00020'],
      [String(LOGO), '#b00020'],
    ],
  )
  await assert.rejects(setBrand(world.admin, nit, { logo: Buffer.alloc(99) }), /PNG, JPEG ni SVG/)
  await assert.rejects(setBrand(world.admin, nit, { accent: 'rojo' }), /#1a5fb4/)
  await assert.rejects(
    setBrand(world.admin, '06149999999999', { accent: null }),
    /No hay una empresa/,
  )
  assert.equal((await looks()).length, 2)
})
