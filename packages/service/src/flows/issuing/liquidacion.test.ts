/** 08 through the whole service: gathered, named by code or in full, listed once, and refused before a number is spent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveBack, invalidate } from '../../../test/corrections.ts'
import {
  liquidacion,
  listedIn,
  MANDANTE,
  periodoOf,
  soldForOther,
  TERCERO,
} from '../../../test/liquidaciones.ts'
import { sealedBody } from '../../../test/originals.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { refusedIssues } from '../../../test/refused-issues.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { readTerceros } from '../../entrypoints/jobs/terceros.ts'

const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

let world: World
let periodo: string
before(async () => {
  world = await createWorld({ now: new Date('2026-11-20T16:00:00Z') })
  periodo = periodoOf(world)
})
after(() => world.close())

const issuesOf = (request: object) => refusedIssues(world, request)

const onPaper = (numeroDocumento: string, more: object = {}) => ({
  tipoDocumento: '03',
  numeroDocumento,
  tipoGeneracion: 1,
  fechaEmision: `${periodo}-01`,
  ventaGravada: 100,
  ...more,
})

test('the server gathers what was sold for the principal in the month, each with its summary', async () => {
  const credito = await soldForOther(world, 500, { aplicarPercepcionIva: true })
  const factura = await sealedBody(world, {
    tipoDte: '01',
    items: [{ descripcion: 'Café', cantidad: 1, precioUni: 50 }],
    ventaTercero: TERCERO,
  })
  await soldForOther(world, 10, { ventaTercero: { ...TERCERO, nit: '06140101900027' } })
  await soldForOther(world, 10, { ventaTercero: null })

  const { documento, totales } = await sealedBody(world, liquidacion(periodo))
  const lines = documento.cuerpoDocumento
  assert.deepEqual(listedIn(documento).sort(), [credito, factura.codigoGeneracion].sort())
  assert.deepEqual(
    lines.map((l: { ventaGravada: number; ivaItem: number }) => [l.ventaGravada, l.ivaItem]),
    [
      [500, 65],
      [44.24778761, 5.75221239],
    ],
  )
  const { totalGravada, montoTotalOperacion, ivaPerci, total } = documento.resumen
  assert.deepEqual([totalGravada, montoTotalOperacion, ivaPerci, total], [544.25, 615, 5, 620])
  assert.equal(documento.receptor.codDomiciliado, 1)
  assert.equal(totales.totalPagar, 620)
  const [again] = await issuesOf(liquidacion(periodo))
  assert.equal(again?.field, 'liquidacion.periodo')
  assert.equal(
    again?.message,
    `No hay nada por liquidar a este mandante en ${periodo}: ni ventas selladas por su cuenta que no estén en una liquidación, ni invalidaciones de lo liquidado.`,
  )
})

test('what was invalidated after it was listed is reported once, and takes back', async () => {
  const sold = await soldForOther(world, 30)
  await soldForOther(world, 70)
  const first = await sealedBody(world, liquidacion(periodo))
  assert.equal(first.documento.resumen.totalGravada, 100)
  assert.equal((await invalidate(world, sold)).body.estado, 'invalidado')
  const more = await soldForOther(world, 45)

  const second = await sealedBody(world, liquidacion(periodo))
  assert.deepEqual(listedIn(second.documento), [sold, more], 'what takes back comes first')
  assert.equal(second.documento.resumen.totalGravada, 15)
  await issuesOf(liquidacion(periodo))
})

test('an invalidated liquidation frees what it lists', async () => {
  const sold = await soldForOther(world, 12)
  const first = await sealedBody(world, liquidacion(periodo))
  assert.equal((await invalidate(world, first.codigoGeneracion)).body.estado, 'invalidado')
  const second = await sealedBody(world, liquidacion(periodo))
  assert.deepEqual(listedIn(second.documento), [sold])
})

test('a prepared liquidation holds what it lists, and is signed as it was prepared', async () => {
  await soldForOther(world, 21)
  const prepared = await prepare(world, liquidacion(periodo))
  assert.equal(prepared.status, 200, prepared.text)
  await issuesOf(liquidacion(periodo))
  const signed = await sign(world, prepared)
  assert.equal(signed.body.estado, 'sellado', signed.text)
})

test('documents are named by their code, and those of others in full', async () => {
  const codigoGeneracion = (await soldForOther(world, 40)).toLowerCase()
  const body = await sealedBody(
    world,
    liquidacion(periodo, [
      { codigoGeneracion, observaciones: 'Lote 1' },
      onPaper('P-1', { tributos: [{ codigo: 'D1', valor: 2 }] }),
    ]),
  )
  assert.deepEqual(listedIn(body.documento), [codigoGeneracion.toUpperCase(), 'P-1'])
  assert.equal(body.documento.cuerpoDocumento[0].observaciones, 'Lote 1')
  assert.equal(body.documento.resumen.montoTotalOperacion, 160.2)
  const issues = await issuesOf(liquidacion(periodo, [{ codigoGeneracion }, onPaper('P-1')]))
  assert.deepEqual(
    issues.map(({ field }) => field),
    ['liquidacion.documentos[0].codigoGeneracion', 'liquidacion.documentos[1].numeroDocumento'],
  )
  const { codigoGeneracion: there } = body
  assert.deepEqual(
    issues.map(({ message }) => message),
    [codigoGeneracion.toUpperCase(), 'P-1'].map(
      (numero) => `El documento ${numero} ya está en la liquidación ${there}; quítelo.`,
    ),
  )
})

test('the code of another issuer’s document is the same in small letters, and the number of a paper is not', async () => {
  const foreign = 'A1B2C3D4-0000-4000-8000-00000000ABCD'
  const electronic = (numeroDocumento: string) => ({
    ...onPaper(numeroDocumento),
    tipoGeneracion: 2,
  })
  await sealedBody(world, liquidacion(periodo, [electronic(foreign), onPaper('Q-1')]))
  const issues = await issuesOf(liquidacion(periodo, [electronic(foreign.toLowerCase())]))
  assert.ok(
    issues.some(({ message }) => /ya está en la liquidación/.test(message)),
    JSON.stringify(issues),
  )
  await sealedBody(world, liquidacion(periodo, [onPaper('q-1')]))
})

test('a sale of our own, one in full that is ours, and an unknown code are refused', async () => {
  const own = await soldForOther(world, 10, { ventaTercero: null })
  const [issue] = await issuesOf(liquidacion(periodo, [{ codigoGeneracion: own }]))
  assert.equal(
    issue?.message,
    `El documento ${own} no se emitió por cuenta de este mandante (ventaTercero); quítelo.`,
  )
  const sold = await soldForOther(world, 10)
  const full = { ...onPaper(sold), tipoGeneracion: 2 }
  const [ours] = await issuesOf(liquidacion(periodo, [full]))
  assert.equal(
    ours?.message,
    `El documento ${sold} lo emitió esta empresa: nómbrelo por su codigoGeneracion, y sus montos se toman de él.`,
  )
  const [notYet] = await issuesOf(
    liquidacion(periodo, [{ codigoGeneracion: sold, invalidado: true }]),
  )
  assert.equal(
    notYet?.message,
    `El documento ${sold} está sellado, y se reporta como invalidado; quite invalidado.`,
  )
  const unknown = await world.issue(liquidacion(periodo, [{ codigoGeneracion: CODIGO }]))
  assert.equal(unknown.status, 404, unknown.text)
  const field = 'liquidacion.documentos[0].codigoGeneracion'
  assert.deepEqual(unknown.body.error.details, { field })
  assert.equal(
    unknown.body.error.message,
    `${field}: esta empresa no tiene el documento ${CODIGO} en este ambiente. Corrija el código, o escriba el documento completo si se emitió fuera de Sello.`,
  )
  await sealedBody(world, liquidacion(periodo)) // leaves nothing to the next test
})

test('what was invalidated is listed as such, once, and not as sold', async () => {
  const sold = await soldForOther(world, 25)
  await sealedBody(world, liquidacion(periodo))
  assert.equal((await invalidate(world, sold)).body.estado, 'invalidado')
  const messages = async (entry: object) =>
    (await issuesOf(liquidacion(periodo, [entry, onPaper('R-0')]))).map(({ message }) => message)
  assert.deepEqual(await messages({ codigoGeneracion: sold }), [
    `El documento ${sold} está invalidado: se liquida uno sellado.`,
  ])
  const back = { codigoGeneracion: sold, invalidado: true }
  const taken = await sealedBody(world, liquidacion(periodo, [back, onPaper('R-1')]))
  assert.deepEqual(await messages(back), [
    `El documento ${sold} ya está como invalidado en la liquidación ${taken.codigoGeneracion}; quítelo.`,
  ])
})

test('without its principal a liquidation gathers nothing, and nothing of it is anybody’s', async () => {
  const sold = await soldForOther(world, 25)
  await soldForOther(world, 25, { ventaTercero: null })
  const fieldsOf = async (documentos?: readonly object[]) =>
    (await issuesOf(liquidacion(periodo, documentos, { receptor: undefined }))).map(
      ({ field }) => field,
    )
  assert.deepEqual(await fieldsOf(), ['liquidacion.periodo', 'receptor'])
  const named = await fieldsOf([{ codigoGeneracion: sold }])
  assert.deepEqual(named, ['liquidacion.documentos[0].codigoGeneracion', 'receptor'])
  await sealedBody(world, liquidacion(periodo)) // leaves nothing to the next test
})

test('documents of a release that wrote no third party are found, by a call and by the job', async () => {
  const forget = (codigo: string) =>
    world.deps.pool.many(
      `update documents set tercero = null where codigo_generacion = $1 returning 1`,
      [codigo],
    )
  const first = await soldForOther(world, 11)
  await forget(first)
  const body = await sealedBody(world, liquidacion(periodo))
  assert.deepEqual(listedIn(body.documento), [first])
  await forget(first)
  assert.equal(await readTerceros(world.deps), 1)
  assert.equal(await readTerceros(world.deps), 0)
})

test('a return event of what was sold for the principal takes back', async () => {
  const { codigoGeneracion } = await sealedBody(world, {
    tipoDte: '01',
    items: [{ descripcion: 'Café', cantidad: 4, precioUni: 22.6 }],
    ventaTercero: TERCERO,
  })
  const returned = await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }])
  assert.equal(returned.status, 200, returned.text)
  const { documento } = await sealedBody(world, liquidacion(periodo))
  const amounts = documento.cuerpoDocumento.map((l: { tipoDte: string; ventaGravada: number }) => [
    l.tipoDte,
    l.ventaGravada,
  ])
  assert.deepEqual(amounts.toSorted(), [
    ['01', 80],
    ['18', -20],
  ])
})

test('a liquidation that would be negative is refused', async () => {
  const sold = await soldForOther(world, 900)
  await sealedBody(world, liquidacion(periodo))
  await invalidate(world, sold)
  const [issue] = await issuesOf(liquidacion(periodo))
  assert.equal(issue?.field, 'liquidacion.documentos')
  assert.match(issue?.message ?? '', /no puede ser menos de 0/)
  const more = await soldForOther(world, 1000)
  const body = await sealedBody(world, liquidacion(periodo))
  assert.deepEqual(listedIn(body.documento).sort(), [sold, more].sort())
})

test('the sale of a commission names the liquidation by its code', async () => {
  const sold = await soldForOther(world, 55)
  const { codigoGeneracion } = await sealedBody(
    world,
    liquidacion(periodo, [{ codigoGeneracion: sold }]),
  )
  const body = await sealedBody(world, {
    tipoDte: '03',
    receptor: MANDANTE,
    items: [{ descripcion: 'Comisión', cantidad: 1, precioUni: 5 }],
    origenes: [{ codigoGeneracion }],
  })
  assert.equal(body.documento.documentoRelacionado[0].tipoDocumento, '08')
})

test('a body with lines of a sale, without its liquidation, or of another type has not its form: 400', async () => {
  const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }]
  for (const body of [
    liquidacion(periodo, undefined, { items }),
    liquidacion(periodo, undefined, { formaPago: '01' }),
    liquidacion(periodo, undefined, { liquidacion: undefined }),
    liquidacion('2026-13'),
    liquidacion(periodo, []),
    liquidacion(periodo, [{ codigoGeneracion: CODIGO, ventaGravada: 5 }]),
    liquidacion(periodo, [{ tipoDocumento: '03' }]),
    { tipoDte: '01', items, liquidacion: { periodo } },
  ]) {
    const reply = await world.issue(body)
    assert.equal(reply.status, 400, `${JSON.stringify(body)} ${reply.text}`)
  }
})
