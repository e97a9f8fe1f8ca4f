/** What notes may relate: sealed documents of the same parties, in term, for no more than was sold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cargo,
  creditoFiscal,
  type Draft,
  factura,
  linea,
  renewed,
  set,
} from '../../test/documentos.ts'
import { type Ministry, PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import {
  credito,
  lineaNota,
  notaCredito,
  notaDebito,
  relacion,
  ventaPlena,
} from '../../test/notas.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const FIRST = 'documentoRelacionado[0]'
const at = (path: string, value: unknown) => (d: Draft) => set(d, path, value)

test('a note is sealed after its origin, and not before', async (t) => {
  const ministry = await startMinistry(t)
  for (const make of [notaCredito, notaDebito]) {
    const origin = creditoFiscal()
    const note = make(origin)
    await refused(ministry, note, '014', `${FIRST}.numeroDocumento`)
    await sealed(ministry, origin)
    await sealed(ministry, note)
  }
})

test('a refused or unsealed document cannot be adjusted', async (t) => {
  const ministry = await startMinistry(t)
  const rejected = set(creditoFiscal(), 'resumen.totalPagar', 1)
  assert.equal((await ministry.send(rejected)).status, 400)
  await refused(ministry, notaCredito(rejected), '014', `${FIRST}.numeroDocumento`)

  await ministry.script({ service: 'recepciondte', kind: 'no_seal', times: 1 })
  const unsealed = creditoFiscal()
  await ministry.send(unsealed)
  await refused(ministry, notaCredito(unsealed), '014', `${FIRST}.numeroDocumento`)
})

test("another issuer's document is 008, another environment's 014", async (t) => {
  const ministry = await startMinistry(t)
  const nit = '06140101900019'
  await ministry.post('/_sim/taxpayers', { nit, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM })
  const theirs = set(creditoFiscal(), 'emisor.nit', nit)
  assert.equal((await ministry.send(theirs, await ministry.login(nit))).status, 200)
  await refused(ministry, notaCredito(theirs), '008', `${FIRST}.numeroDocumento`)

  const live = await sealed(ministry, set(creditoFiscal(), 'identificacion.ambiente', '01'))
  await refused(ministry, notaCredito(live), '014', `${FIRST}.numeroDocumento`)
})

type Spoil = (note: Draft) => Draft
// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, spoil: Spoil])[] = [
  ['096', '', at('documentoRelacionado', null)],
  ['096', '', at('documentoRelacionado', [])],
  ['007', `${FIRST}.tipoDocumento`, at('documentoRelacionado.0.tipoDocumento', '01')],
  ['007', `${FIRST}.tipoDocumento`, at('documentoRelacionado.0.tipoDocumento', '04')],
  ['014', `${FIRST}.numeroDocumento`, at('documentoRelacionado.0.tipoDocumento', '07')],
  ['003', `${FIRST}.tipoGeneracion`, at('documentoRelacionado.0.tipoGeneracion', 3)],
  ['017', `${FIRST}.fechaEmision`, at('documentoRelacionado.0.fechaEmision', '2026-10-06')],
  ['027', `${FIRST}.fechaEmision`, at('documentoRelacionado.0.fechaEmision', '2026-10-04')],
  ['025', 'documentoRelacionado[1].numeroDocumento', (d) => set(d, 'documentoRelacionado.1', d.documentoRelacionado[0])],
  ['026', 'documentoRelacionado[1].tipoDocumento', (d) => set(d, 'documentoRelacionado.1', { ...d.documentoRelacionado[0], tipoDocumento: '07' })],
  ['027', 'cuerpoDocumento[0].numeroDocumento', at('cuerpoDocumento.0.numeroDocumento', 'OTRO')],
  ['027', 'cuerpoDocumento[1].numeroDocumento', at('cuerpoDocumento.1.numeroDocumento', 'OTRO')],
  ['027', 'receptor.numDocumento', at('receptor.numDocumento', '06140506071029')],
  ['027', 'receptor.tipoDocumento', at('receptor.tipoDocumento', '37')],
  ['027', 'ventaTercero', at('ventaTercero', { nit: '06140101900019', nombre: 'Otro', codDomiciliado: 1 })],
]

test('each rule of related documents refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  for (const [code, path, spoil] of REFUSALS) {
    await refused(ministry, spoil(notaCredito(origin)), code, path)
  }
})

test('a relation that states the wrong type of its document is 027', async (t) => {
  const ministry = await startMinistry(t)
  const sale = await sealed(ministry, factura())
  const { codigoGeneracion } = sale.identificacion
  const note = notaCredito(creditoFiscal())
  const about = set(note, 'documentoRelacionado.0.numeroDocumento', codigoGeneracion)
  await refused(ministry, about, '027', `${FIRST}.tipoDocumento`)
})

test('a note has its origin’s principal, and its buyer may be identified by a DUI', async (t) => {
  const ministry = await startMinistry(t)
  const ventaTercero = { nit: '06140101900019', nombre: 'Mandante', codDomiciliado: 1 }
  const person = set(
    set(creditoFiscal(), 'ventaTercero', ventaTercero),
    'receptor.nit',
    '034567891',
  )
  const origin = await sealed(ministry, person)
  await sealed(ministry, set(notaCredito(origin), 'receptor.tipoDocumento', '13'))
  await refused(ministry, set(notaCredito(origin), 'ventaTercero', null), '027', 'ventaTercero')
})

test('a principal without NIT is compared by its name', async (t) => {
  const ministry = await startMinistry(t)
  const ventaTercero = { nit: null, nombre: 'Mandante', codDomiciliado: 2 }
  const origin = await sealed(ministry, set(creditoFiscal(), 'ventaTercero', ventaTercero))
  const another = set(notaCredito(origin), 'ventaTercero.nombre', 'Otro')
  await refused(ministry, another, '027', 'ventaTercero')
  await sealed(ministry, notaCredito(origin))
})

test('three months to the day, and not one more', async (t) => {
  const ministry = await startMinistry(t)
  const dated = (fecEmi: string) => set(creditoFiscal(), 'identificacion.fecEmi', fecEmi)
  await sealed(ministry, notaCredito(await sealed(ministry, dated('2026-07-05'))))
  const late = await sealed(ministry, dated('2026-07-04'))
  for (const make of [notaCredito, notaDebito]) {
    await refused(ministry, make(late), '018', `${FIRST}.fechaEmision`)
  }
  const paper = set(notaCredito(late), 'documentoRelacionado.0.tipoGeneracion', 1)
  await refused(ministry, paper, '018', `${FIRST}.fechaEmision`)
})

test('a paper document is accepted unchecked', async (t) => {
  const ministry = await startMinistry(t)
  const note = notaCredito(creditoFiscal())
  await sealed(ministry, set(note, 'documentoRelacionado.0.tipoGeneracion', 1))
})

/** The origins sell 230.00 taxed, net of a global discount of 20.00. */
test('credit notes over one document add up to at most what it sold', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  await sealed(ministry, credito(origin, 100_00))
  await sealed(ministry, credito(origin, 100_00))
  const [why] = await refused(ministry, credito(origin, 30_01), '016', `${FIRST}.numeroDocumento`)
  assert.equal(why, 'Venta gravada 230, notas de credito 230.01')
  await sealed(ministry, credito(origin, 30_00))
  await refused(ministry, credito(origin, 1), '016', `${FIRST}.numeroDocumento`)
  await sealed(ministry, notaDebito(origin), 'a debit note takes nothing back:')
})

