/** 15 through the whole service: issued by a company with a resolution, and refused before a number is spent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../../test/corrections.ts'
import { sealedBody } from '../../../../test/originals.ts'
import { prepare, sign } from '../../../../test/prepared.ts'
import { refusedIssues } from '../../../../test/refused-issues.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { authorizeCompany } from '../../../admin.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const ANA = { nombre: 'Ana Ficticia', numDocumento: '00016297-5', direccion: DIRECCION }
const RESOLUCION = {
  descDocumento: 'Resolución 10001-NEX-0000-2026',
  detalleDocumento: 'Resolución que califica para recibir donaciones',
}
const dinero = (precioUni: number) => ({
  tipoDonacion: 1,
  descripcion: 'Donación en efectivo',
  cantidad: 1,
  precioUni,
})
const BIENES = {
  tipoDonacion: 2,
  descripcion: 'Computadoras usadas',
  cantidad: 10,
  precioUni: 300,
  depreciacion: 1200,
}
const donacion = (changes: object = {}) => ({
  tipoDte: '15',
  receptor: ANA,
  items: [dinero(250), BIENES],
  ...changes,
})

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const issuesOf = (request: object) => refusedIssues(world, request)

test('without its resolution a company issues none: the operator states it, and the audit log has it', async () => {
  const issues = await issuesOf(donacion())
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['otrosDocumentos'],
  )
  assert.match(issues[0]?.message ?? '', /sello company authorize --resolution/)

  const { nit } = world.company
  const has = await authorizeCompany(world.admin, nit, { resolucion: RESOLUCION })
  assert.deepEqual(has.resolucion, RESOLUCION)
  assert.deepEqual((await authorizeCompany(world.admin, nit, {})).resolucion, RESOLUCION)
  const row = await world.deps.pool.one<{ detalle: object }>(
    `select detalle from audit_log where acto = 'empresa.resolucion' order by seq desc limit 1`,
  )
  assert.deepEqual(row.detalle, { antes: null, ahora: RESOLUCION })
})

test('money and goods come in one document, with the resolution, depreciation and payments of the money', async () => {
  const body = await sealedBody(world, donacion({ formaPago: '05' }))
  const { documento } = body
  assert.deepEqual(documento.otrosDocumentos, [{ codDocAsociado: 1, ...RESOLUCION }])
  assert.deepEqual(documento.resumen, {
    valorTotal: 2050,
    totalLetras: 'DOS MIL CINCUENTA 00/100 DOLARES',
    pagos: [{ codigo: '05', montoPago: 250, referencia: null }],
  })
  assert.deepEqual(Object.keys(documento.emisor).slice(0, 2), ['tipoDocumento', 'numDocumento'])
  assert.ok(!('tipoContingencia' in documento.identificacion))
  assert.equal(body.totales.montoTotalOperacion, 2050)
  assert.equal(body.totales.totalPagar, 2050)
  const pdf = Buffer.from(body.representacionGrafica, 'base64')
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})

test('a donation is prepared and signed as it was prepared', async () => {
  const prepared = await prepare(world, donacion())
  assert.equal(prepared.status, 200, prepared.text)
  const signed = await sign(world, prepared)
  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.body.estado, 'sellado')
  assert.deepEqual(signed.body.documento, prepared.body.documento)
})

test('a donor abroad has no address here', async () => {
  const donor = { nombre: 'Giving Abroad, Inc.', numDocumento: 'P-0000001', codPais: 'US' }
  const { documento } = await sealedBody(world, donacion({ receptor: donor }))
  assert.deepEqual(
    [documento.receptor.codDomiciliado, documento.receptor.codPais, documento.receptor.direccion],
    [2, 'US', null],
  )
  const [issue] = await issuesOf(donacion({ receptor: { ...donor, direccion: DIRECCION } }))
  assert.equal(issue?.field, 'receptor.direccion')
})

test('while the ministry is away a donation is refused, and spends no number', async () => {
  const away = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  await authorizeCompany(away.admin, away.company.nit, { resolucion: RESOLUCION })
  await away.mh.fault({ service: '*', kind: 'status' })
  await away.issue()
  await away.issue()
  assert.notEqual(away.deps.breaker.openIn('00'), null)
  const spent = await away.numbersSpent()
  const reply = await away.issue(donacion())

  assert.equal(reply.status, 503, reply.text)
  assert.equal(reply.body.error.code, 'service_unavailable')
  assert.match(reply.body.error.message, /no se emite en contingencia; no se gastó número/)
  assert.equal(await away.numbersSpent(), spent)
  await away.close()
})

test('a problem is reported at its place in the request', async () => {
  const issues = await issuesOf(
    donacion({
      items: [
        { ...dinero(250), cantidad: 2 },
        { ...BIENES, depreciacion: 3000.01 },
        { descripcion: 'Asesoría', cantidad: 1, precioUni: 5 },
      ],
      pagos: [{ codigo: '05', montoPago: 1 }],
    }),
  )
  assert.deepEqual(issues.map(({ field }) => field).sort(), [
    'items[0].cantidad',
    'items[1].depreciacion',
    'items[2].tipoDonacion',
    'pagos',
  ])
})

test('a body with members of a sale has not its form: 400', async () => {
  for (const body of [
    donacion({ observaciones: 'Gracias' }),
    donacion({ condicionOperacion: 1 }),
    donacion({ items: [{ ...BIENES, montoDescu: 1 }] }),
    donacion({ items: [{ ...BIENES, tipoItem: 1 }] }),
    donacion({ bienTitulo: '04' }),
    { tipoDte: '01', items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1, depreciacion: 1 }] },
  ]) {
    const reply = await world.issue(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`)
  }
})

test('a sealed donation is invalidated', async () => {
  const other = await createWorld()
  await authorizeCompany(other.admin, other.company.nit, { resolucion: RESOLUCION })
  const { codigoGeneracion } = await sealedBody(other, donacion())
  const reply = await invalidate(other, codigoGeneracion)
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.estado, 'invalidado')
  await other.close()
})
