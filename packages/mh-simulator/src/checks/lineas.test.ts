/** Lines, payments, parties and sums of a sale: what one member alone makes of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cargo, creditoFiscal, type Draft, factura, linea, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { refused, sealed } from '../../test/verdicts.ts'

type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

// biome-ignore format: a table
const ON_CHARGES: readonly (readonly [member: string, value: unknown])[] = [
  ['cantidad', 2], ['uniMedida', 59], ['precioUni', 0.75], ['montoDescu', 0.5], ['tributos', ['59']],
  ['codTributo', 'A8'], ['psv', 1], ['ivaItem', 0.09],
]

test('a charge outside the base is alone in its line', async (t) => {
  const ministry = await startMinistry(t)
  for (const [member, value] of ON_CHARGES) {
    const charged = set(factura(), `cuerpoDocumento.3.${member}`, value)
    await refused(ministry, charged, '024', `cuerpoDocumento[3].${member}`)
  }
})

/** A sale of 100.00 with IVA, whose payments, discounts and retention vary. */
function sale(members: Draft = {}, lines: readonly Draft[] = []): Draft {
  const d = factura()
  const sold = linea(1, { precioUni: 100, ventaGravada: 100, ivaItem: 11.50442478 })
  const zero = { totalNoSuj: 0, totalExenta: 0, totalNoGravado: 0, totalDescu: 0, totalIva: 11.5 }
  const sums = { totalGravada: 100, subTotalVentas: 100, subTotal: 100 }
  const due = { montoTotalOperacion: 100, totalPagar: 100, pagos: null }
  return {
    ...d,
    cuerpoDocumento: [sold, ...lines],
    resumen: { ...d.resumen, ...zero, ...sums, ...due, ...members },
  }
}

const paid = (members: Draft) => ({
  codigo: '05',
  montoPago: 100,
  referencia: null,
  plazo: null,
  periodo: null,
  ...members,
})
const [MIXED, CREDIT] = [3, 2]
const favour = (members: Draft = {}) =>
  sale({ totalNoGravado: -130, totalPagar: 0, saldoFavor: -30, ...members }, [
    cargo(2, -130, { ivaItem: 0 }),
  ])

// biome-ignore format: a table
const PAYMENTS: readonly (readonly [code: string | null, path: string, make: () => Draft])[] = [
  [null, '', () => sale({ pagos: [paid({ codigo: null })] })],
  [null, '', () => sale({ pagos: [paid({ codigo: '01' })] })],
  [null, '', () => sale({ pagos: [paid({ referencia: 'TRF-1' })] })],
  [null, '', () => sale({ condicionOperacion: MIXED, pagos: [paid({})] })],
  [null, '', () => sale({ condicionOperacion: MIXED, pagos: [paid({ plazo: '01', periodo: 45 })] })],
  [null, '', () => sale({ condicionOperacion: CREDIT, pagos: [paid({ plazo: '03', periodo: 1 })] })],
  [null, '', () => favour({ pagos: [paid({ codigo: '99', montoPago: 0 })] })],
  ['007', 'resumen.pagos[0].codigo', () => favour({ pagos: [paid({ codigo: '05', montoPago: 0 })] })],
  ['007', 'resumen.condicionOperacion', () => favour({ condicionOperacion: CREDIT })],
  ['005', 'resumen.pagos', () => sale({ condicionOperacion: MIXED })],
  ['005', 'resumen.pagos[0].plazo', () => sale({ condicionOperacion: MIXED, pagos: [paid({ periodo: 45 })] })],
  ['005', 'resumen.pagos[0].periodo', () => sale({ condicionOperacion: MIXED, pagos: [paid({ plazo: '01' })] })],
  ['003', 'resumen.pagos[1].codigo', () => sale({ pagos: [paid({ montoPago: 40 }), paid({ montoPago: 60, codigo: '77' })] })],
  ['020', 'resumen.pagos', () => sale({ pagos: [paid({ montoPago: 40 }), paid({ montoPago: 59.98 })] })],
  ['020', 'resumen.saldoFavor', () => favour({ saldoFavor: 0 })],
]

test('payments have what their condition asks, and no more', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, make] of PAYMENTS) {
    if (code === null) await sealed(ministry, make())
    else await refused(ministry, make(), code, path)
  }
})

/** A sale that must name its buyer. */
const large = (): Draft => {
  const sums = { totalGravada: 1100, subTotalVentas: 1100, subTotal: 1100, totalIva: 126.55 }
  const sold = linea(1, { precioUni: 1100, ventaGravada: 1100, ivaItem: 126.54867257 })
  const d = sale({ ...sums, montoTotalOperacion: 1100, totalPagar: 1100 })
  return { ...d, cuerpoDocumento: [sold] }
}
const unidentified = (d: Draft) =>
  at('receptor.tipoDocumento', null)(at('receptor.numDocumento', null)(d))
const identified =
  (tipo: string, numero: string): Change =>
  (d) =>
    at('receptor.tipoDocumento', tipo)(at('receptor.numDocumento', numero)(d))

