/** 04 through the whole service: issued, sealed, invoiced afterwards, and refused before a number is spent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { sealedBody } from '../../../test/originals.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { refusedIssues } from '../../../test/refused-issues.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const CONSIGNATARIA = {
  numDocumento: '0614-121285-001-7',
  nrc: '765432-1',
  nombre: 'CONSIGNATARIA FICTICIA, S.A. DE C.V.',
  codActividad: '46900',
  direccion: DIRECCION,
  correo: 'compras@example.com',
}
const ITEMS = [{ descripcion: 'Camisas', cantidad: 40, precioUni: 12.5, montoDescu: 20 }]
/** After the first delay of the transmission job. */
const NEXT_TRY_MS = 16_000
const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

const remision = (changes: object = {}) => ({
  tipoDte: '04',
  receptor: CONSIGNATARIA,
  bienTitulo: '03',
  items: ITEMS,
  ...changes,
})
const credito = (changes: object = {}) => ({
  tipoDte: '03',
  receptor: CONSIGNATARIA,
  items: ITEMS,
  ...changes,
})

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const issuesOf = (request: object) => refusedIssues(world, request)

test('goods on consignment are sealed, with exact sums, words and a printed copy; nothing is paid', async () => {
  const body = await sealedBody(world, remision())
  const { totalGravada, totalDescu, subTotal, montoTotalOperacion, totalLetras } =
    body.documento.resumen
  assert.deepEqual(
    [totalGravada, totalDescu, subTotal, montoTotalOperacion, totalLetras],
    [480, 20, 480, 542.4, 'QUINIENTOS CUARENTA Y DOS 40/100 DOLARES'],
  )
  assert.equal(body.documento.cuerpoDocumento[0].tipoItem, 1)
  assert.equal(body.totales.montoTotalOperacion, 542.4)
  assert.equal(body.totales.totalPagar, 0)
  const pdf = Buffer.from(body.representacionGrafica, 'base64')
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})

test('goods go to a place of the company: it is the receptor, at the address of the place', async () => {
  const here = await sealedBody(world, remision({ receptor: { propio: true }, bienTitulo: '04' }))
  const { emisor, receptor } = here.documento
  assert.equal(receptor.numDocumento, emisor.nit)
  assert.deepEqual(receptor.direccion, emisor.direccion)
  const place = { direccion: { ...DIRECCION, complemento: 'Bodega 4' }, telefono: '24001122' }
  const there = await sealedBody(
    world,
    remision({ receptor: { propio: true, ...place }, bienTitulo: '04' }),
  )
  assert.equal(there.documento.receptor.direccion.complemento, 'Bodega 4')
  assert.equal(there.documento.receptor.telefono, '24001122')
  assert.equal(there.documento.receptor.nrc, emisor.nrc)
})

test('the invoice that follows names the remission by its code alone', async () => {
  const { codigoGeneracion, documento } = await sealedBody(world, remision())
  const origenes = [{ codigoGeneracion: codigoGeneracion.toLowerCase() }]
  const body = await sealedBody(world, credito({ origenes }))
  assert.deepEqual(body.documento.documentoRelacionado, [
    {
      tipoDocumento: '04',
      tipoGeneracion: 2,
      numeroDocumento: codigoGeneracion,
      fechaEmision: documento.identificacion.fecEmi,
    },
  ])
  const other = { ...CONSIGNATARIA, numDocumento: '0614-010190-001-9' }
  const [issue] = await issuesOf(credito({ origenes, receptor: other }))
  assert.deepEqual(
    [issue?.field, issue?.message],
    [
      'origenes[0].codigoGeneracion',
      `El documento ${codigoGeneracion} es de otro receptor; corríjalo.`,
    ],
  )
})

test('a remission follows a sale to nobody by name, and an invoice to nobody follows a remission', async () => {
  const unnamed = await sealedBody(world, SALE)
  const { codigoGeneracion } = await sealedBody(
    world,
    remision({ origenes: [{ codigoGeneracion: unnamed.codigoGeneracion }] }),
  )
  const body = await sealedBody(world, { ...SALE, origenes: [{ codigoGeneracion }] })
  assert.equal(body.documento.receptor, null)
  assert.equal(body.documento.documentoRelacionado[0].numeroDocumento, codigoGeneracion)
})

test('a remission without its seal is named by no invoice', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const waiting = await world.issue(remision())
  assert.equal(waiting.status, 202, waiting.text)
  const origenes = [{ codigoGeneracion: waiting.body.codigoGeneracion }]
  const [issue] = await issuesOf(credito({ origenes }))
  assert.equal(
    issue?.message,
    `El documento ${waiting.body.codigoGeneracion} está contingencia: se relaciona uno sellado.`,
  )
  await world.mh.clearFaults()
  await world.advance(NEXT_TRY_MS)
  await transmitDue(world.deps)
  await sealedBody(world, credito({ origenes }))
})