test('credit notes are summed by their printed totals, not by unrounded lines', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  await sealed(ministry, credito(origin, 229_75))
  const half = () => {
    const line = set(credito(origin, 13), 'cuerpoDocumento.0.precioUni', 0.125)
    return set(line, 'cuerpoDocumento.0.ventaGravada', 0.125)
  }
  await sealed(ministry, half())
  const [why] = await refused(ministry, half(), '016', `${FIRST}.numeroDocumento`)
  assert.equal(why, 'Venta gravada 230, notas de credito 230.01')
})

test('a tribute cannot be credited beyond what the document has', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  const taxed = (tributos: Draft[], total: number) => {
    const note = set(credito(origin, 10_00), 'resumen.tributos', tributos)
    const whole = set(note, 'resumen.montoTotalOperacion', total)
    return set(whole, 'resumen.totalPagar', total)
  }
  const iva = { codigo: '20', descripcion: 'IVA', valor: 1.3 }
  const turismo = { codigo: '59', descripcion: 'Turismo', valor: 0.5 }
  const alien = set(taxed([iva, turismo], 11.8), 'cuerpoDocumento.0.tributos', ['20', '59'])
  const [why] = await refused(ministry, alien, '016', `${FIRST}.numeroDocumento`)
  assert.equal(why, 'Tributo 59 0, notas de credito 0.5')

  const more = (valor: number) => taxed([{ ...iva, valor }], 10 + valor)
  for (let n = 0; n < 22; n++) await sealed(ministry, more(1.31)) // a cent more is tolerated in each
  const [then] = await refused(ministry, more(1.31), '016', `${FIRST}.numeroDocumento`)
  assert.equal(then, 'Tributo 20 29.9, notas de credito 30.13')
})

