/** 07 through the whole service: issued, sealed, printed, declared, and refused before a number is spent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { compra, sealedBody } from '../../../test/originals.ts'
import { refusedIssues } from '../../../test/refused-issues.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const PROVEEDORA = {
  numDocumento: '0614-121285-001-7',
  nrc: '765432-1',
  nombre: 'PROVEEDORA FICTICIA, S.A. DE C.V.',
  codActividad: '46900',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
}
/** After the first delay of the transmission job. */
const NEXT_TRY_MS = 16_000
const OTRO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AC'
const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const documento = (changes: object = {}) => ({
  tipoDocumento: '03',
  numeroDocumento: CODIGO,
  fechaEmision: '2026-10-01',
  monto: 1000,
  ...changes,
})
const retencion = (...documentos: object[]) => ({
  tipoDte: '07',
  receptor: PROVEEDORA,
  retencion: { documentos },
})

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const issuesOf = (request: object) => refusedIssues(world, request)

test('a retention is sealed, with exact sums, words and a printed copy', async () => {
  const body = await sealedBody(
    world,
    retencion(
      documento(),
      documento({ numeroDocumento: '001234', tipoGeneracion: 1, monto: 250.55 }),
    ),
  )
  assert.deepEqual(body.documento.resumen, {
    totalSujetoRetencion: 1250.55,
    totalIva: 162.57,
    totalIvaRetenido: 12.51,
    totalLetras: 'DOCE 51/100 DOLARES',
    observaciones: null,
  })
  assert.equal(body.totales.totalPagar, 12.51)
  assert.equal(body.totales.montoTotalOperacion, 1250.55)
  assert.deepEqual(body.advertencias, [])
  const pdf = Buffer.from(body.representacionGrafica, 'base64')
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
})

test('without an answer a retention waits in contingency, and is sealed as it was signed', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 500 })
  const first = await world.issue(retencion(documento({ numeroDocumento: OTRO })))
  await world.mh.clearFaults()
  await world.advance(NEXT_TRY_MS)
  assert.equal(first.status, 202, first.text)
  assert.equal(first.body.estado, 'contingencia')
  assert.equal(await transmitDue(world.deps), 1)

  const { body } = await world.query(first.body.codigoGeneracion)
  assert.equal(body.estado, 'sellado')
  assert.equal(body.jws, first.body.jws)
})

test('a sealed retention is invalidated, and what it listed may be listed again', async () => {
  const listed = documento({ numeroDocumento: '4711', tipoGeneracion: 1 })
  const { codigoGeneracion } = await sealedBody(world, retencion(listed))
  const reply = await invalidate(world, codigoGeneracion)

  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.estado, 'invalidado')
  await sealedBody(world, retencion(listed))
})

test('our own purchase (14) is named by its code alone: its seller, its date, its amount, 13 %', async () => {
  const { codigoGeneracion, documento: own } = await sealedBody(world, bought())
  const listed = { codigoGeneracion: codigoGeneracion.toLowerCase() }
  const { receptor: _, ...unnamed } = retencion(listed)
  const body = await sealedBody(world, unnamed)
  assert.deepEqual(body.documento.cuerpoDocumento, [
    {
      numItem: 1,
      tipoDte: '14',
      tipoGeneracion: 2,
      numeroDocumento: codigoGeneracion,
      fechaEmision: own.identificacion.fecEmi,
      montoSujetoGrav: 11.3,
      codigoRetencionMH: 'C4',
      ivaRetenido: 1.47,
      descripcion: null,
    },
  ])
  assert.equal(body.documento.receptor.numDocumento, '000162975')
  assert.deepEqual(
    body.advertencias.map(({ codigo }: { codigo: string }) => codigo),
    ['documento_por_revisar'],
  )
  const [other] = await issuesOf(retencion(listed))
  assert.deepEqual(
    [other?.field, other?.message],
    [
      'retencion.documentos[0].codigoGeneracion',
      `El documento ${codigoGeneracion} es de otro sujeto excluido; haga un comprobante para cada uno.`,
    ],
  )
})

const bought = () => ({
  ...compra(),
  receptor: {
    nombre: 'Ana Ficticia',
    numDocumento: '00016297-5',
    codActividad: '10005',
    direccion: PROVEEDORA.direccion,
  },
})

