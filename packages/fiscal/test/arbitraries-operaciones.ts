/** Sound requests for events of special operations. Each has series of its own, since a voucher is reported once. */
import fc from 'fast-check'
import type { ItemOperacionRequest, OperacionesRequest } from '../src/index.ts'

const amount = (max: number, decimals: 2 | 8) =>
  fc.integer({ min: 1, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals)

const importe = fc.oneof(
  fc.oneof(amount(5_000, 2), amount(50, 8)).map((precioUni) => ({ precioUni })),
  amount(20_000, 2).map((total) => ({ total })),
)
const venta = fc.record(
  {
    tipoVenta: fc.constantFrom('gravada', 'exenta', 'no_sujeta'),
    descripcion: fc.constantFrom('Consumo', 'Facturas del mes', 'Año nuevo'),
  },
  { requiredKeys: [] },
)

/** What a line reports, before its series and first number are known. */
const rango = (tipoDocumento: '02' | '97') =>
  fc.tuple(fc.integer({ min: 1, max: 400 }), fc.boolean(), fc.integer({ min: 0, max: 3 })).map(
    ([count, isCounted, zeros]) =>
      (serie: string, first: number): ItemOperacionRequest => ({
        tipoDocumento,
        desde: `${serie}${'0'.repeat(zeros)}${first}`,
        hasta: `${serie}${first + count - 1}`,
        ...(isCounted ? { cantidad: count } : {}),
      }),
  )
const uno = fc.integer({ min: 1, max: 28 }).map((day) => (serie: string, first: number) => ({
  tipoDocumento: '97',
  numero: `${serie}${first}`,
  fecha: `2026-09-${String(day).padStart(2, '0')}`,
}))

/** The vouchers of internal control of an event are all by range or all one by one. */
const lines = fc.boolean().chain((byRange) => {
  const cuales = fc.oneof(rango('02'), byRange ? rango('97') : uno)
  return fc.array(fc.tuple(cuales, importe, venta), { minLength: 1, maxLength: 8 })
})

/** More vouchers than a line may have. */
const APART = 1_000

/** `serie` tells the vouchers of one event from those of the others. */
export const operacionesRequest = lines.map(
  (chosen) =>
    (serie: string): OperacionesRequest => ({
      items: chosen.map(([cuales, prices, members], i) => ({
        ...cuales(serie, i * APART + 1),
        ...prices,
        ...members,
      })),
    }),
)