test('a refused note does not count, and an invalidated one releases its amount', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  const wrong = set(credito(origin, 200_00), 'resumen.totalPagar', 1)
  await refused(ministry, wrong, '020', 'resumen.totalPagar')
  const first = await sealed(ministry, credito(origin, 200_00))
  await refused(ministry, credito(origin, 200_00), '016', `${FIRST}.numeroDocumento`)

  const invalidate = ({ identificacion: { codigoGeneracion } }: Draft) =>
    ministry.post('/_sim/invalidations', { codigoGeneracion })
  assert.equal((await invalidate(first)).status, 200)
  assert.equal((await invalidate(first)).status, 200)
  await sealed(ministry, credito(origin, 200_00))
  await refused(ministry, credito(origin, 30_01), '016', `${FIRST}.numeroDocumento`)

  await invalidate(origin)
  await refused(ministry, credito(origin, 1), '015', `${FIRST}.numeroDocumento`)
  assert.equal((await invalidate(creditoFiscal())).status, 400)
})

test('of fifty concurrent notes no more are sealed than the origin allows', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  const notes = Array.from({ length: 50 }, () => credito(origin, 10_00))
  const answers = await Promise.all(notes.map((note) => ministry.send(note)))
  const codes = answers.map(({ body }) => body.codigoMsg)
  assert.equal(codes.filter((code) => code === '001').length, 23)
  assert.equal(codes.filter((code) => code === '016').length, 27)
})

/** One note on many origins: a line of 10.00 for each. */
function over(origins: readonly Draft[]): Draft {
  const [first] = origins
  const cents = origins.length * 10_00
  const sold = { precioUni: 10, ventaGravada: 10, tributos: ['20'] }
  return {
    ...credito(first, cents),
    documentoRelacionado: origins.map(relacion),
    cuerpoDocumento: origins.map((origin, i) => lineaNota(origin, linea(i + 1, sold))),
  }
}

test('a note is over fifty documents at most, each counted by the lines that name it', async (t) => {
  const ministry = await startMinistry(t)
  const origins: Draft[] = []
  for (let i = 0; i < 51; i += 1) origins.push(await sealed(ministry, ventaPlena()))
  await refused(ministry, over(origins), '096', '')
  await sealed(ministry, over(origins.slice(0, 50)))
  const [first, , third] = origins
  await refused(ministry, credito(first, 220_01), '016', `${FIRST}.numeroDocumento`)
  await sealed(ministry, credito(first, 220_00))
  const path = 'documentoRelacionado[1].numeroDocumento'
  await refused(ministry, over([third, first]), '016', path)
})

test('in a note over several documents each is charged the tributes of its own lines, and no charge outside the base', async (t) => {
  const ministry = await startMinistry(t)
  const [first, second] = [
    await sealed(ministry, ventaPlena()),
    await sealed(ministry, ventaPlena()),
  ]
  await sealed(ministry, credito(second, 215_00))
  const lodging = { precioUni: 10, ventaGravada: 10, tributos: ['20', '59'] }
  const note = over([first, second])
  const iva = { codigo: '20', descripcion: 'IVA', valor: 2.6 }
  const turismo = { codigo: '59', descripcion: 'Turismo', valor: 0.5 }
  const due = { tributos: [iva, turismo], montoTotalOperacion: 23.1, totalPagar: 23.1 }
  const alien = set(note, 'cuerpoDocumento.1', lineaNota(second, linea(2, lodging)))
  const path = 'documentoRelacionado[1].numeroDocumento'
  const [why] = await refused(
    ministry,
    { ...alien, resumen: { ...alien.resumen, ...due } },
    '016',
    path,
  )
  assert.equal(why, 'Tributo 59 0, notas de credito 0.5')

  const charge = { ...cargo(3, 100), uniMedida: 99 }
  const charged = {
    ...note,
    cuerpoDocumento: [...note.cuerpoDocumento, lineaNota(second, charge)],
    resumen: { ...note.resumen, totalNoGravado: 100, totalPagar: 122.6 },
  }
  await sealed(ministry, charged)
})

test('a note over several documents rounds otherwise than each of them', async (t) => {
  const ministry = await startMinistry(t)
  const origins: Draft[] = []
  for (let i = 0; i < 4; i += 1) origins.push(await sealed(ministry, of1002()))
  const note = over(origins)
  const iva = { ...note.resumen.tributos[0], valor: 5.21 } // four times 1.3026, and 1.30 in each document
  const whole = {
    ...note,
    cuerpoDocumento: note.cuerpoDocumento.map((line: Draft) => ({ ...line, ...AT_1002 })),
    resumen: {
      ...note.resumen,
      totalGravada: 40.08,
      subTotalVentas: 40.08,
      tributos: [iva],
      montoTotalOperacion: 45.29,
      totalPagar: 45.29,
    },
  }
  await sealed(ministry, whole)
})