test('our own purchase in full is held to what was issued, and keeps what the request says', async () => {
  const { codigoGeneracion: numeroDocumento, documento: own } = await sealedBody(world, bought())
  const { fecEmi } = own.identificacion
  const full = documento({ tipoDocumento: '14', numeroDocumento, fechaEmision: fecEmi, monto: 5 })
  const { receptor: _, ...unnamed } = retencion(full)
  const wrongDate = { documentos: [{ ...full, fechaEmision: '2026-10-01' }] }
  const [wrong] = await issuesOf({ ...unnamed, retencion: wrongDate })
  assert.deepEqual(
    [wrong?.field, wrong?.message],
    [
      'retencion.documentos[0].numeroDocumento',
      `El documento ${numeroDocumento} es del ${fecEmi}; corrija la fecha.`,
    ],
  )
  const body = await sealedBody(world, unnamed)
  assert.equal(body.documento.receptor.numDocumento, '000162975')
  assert.equal(body.documento.cuerpoDocumento[0].montoSujetoGrav, 5)
})

test('what retains on what is not the supplier’s, has no seal or is unknown is refused', async () => {
  const problemOf = async (request: object, codigo: string) => {
    const issues = await issuesOf(request)
    const own = issues.filter(({ message }) => message.includes(codigo))
    return own.map(({ field, message }) => [field, message.replace(codigo, 'X')])
  }
  const field = 'retencion.documentos[0].codigoGeneracion'
  const ours = (tipoDte: string) => [
    field,
    `El documento X es del tipo ${tipoDte} y lo emitió esta empresa: se retiene sobre lo que emitió el proveedor, o sobre una factura de sujeto excluido (14).`,
  ]
  for (const [tipoDte, own] of [
    ['01', await sealedBody(world, SALE)],
    ['07', await sealedBody(world, retencion(documento({ numeroDocumento: randomCode() })))],
  ] as const) {
    const { codigoGeneracion } = own
    const { receptor: _, ...unnamed } = retencion({ codigoGeneracion })
    assert.deepEqual(await problemOf(retencion({ codigoGeneracion }), codigoGeneracion), [
      ours(tipoDte),
    ])
    assert.deepEqual(await problemOf(unnamed, codigoGeneracion), [ours(tipoDte)])
    const fields = (await issuesOf(unnamed)).map(({ field: one }) => one)
    assert.ok(fields.includes('receptor'), 'its buyer is no supplier')
  }
  const { codigoGeneracion } = await sealedBody(world, bought())
  assert.equal((await invalidate(world, codigoGeneracion)).body.estado, 'invalidado')
  const { receptor: _, ...unnamed } = retencion({ codigoGeneracion })
  assert.deepEqual(await problemOf(unnamed, codigoGeneracion), [
    [field, 'El documento X está invalidado: se retiene sobre uno sellado.'],
  ])
  const unknown = await world.issue(retencion({ codigoGeneracion: CODIGO.toLowerCase() }))
  assert.equal(unknown.status, 404, unknown.text)
  assert.deepEqual(unknown.body.error.details, { field })
  assert.equal(
    unknown.body.error.message,
    `${field}: esta empresa no tiene el documento ${CODIGO} en este ambiente. Corrija el código, o escriba el documento del proveedor completo.`,
  )
})

const randomCode = () => world.deps.random.uuid().toUpperCase()

test('a problem is reported at its place in the request, and spends no number', async () => {
  const issues = await issuesOf(
    retencion(
      documento({ monto: 0 }),
      documento({ tipoDocumento: '01', numeroDocumento: 'F-1', tipoGeneracion: 1 }),
      documento({ numeroDocumento: '7', tipoGeneracion: 1, codigoRetencion: '23' }),
      documento({ numeroDocumento: '8', tipoGeneracion: 1, ivaRetenido: 10 }),
    ),
  )
  assert.deepEqual(
    issues.map(({ field }) => field),
    [
      'retencion.documentos[3].ivaRetenido',
      'retencion.documentos[0].monto',
      'retencion.documentos[1].tipoDocumento',
      'retencion.documentos[1].numeroDocumento',
      'retencion.documentos[2].codigoRetencion',
    ],
  )
})

test('a body with lines of a sale, without its documents, or of another type has not its form: 400', async () => {
  const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }]
  for (const body of [
    { ...retencion(documento()), items },
    { ...retencion(documento()), formaPago: '01' },
    { ...retencion(documento()), condicionOperacion: 2 },
    { tipoDte: '07', receptor: PROVEEDORA },
    retencion(),
    retencion({ ...documento(), monto: undefined }),
    retencion({ ...documento(), codigoGeneracion: CODIGO }),
    { tipoDte: '01', items, retencion: { documentos: [documento()] } },
    { tipoDte: '01' },
  ]) {
    const reply = await world.issue(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`)
  }
})