test('a remission follows a sale that is documented, in full or by its code', async () => {
  const sale = await sealedBody(world, credito())
  const { codigoGeneracion, documento } = sale
  await sealedBody(world, remision({ origenes: [{ codigoGeneracion }] }))
  const full = {
    tipoDocumento: '03',
    numeroDocumento: codigoGeneracion,
    fechaEmision: documento.identificacion.fecEmi,
  }
  await sealedBody(world, remision({ origenes: [full] }))
  const [wrongDate] = await issuesOf(
    remision({ origenes: [{ ...full, fechaEmision: '2026-10-01' }] }),
  )
  assert.deepEqual(
    [wrongDate?.field, wrongDate?.message],
    [
      'origenes[0].fechaEmision',
      `El documento ${codigoGeneracion} es del ${full.fechaEmision}; corrija la fecha.`,
    ],
  )
  const [wrongType] = await issuesOf(remision({ origenes: [{ ...full, tipoDocumento: '01' }] }))
  assert.deepEqual(
    [wrongType?.field, wrongType?.message],
    ['origenes[0].tipoDocumento', `El documento ${codigoGeneracion} es del tipo 03; corríjalo.`],
  )
})

test('goods of our own are sold to anybody', async () => {
  const { codigoGeneracion } = await sealedBody(
    world,
    remision({ receptor: { propio: true }, bienTitulo: '04' }),
  )
  await sealedBody(world, credito({ origenes: [{ codigoGeneracion }] }))
})

test('an unknown origin is 404, and one that is cancelled is refused', async () => {
  const unknown = await world.issue(credito({ origenes: [{ codigoGeneracion: CODIGO }] }))
  assert.equal(unknown.status, 404, unknown.text)
  const field = 'origenes[0].codigoGeneracion'
  assert.deepEqual(unknown.body.error.details, { field })
  assert.equal(
    unknown.body.error.message,
    `${field}: esta empresa no tiene el documento ${CODIGO} en este ambiente. Corrija el código, o escriba el documento completo si se emitió fuera de Sello.`,
  )
  const { codigoGeneracion } = await sealedBody(world, remision())
  assert.equal((await invalidate(world, codigoGeneracion)).body.estado, 'invalidado')
  const [issue] = await issuesOf(credito({ origenes: [{ codigoGeneracion }] }))
  assert.equal(
    issue?.message,
    `El documento ${codigoGeneracion} está invalidado: se relaciona uno sellado.`,
  )
})

test('a remission invoiced late is told, and one invoiced in time is not', async () => {
  const origen = { tipoDocumento: '04', numeroDocumento: '4815', tipoGeneracion: 1 }
  const late = await sealedBody(
    world,
    credito({ origenes: [{ ...origen, fechaEmision: '2026-08-31' }] }),
  )
  assert.deepEqual(
    late.advertencias.map(({ codigo }: { codigo: string }) => codigo),
    ['documento_por_revisar'],
  )
  const { fecEmi } = late.documento.identificacion
  const inTime = await sealedBody(
    world,
    credito({ origenes: [{ ...origen, fechaEmision: fecEmi }] }),
  )
  assert.deepEqual(inTime.advertencias, [])
})

test('without an answer a remission waits in contingency, and is sealed as it was signed', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 500 })
  const first = await world.issue(remision())
  await world.mh.clearFaults()
  await world.advance(NEXT_TRY_MS)
  assert.equal(first.status, 202, first.text)
  assert.equal(first.body.estado, 'contingencia')
  assert.equal(await transmitDue(world.deps), 1)
  const { body } = await world.query(first.body.codigoGeneracion)
  assert.equal(body.estado, 'sellado')
  assert.equal(body.jws, first.body.jws)
})

test('a remission is prepared and signed as it was prepared', async () => {
  const prepared = await prepare(world, remision({ receptor: { propio: true }, bienTitulo: '04' }))
  assert.equal(prepared.status, 200, prepared.text)
  const signed = await sign(world, prepared)
  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.body.estado, 'sellado')
  assert.deepEqual(signed.body.documento, prepared.body.documento)
})

test('while the ministry is away a remission is deferred, under the model of a contingency', async () => {
  const away = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  await away.mh.fault({ service: '*', kind: 'status' })
  await away.issue()
  await away.issue()
  const reply = await away.issue(remision())
  await away.close()

  assert.equal(reply.status, 202, reply.text)
  const { tipoModelo, tipoOperacion, tipoContingencia } = reply.body.documento.identificacion
  assert.deepEqual([tipoModelo, tipoOperacion, tipoContingencia], [2, 2, 1])
})

test('a problem is reported at its place in the request, and spends no number', async () => {
  const issues = await issuesOf(
    remision({
      bienTitulo: '09',
      receptor: { ...CONSIGNATARIA, codActividad: null },
      items: [{ ...ITEMS[0], montoDescu: 501 }],
    }),
  )
  assert.deepEqual(issues.map(({ field }) => field).sort(), [
    'bienTitulo',
    'items[0].montoDescu',
    'receptor.codActividad',
  ])
  const [own] = await issuesOf(remision({ receptor: { propio: true, nombre: 'Otra' } }))
  assert.equal(own?.field, 'receptor')
})

test('a body without its title, with payments or charges, or of another type has not its form: 400', async () => {
  for (const body of [
    remision({ bienTitulo: undefined }),
    remision({ formaPago: '01' }),
    remision({ condicionOperacion: 1 }),
    remision({ aplicarRetencionIva: true }),
    remision({ items: [{ descripcion: 'Depósito', cantidad: 1, noGravado: 5 }] }),
    remision({ documentosRelacionados: [{ codigoGeneracion: CODIGO }] }),
    credito({ bienTitulo: '03' }),
    credito({ receptor: { ...CONSIGNATARIA, propio: true } }),
  ]) {
    const reply = await world.issue(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`)
  }
})
