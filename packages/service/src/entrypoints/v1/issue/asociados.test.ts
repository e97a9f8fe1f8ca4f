/** Sections besides lines and parties: origins, associated documents, a third-party buyer, mergers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readWithPdfjs } from '../../../../../paper/test/read-with-pdfjs.ts'
import { credito } from '../../../../test/notas.ts'
import { createWorld, MH_PASSWORD, type Reply, SALE, type World } from '../../../../test/world.ts'
import { civilTime } from '../../../base/time/el-salvador.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const hoy = () => civilTime(world.deps.clock.now()).fecEmi
const remision = (more: object = {}) => ({
  tipoDocumento: '04',
  numeroDocumento: 'NR-512',
  fechaEmision: hoy(),
  tipoGeneracion: 1,
  ...more,
})
const MEDICO = {
  codDocAsociado: 3,
  medico: { nombre: 'Dr. José Rivas', nit: '0614-121285-001-7', tipoServicio: 1 },
}
const TRANSPORTE = {
  codDocAsociado: 4,
  transporte: {
    placa: 'C 123-456',
    modo: 1,
    conductor: { nombre: 'Pedro Antonio Mejía', documento: '00016297-5' },
  },
}
const EXPORT = {
  tipoDte: '11',
  receptor: {
    nombre: 'Buyer Inc.',
    numDocumento: '98-7654321',
    codPais: 'US',
    complemento: '100 Fictional Street',
    tipoPersona: 2,
    descActividad: 'Importación',
    correo: 'buyer@example.com',
  },
  items: [{ descripcion: 'Café', cantidad: 1, precioUni: 5 }],
  exportacion: {
    tipoItemExpor: 1,
    recintoFiscal: '02',
    tipoRegimen: 'EX-1',
    regimen: '1000.000',
    incoterms: '09',
  },
}

/** The texts on the copy, in page order. */
async function printed({ body }: Reply): Promise<string> {
  const { text } = await readWithPdfjs(Buffer.from(body.representacionGrafica, 'base64'))
  return text.replaceAll(/\s+/g, ' ')
}

test('a sale names its origin and its associated documents, and so does its copy', async () => {
  const reply = await world.issue({
    ...SALE,
    origenes: [remision(), remision({ numeroDocumento: 'NR-513' })],
    otrosDocumentos: [
      MEDICO,
      { codDocAsociado: 2, descDocumento: 'Orden 881', detalleDocumento: 'Seguro médico' },
    ],
  })

  assert.equal(reply.status, 200, reply.text)
  const { documentoRelacionado, otrosDocumentos } = reply.body.documento
  assert.deepEqual(documentoRelacionado[0], {
    tipoDocumento: '04',
    tipoGeneracion: 1,
    numeroDocumento: 'NR-512',
    fechaEmision: hoy(),
  })
  assert.equal(otrosDocumentos[0].medico.nit, '06141212850017')
  const text = await printed(reply)
  for (const word of ['NR-512', 'NR-513', 'Dr. José Rivas', 'Orden 881', 'Seguro médico']) {
    assert.ok(text.includes(word), `${word} in: ${text}`)
  }
})

test('a 03 follows from a liquidation, and not from an invoice', async () => {
  const [origen] = [remision({ tipoDocumento: '08' })]
  assert.equal((await world.issue(credito({ origenes: [origen] }))).status, 200)
  const refused = await world.issue(credito({ origenes: [remision({ tipoDocumento: '01' })] }))
  assert.deepEqual(
    refused.body.error.details.issues.map(({ field }: { field: string }) => field),
    ['origenes[0].tipoDocumento'],
  )
})

test('an export names its transport, its third party and its unpaid goods, and so does its copy', async () => {
  const reply = await world.issue({
    ...EXPORT,
    exportacion: { ...EXPORT.exportacion, totalNoOnerosas: 125.5 },
    origenes: [remision()],
    otrosDocumentos: [TRANSPORTE],
    compraTercero: { numDocumento: '98-1234567', nombre: 'FOREIGN PRINCIPAL LLC' },
  })

  assert.equal(reply.status, 200, reply.text)
  const { documento } = reply.body
  assert.equal(documento.resumen.totalNoOnerosas, 125.5)
  assert.equal(documento.resumen.totalPagar, 5, 'it is in no total')
  assert.deepEqual(documento.compraTercero, {
    numDocumento: '98-1234567',
    nombre: 'FOREIGN PRINCIPAL LLC',
  })
  assert.equal(documento.otrosDocumentos[0].numConductor, '000162975')
  const text = await printed(reply)
  for (const word of [
    'NR-512',
    'C 123-456',
    'Pedro Antonio Mejía',
    'FOREIGN PRINCIPAL LLC',
    '125.50',
  ]) {
    assert.ok(text.includes(word), `${word} in: ${text}`)
  }
})

test('a refusal names the member of the request, and an unknown member or one of another type is 400', async () => {
  const cases = [
    [{ ...SALE, otrosDocumentos: [TRANSPORTE] }, 422, ['otrosDocumentos[0].codDocAsociado']],
    [{ ...EXPORT, otrosDocumentos: [MEDICO] }, 422, ['otrosDocumentos[0].codDocAsociado']],
    [
      { ...SALE, origenes: [remision({ fechaEmision: '2099-01-31' })] },
      422,
      ['origenes[0].fechaEmision'],
    ],
    [
      { ...SALE, origenes: [remision({ tipoGeneracion: 2 })] },
      422,
      ['origenes[0].numeroDocumento'],
    ],
    [{ ...SALE, compraTercero: { numDocumento: '1', nombre: 'T' } }, 400, ['compraTercero']],
    [{ ...SALE, fusion: '06141212850017' }, 400, ['fusion']],
    [
      { ...SALE, otrosDocumentos: [{ codDocAsociado: 3, doctor: 'x' }] },
      400,
      ['otrosDocumentos[0].doctor'],
    ],
  ] as const
  for (const [body, status, fields] of cases) {
    const reply = await world.issue(body)
    assert.equal(reply.status, status, reply.text)
    const { details } = reply.body.error
    const told = details.issues ?? [details]
    assert.deepEqual(
      told.map(({ field }: { field: string }) => field),
      fields,
      reply.text,
    )
  }
})

test('a note over a document of a company that was absorbed names that company', async () => {
  const { nit, publicKeyPem } = world.company
  const fusion = '0614-121285-001-7'
  const nota = credito({
    tipoDte: '05',
    documentosRelacionados: [
      { tipoDocumento: '03', numeroDocumento: '4815', fechaEmision: hoy(), tipoGeneracion: 1 },
    ],
    fusion,
  })
  const unknown = await world.issue(nota)
  assert.equal(unknown.status, 422)
  assert.equal(unknown.body.error.code, 'mh_rejected', 'the ministry knows who was absorbed')

  await world.mh.register({
    nit,
    password: MH_PASSWORD,
    publicKeyPem,
    absorbidas: ['06141212850017'],
  })
  const sealed = await world.issue(nota)
  assert.equal(sealed.status, 200, sealed.text)
  assert.equal(sealed.body.documento.identificacion.fusion, '06141212850017')
  const own = await world.issue({ ...nota, fusion: nit })
  assert.equal(own.body.error.details.issues[0].field, 'fusion')
})