// biome-ignore format: a table
const PARTIES: readonly (readonly [code: string | null, path: string, make: () => Draft])[] = [
  [null, '', () => large()],
  [null, '', () => unidentified(factura())],
  [null, '', () => at('receptor.nombre', null)(factura())],
  ['005', 'receptor.tipoDocumento', () => unidentified(large())],
  ['005', 'receptor.nombre', () => at('receptor.nombre', null)(large())],
  [null, '', () => identified('36', '034567891')(factura())],
  [null, '', () => identified('36', '06140506071028')(factura())],
  [null, '', () => identified('37', 'A')(factura())],
  [null, '', () => identified('02', 'A')(factura())],
  ['006', 'receptor.numDocumento', () => identified('36', '0345678910')(factura())],
  ['006', 'receptor.numDocumento', () => identified('36', '061405060710281')(factura())],
  ['006', 'receptor.numDocumento', () => identified('13', '0345678910')(factura())],
  ['006', 'receptor.numDocumento', () => identified('13', 'A034567891')(factura())],
  [null, '', () => at('receptor.nit', '034567891')(creditoFiscal())],
  ['006', 'receptor.nit', () => at('receptor.nit', '0345678910')(creditoFiscal())],
  ['006', 'receptor.nit', () => at('receptor.nit', 'A06140506071028')(creditoFiscal())],
  ['006', 'receptor.nit', () => at('receptor.nit', '06140506071028A')(creditoFiscal())],
  [null, '', () => at('emisor.nrc', '12')(factura())],
  [null, '', () => at('emisor.nrc', '12345678')(factura())],
  ['006', 'emisor.nrc', () => at('emisor.nrc', '1A')(factura())],
  ['006', 'emisor.nrc', () => at('emisor.nrc', 'A12')(factura())],
  ...['a b@example.com', 'a@b@example.com', 'a@example.com.', 'a@example.c', '@example.com', 'a@ex ample.com', 'a@.com1'].map(
    (correo) => ['006', 'emisor.correo', () => at('emisor.correo', correo)(factura())] as const,
  ),
  [null, '', () => at('emisor.correo', 'a.b+c@x-y.example.sv')(factura())],
]

test('parties have numbers and addresses of their forms, and a large sale a named buyer', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, make] of PARTIES) {
    if (code === null) await sealed(ministry, make())
    else await refused(ministry, make(), code, path)
  }
})

const exempt = (member: 'totalExenta' | 'totalNoSuj', members: Draft) => {
  const venta = member === 'totalExenta' ? 'ventaExenta' : 'ventaNoSuj'
  const line = linea(1, { precioUni: 100, [venta]: 100, ivaItem: 0 })
  const d = sale({ totalGravada: 0, totalIva: 0, [member]: 100, ...members })
  return { ...d, cuerpoDocumento: [line] }
}
const less = (amount: number, discount: number) => ({
  ...{ totalDescu: discount, subTotal: amount, montoTotalOperacion: amount, totalPagar: amount },
})

// biome-ignore format: a table
const SUMS: readonly (readonly [code: string | null, path: string, make: () => Draft])[] = [
  // The IVA of a sale with a discount is of what is left.
  [null, '', () => sale({ descuGravada: 10, ...less(90, 10), totalIva: 10.35 })],
  ['020', 'resumen.totalIva', () => sale({ descuGravada: 10, ...less(90, 10), totalIva: 11.5 })],
  // 1 % of the price without IVA.
  [null, '', () => sale({ ivaRete: 0.88, totalPagar: 99.12 })],
  ['020', 'resumen.ivaRete', () => sale({ ivaRete: 1, totalPagar: 99 })],
  ['020', 'resumen.totalPagar', () => sale({ ivaRete: 0.88, totalPagar: 100 })],
  [null, '', () => sale({ descuGravada: 10, ...less(90, 10), totalIva: 10.35, ivaRete: 0.8, totalPagar: 89.2 })],
  // No kind of sale is discounted more than it is.
  [null, '', () => exempt('totalExenta', { descuExenta: 100, ...less(0, 100) })],
  [null, '', () => exempt('totalNoSuj', { descuNoSuj: 100, ...less(0, 100) })],
  ['003', 'resumen.descuGravada', () => exempt('totalExenta', { descuGravada: 0.05, ...less(99.95, 0.05) })],
  ['003', 'resumen.descuNoSuj', () => exempt('totalExenta', { descuNoSuj: 1, ...less(99, 1) })],
  ['003', 'resumen.descuExenta', () => exempt('totalNoSuj', { descuExenta: 1, ...less(99, 1) })],
]

test('the sums of a sale are net of its discounts', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, make] of SUMS) {
    if (code === null) await sealed(ministry, make())
    else await refused(ministry, make(), code, path)
  }
})

test('a wrong sum is told with every result that is accepted, and a missing tribute by its code', async (t) => {
  const ministry = await startMinistry(t)
  const told = async (documento: Draft, code: string, path: string) =>
    refused(ministry, documento, code, path)
  const wrong = set(factura(), 'resumen.totalExenta', -1)
  assert.deepEqual(await told(set(wrong, 'resumen.totalExenta', 5), '020', 'resumen.totalExenta'), [
    'Se calculo 4.2 y se recibio 5',
  ])
  const rete = set(creditoFiscal(), 'resumen.ivaRete', 1)
  assert.deepEqual(await told(rete, '020', 'resumen.ivaRete'), [
    'Se calculo 0 o 2.3 y se recibio 1',
  ])
  const unlisted = set(creditoFiscal(), 'resumen.tributos', null)
  assert.deepEqual(await told(unlisted, '005', 'resumen.tributos'), ['Falta el tributo 20'])
})
