/** 04: goods on their way, to somebody or to a place of the issuer's own. */
import { test } from 'node:test'
import { type Draft, NIT, renewed, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { remision } from '../../test/remision.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

const related = (tipoDocumento: string) => [
  { tipoDocumento, tipoGeneracion: 1, numeroDocumento: '4815', fechaEmision: '2026-10-01' },
]

/** A first line that an export sold, with those tributes. */
const exporting =
  (tributos: readonly string[]): Change =>
  (d) =>
    set(set(d, 'documentoRelacionado', related('11')), `${LINE}.tributos`, tributos)

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('receptor', null)],
  ['096', '', at('receptor.codActividad', null)],
  ['096', '', at('receptor.bienTitulo', '003')],
  ['096', '', at(`${LINE}.noGravado`, 0)],
  ['096', '', at('resumen.totalPagar', 522.13)],
  ['003', 'receptor.bienTitulo', at('receptor.bienTitulo', '06')],
  ['023', 'resumen.tributos', at('resumen.tributos', null)],
  ['024', 'cuerpoDocumento[1].tributos', (d) => set(set(d, 'cuerpoDocumento.1.ventaExenta', 0), 'cuerpoDocumento.1', { ...d.cuerpoDocumento[1], ventaExenta: 0, ventaNoSuj: 12.5, tributos: ['20'] })],
  ['020', 'resumen.totalNoSuj', at('resumen.totalNoSuj', 1)],
  ['020', 'resumen.totalExenta', at('resumen.totalExenta', 13)],
  ['020', 'resumen.totalGravada', (d) => set(set(d, 'resumen.totalGravada', 481), 'resumen.tributos.0.valor', 58.76)],
  ['020', 'resumen.subTotalVentas', at('resumen.subTotalVentas', 480)],
  ['005', 'cuerpoDocumento[0].tributos', at(`${LINE}.tributos`, null)],
  ['024', 'cuerpoDocumento[1].tributos', at('cuerpoDocumento.1.tributos', ['20'])],
  ['007', 'cuerpoDocumento[0].tributos', at(`${LINE}.tributos`, ['20', 'C3'])],
  ['007', 'cuerpoDocumento[0].tipoItem', (d) => set(set(d, 'documentoRelacionado', related('11')), `${LINE}.tipoItem`, 3)],
  ['005', 'cuerpoDocumento[0].tributos', at('documentoRelacionado', related('11'))],
  ...['20', '59', '71', 'D1', 'C8', 'D5', 'D4'].map((codigo) => ['007', 'cuerpoDocumento[0].tributos', exporting(['C3', codigo])] as const),
  ['007', 'documentoRelacionado[0].tipoDocumento', at('documentoRelacionado', related('05'))],
  ['020', 'cuerpoDocumento[0].ventaGravada', at(`${LINE}.ventaGravada`, 480.02)],
  ['020', 'resumen.tributos[0].valor', at('resumen.tributos.0.valor', 62.4)],
  ['020', 'resumen.porcentajeDescuento', at('resumen.porcentajeDescuento', 6)],
  ['020', 'resumen.totalDescu', at('resumen.totalDescu', 29)],
  ['020', 'resumen.subTotal', at('resumen.subTotal', 492.5)],
  ['020', 'resumen.montoTotalOperacion', at('resumen.montoTotalOperacion', 463.5)],
  ['003', 'resumen.descuExenta', (d) => set(set(d, 'resumen.descuExenta', 29), 'resumen.descuGravada', 0)],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
  ['003', 'receptor.direccion.distrito', at('receptor.direccion.distrito', '77')],
]

test('each rule of remissions refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    const changed = change(remision())
    if (path === 'resumen.descuExenta') {
      changed.resumen.tributos[0].valor = 62.4
      changed.resumen.montoTotalOperacion = 525.9
    }
    await refused(ministry, changed, code, path)
  }
})

test('goods go to somebody, and to the issuer itself', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, remision())
  const own = { ...remision().receptor, numDocumento: NIT, bienTitulo: '04', direccion: null }
  await sealed(ministry, set(remision(), 'receptor', own))
  await sealed(ministry, set(remision(), 'documentoRelacionado', related('03')))
})

test('discounts of any kind of sale count, and a remission of nothing has none', async (t) => {
  const ministry = await startMinistry(t)
  const { cuerpoDocumento, ...rest } = remision()
  const [, exempt] = cuerpoDocumento
  for (const [venta, total, descu] of [
    ['ventaExenta', 'totalExenta', 'descuExenta'],
    ['ventaNoSuj', 'totalNoSuj', 'descuNoSuj'],
  ] as const) {
    const line = { ...exempt, numItem: 1, ventaExenta: 0, [venta]: 12.5 }
    const zero = { totalExenta: 0, totalGravada: 0, descuGravada: 0, tributos: null }
    const sums = { subTotalVentas: 12.5, porcentajeDescuento: 20, totalDescu: 2.5, subTotal: 10 }
    const resumen = { ...rest.resumen, ...zero, ...sums, [total]: 12.5, [descu]: 2.5 }
    const one = {
      ...rest,
      cuerpoDocumento: [line],
      resumen: { ...resumen, montoTotalOperacion: 10 },
    }
    await sealed(ministry, renewed(one))
  }
  const nothing = { ...exempt, numItem: 1, precioUni: 0, ventaExenta: 0 }
  const none = { totalExenta: 0, totalGravada: 0, subTotalVentas: 0, descuGravada: 0 }
  const free = {
    porcentajeDescuento: 0,
    totalDescu: 0,
    tributos: null,
    subTotal: 0,
    montoTotalOperacion: 0,
  }
  const gift = {
    ...rest,
    cuerpoDocumento: [nothing],
    resumen: { ...rest.resumen, ...none, ...free },
  }
  await sealed(ministry, renewed(gift))
})

test('a taxed remission may list more than the IVA, of the price without it', async (t) => {
  const ministry = await startMinistry(t)
  const d = set(remision(), `${LINE}.tributos`, ['59', '20'])
  const turismo = { codigo: '59', descripcion: 'Turismo', valor: 24 }
  const resumen = { ...d.resumen, tributos: [turismo, ...d.resumen.tributos] }
  await sealed(ministry, { ...d, resumen: { ...resumen, montoTotalOperacion: 546.13 } })
})

test('what an export sold bears 0 %, goods and services alike', async (t) => {
  const ministry = await startMinistry(t)
  const { cuerpoDocumento, ...rest } = remision()
  const ofItem = (tipoItem: number): Draft => ({
    ...rest,
    documentoRelacionado: related('11'),
    cuerpoDocumento: [{ ...cuerpoDocumento[0], tipoItem, tributos: ['C3'] }],
    resumen: {
      ...rest.resumen,
      totalExenta: 0,
      subTotalVentas: 480,
      descuGravada: 0,
      porcentajeDescuento: 0,
      totalDescu: 20,
      tributos: [{ codigo: 'C3', descripcion: 'Exportaciones 0%', valor: 0 }],
      subTotal: 480,
      montoTotalOperacion: 480,
    },
  })
  for (const tipoItem of [1, 2]) await sealed(ministry, renewed(ofItem(tipoItem)))
  await refused(ministry, renewed(ofItem(3)), '007', 'cuerpoDocumento[0].tipoItem')
})

test("the ministry's remissions are sealed", async (t) => {
  if (!hasReference('the samples of 04')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  for (const name of ['fe-nr-v4', 'fe-nr-v4-traslado']) {
    const sample = JSON.parse(readReference(`samples/${name}.json`))
    await sealed(ministry, set(sample, 'emisor.nit', NIT))
  }
})