test('what a note over several documents prints fits into all of them, though the cents of each line do', async (t) => {
  const ministry = await startMinistry(t)
  const origins = [await sealed(ministry, of1002()), await sealed(ministry, of1002())]
  const note = over(origins)
  const line = { precioUni: 10.0249, ventaGravada: 10.0249 } // 20.0498 together
  const above = {
    ...note,
    cuerpoDocumento: note.cuerpoDocumento.map((one: Draft) => ({ ...one, ...line })),
    resumen: {
      ...note.resumen,
      totalGravada: 20.05,
      subTotalVentas: 20.05,
      tributos: [{ ...note.resumen.tributos[0], valor: 2.61 }],
      montoTotalOperacion: 22.66,
      totalPagar: 22.66,
    },
  }
  const [why] = await refused(ministry, above, '016', `${FIRST}.numeroDocumento`)
  assert.equal(why, 'Venta gravada 20.04, notas de credito 20.05')
})

const AT_1002 = { precioUni: 10.02, ventaGravada: 10.02 }

/** A sale of 10.02 taxed. */
function of1002(): Draft {
  const origin = ventaPlena()
  const [line] = origin.cuerpoDocumento
  const sums = { totalGravada: 10.02, subTotalVentas: 10.02, subTotal: 10.02 }
  const none = { descuGravada: 0, porcentajeDescuento: 0, totalDescu: 0, ivaRete: 0 }
  const due = { montoTotalOperacion: 11.32, totalPagar: 11.32 }
  const tributos = [{ ...origin.resumen.tributos[0], valor: 1.3 }]
  const pagos = [{ ...origin.resumen.pagos[0], montoPago: 11.32 }]
  return {
    ...origin,
    cuerpoDocumento: [{ ...line, cantidad: 1, ...AT_1002 }],
    resumen: { ...origin.resumen, ...sums, ...none, ...due, tributos, pagos },
  }
}

test('a note that is invalidated twice gives back what it took once', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, ventaPlena())
  await sealed(ministry, credito(origin, 100_00))
  const gone = await sealed(ministry, credito(origin, 130_00))
  const { codigoGeneracion } = gone.identificacion
  for (let n = 0; n < 2; n += 1) await ministry.post('/_sim/invalidations', { codigoGeneracion })
  const why = await refused(ministry, credito(origin, 130_01), '016', `${FIRST}.numeroDocumento`)
  assert.deepEqual(why, ['Venta gravada 230, notas de credito 230.01'])
  await sealed(ministry, credito(origin, 130_00))
})

test('exempt sales are credited as exempt', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  await refused(ministry, exenta(credito(origin, 10_00)), '016', `${FIRST}.numeroDocumento`)
  for (const [venta, total, descu, name] of [
    ['ventaExenta', 'totalExenta', 'descuExenta', 'Venta exenta'],
    ['ventaNoSuj', 'totalNoSuj', 'descuNoSuj', 'Venta no sujeta'],
  ] as const) {
    const d = ventaPlena()
    const line = { ...d.cuerpoDocumento[0], ventaGravada: 0, [venta]: 250, tributos: null }
    const sums = { totalGravada: 0, descuGravada: 0, tributos: null, [total]: 250, [descu]: 20 }
    const due = { ivaRete: 0, montoTotalOperacion: 230, totalPagar: 230 }
    const pagos = [{ ...d.resumen.pagos[0], montoPago: 230 }]
    const resumen = { ...d.resumen, ...sums, ...due, pagos }
    const sold = await sealed(ministry, { ...d, cuerpoDocumento: [line], resumen })
    const back = (cents: number) => exenta(credito(sold, cents), venta, total)
    const why = await refused(ministry, back(230_01), '016', `${FIRST}.numeroDocumento`)
    assert.deepEqual(why, [`${name} 230, notas de credito 230.01`])
    await sealed(ministry, back(230_00))
  }
})

/** The same note with an exempt sale, or one that is not subject. */
function exenta(note: Draft, venta = 'ventaExenta', total = 'totalExenta'): Draft {
  const { ventaGravada: sold } = note.cuerpoDocumento[0]
  const line = { ...note.cuerpoDocumento[0], ventaGravada: 0, [venta]: sold, tributos: null }
  const totals = { totalGravada: 0, [total]: sold, tributos: null }
  const due = { montoTotalOperacion: sold, totalPagar: sold }
  return { ...note, cuerpoDocumento: [line], resumen: { ...note.resumen, ...totals, ...due } }
}

test('a sale may relate only what precedes it, and a purchase nothing', async (t) => {
  const ministry: Ministry = await startMinistry(t)
  const named = set(factura(), 'cuerpoDocumento.0.numeroDocumento', '7')
  await refused(ministry, named, '027', 'cuerpoDocumento[0].numeroDocumento')
  const remission = { tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '7' }
  const related = [{ ...remission, fechaEmision: '2026-10-01' }]
  await sealed(ministry, set(renewed(named), 'documentoRelacionado', related))
})
