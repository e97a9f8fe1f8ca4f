/** 09 through the whole service: issued, sealed, named by the sale that follows, and refused before a number is spent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate, RESCISION } from '../../../../test/corrections.ts'
import { sealedBody } from '../../../../test/originals.ts'
import { prepare, sign } from '../../../../test/prepared.ts'
import { refusedIssues } from '../../../../test/refused-issues.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { transmitDue } from '../../jobs/transmit.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const AFILIADA = {
  numDocumento: '0614-121285-001-7',
  nrc: '765432-1',
  nombre: 'AFILIADA FICTICIA, S.A. DE C.V.',
  codActividad: '46900',
  tipoEstablecimiento: '02',
  direccion: DIRECCION,
  correo: 'afiliada@example.com',
}
const LIQUIDACION = {
  desde: '2026-10-01',
  hasta: '2026-10-04',
  valorOperaciones: 11300,
  sinPercepcion: { monto: 300, descripcion: 'Propinas' },
  porcentajeComision: 3,
  responsable: { nombre: 'Ana Ficticia', documento: '000000027' },
}
/** After the first delay of the transmission job. */
const NEXT_TRY_MS = 16_000

const contable = (changes: object = {}, more: object = {}) => ({
  tipoDte: '09',
  receptor: AFILIADA,
  liquidacionContable: { ...LIQUIDACION, ...changes },
  ...more,
})

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const issuesOf = (request: object) => refusedIssues(world, request)

test('a liquidation is sealed, with exact sums, words and a printed copy', async () => {
  const body = await sealedBody(world, contable({ codigo: 'LIQ-1', cantidadDocumentos: 182 }))
  const { cuerpoDocumento: registro, extension, resumen } = body.documento
  assert.equal(resumen, undefined)
  assert.deepEqual(
    [registro.subTotal, registro.montoSujetoPercepcion, registro.ivaPercibido, registro.comision],
    [11000, 9734.51, 194.69, 339],
  )
  assert.equal(registro.liquidoApagar, 10722.24)
  assert.equal(registro.totalLetras, 'DIEZ MIL SETECIENTOS VEINTIDOS 24/100 DOLARES')
  assert.deepEqual(extension, {
    nombEntrega: 'Ana Ficticia',
    docuEntrega: '000000027',
    codEmpleado: null,
  })
  assert.equal(body.totales.totalPagar, 10722.24)
  assert.equal(body.totales.montoTotalOperacion, 11300)
  assert.deepEqual(body.advertencias, [])
  const pdf = Buffer.from(body.representacionGrafica, 'base64')
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})

test('it is prepared, signed, queried and listed like any other', async () => {
  const prepared = await prepare(world, contable())
  assert.equal(prepared.status, 200, prepared.text)
  const signed = await sign(world, prepared)
  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.body.estado, 'sellado')
  const { body } = await world.query(signed.body.codigoGeneracion)
  assert.equal(body.documento.cuerpoDocumento.liquidoApagar, 10722.24)
  assert.equal(body.totales.totalPagar, 10722.24)
})

test('an affiliate without NRC is told, and issued', async () => {
  const { nrc: _, ...rest } = AFILIADA
  const body = await sealedBody(world, contable({}, { receptor: rest }))
  assert.deepEqual(
    body.advertencias.map(({ codigo }: { codigo: string }) => codigo),
    ['documento_por_revisar'],
  )
})

test('the sale of the period names it by its code', async () => {
  const sealed = await sealedBody(world, contable())
  const sale = {
    tipoDte: '03',
    receptor: AFILIADA,
    items: [{ descripcion: 'Comisión de octubre', cantidad: 1, precioUni: 339 }],
  }
  const { tipoEstablecimiento: _, ...receptor } = sale.receptor
  const body = await sealedBody(world, {
    ...sale,
    receptor,
    origenes: [{ codigoGeneracion: sealed.codigoGeneracion }],
  })
  assert.deepEqual(body.documento.documentoRelacionado, [
    {
      tipoDocumento: '09',
      tipoGeneracion: 2,
      numeroDocumento: sealed.codigoGeneracion,
      fechaEmision: sealed.documento.identificacion.fecEmi,
    },
  ])
})

test('it is invalidated after its replacement, with its own date', async () => {
  const first = await sealedBody(world, contable())
  const second = await sealedBody(world, contable({ comision: 300, porcentajeComision: null }))
  const reply = await invalidate(world, first.codigoGeneracion, {
    ...RESCISION,
    tipoAnulacion: 1,
    motivo: 'La comisión estaba mal',
    codigoGeneracionReemplazo: second.codigoGeneracion,
  })
  assert.equal(reply.body.estado, 'invalidado', reply.text)
})

test('while the ministry is away it is refused, and what was signed is sent again as it was', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 500 })
  const first = await world.issue(contable())
  await world.mh.clearFaults()
  await world.advance(NEXT_TRY_MS)
  assert.equal(first.status, 202, first.text)
  assert.equal(await transmitDue(world.deps), 1)
  const { body } = await world.query(first.body.codigoGeneracion)
  assert.equal(body.estado, 'sellado')
  assert.equal(body.jws, first.body.jws)
  assert.equal(body.documento.identificacion.tipoOperacion, 1)
})

test('a problem is reported at its place in the request, and spends no number', async () => {
  const issues = await issuesOf(
    contable(
      {
        hasta: '2026-09-30',
        sinPercepcion: { monto: 11300, descripcion: 'Todo' },
        responsable: { nombre: ' x', documento: '1' },
      },
      { receptor: { ...AFILIADA, tipoEstablecimiento: '09', correo: null } },
    ),
  )
  assert.deepEqual(issues.map(({ field }) => field).sort(), [
    'liquidacionContable.hasta',
    'liquidacionContable.sinPercepcion.monto',
    'receptor.correo',
    'receptor.tipoEstablecimiento',
  ])
  const { porcentajeComision: _, ...silent } = LIQUIDACION
  const [silence] = await issuesOf({ ...contable(), liquidacionContable: silent })
  assert.equal(silence?.field, 'liquidacionContable.comision')
  const [much] = await issuesOf(contable({ porcentajeComision: 95 }))
  assert.equal(much?.field, 'liquidacionContable.porcentajeComision')
})

test('a body with lines of a sale, without its record, or of another type has not its form: 400', async () => {
  const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }]
  for (const body of [
    contable({}, { items }),
    contable({}, { formaPago: '01' }),
    contable({}, { liquidacionContable: undefined }),
    contable({ valorOperaciones: undefined }),
    contable({ valorOperaciones: 1.005 }),
    contable({ responsable: { nombre: 'Ana' } }),
    contable({ desde: '1 de octubre' }),
    { tipoDte: '01', items, liquidacionContable: LIQUIDACION },
  ]) {
    const reply = await world.issue(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`)
  }
})
