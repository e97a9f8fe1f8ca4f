/**
 * Requests of 01, 11 and 14 whose returns are hard to divide: up to 40 lines of a few cents or dollars, quantities
 * of up to 8 decimals, prices that end in half cents, every kind of sale, discounts, and a retention.
 */
import fc from 'fast-check'
import type { DteRequest } from '../src/index.ts'
import { expectedOf } from './independent.ts'
import { chosenOf, lineDiscount } from './pieces.ts'
import { REQUESTS } from './sound-requests.ts'

type Item = DteRequest['items'][number]

const cantidad = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: 1, max: 1_200 }).map((n) => n / 100),
  fc.integer({ min: 1, max: 1_200_000_000 }).map((n) => n / 1e8),
)

const precioUni = fc.oneof(
  fc.integer({ min: 1, max: 6_000 }).map((n) => (2 * n + 1) / 200), // half cents
  fc.integer({ min: 1, max: 6_000 }).map((n) => n / 100),
  fc.integer({ min: 1, max: 4_000_000 }).map((n) => n / 1e6),
)

const venta = fc
  .record({
    cantidad,
    precioUni,
    tipoVenta: fc.constantFrom('gravada', 'gravada', 'gravada', 'exenta', 'no_sujeta'),
    tipoItem: fc.constantFrom(1, 2),
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
    tributos: fc.constantFrom<readonly string[] | null>(
      null,
      null,
      null,
      ['59'],
      ['71'],
      ['D1', 'C8'],
    ),
  })
  .map(({ percent, tributos, ...item }) => ({
    ...item,
    ...(percent === null ? {} : { montoDescu: lineDiscount(item, percent) }),
    ...(tributos === null ? {} : { tributos }),
    ...(tributos?.includes('D1') ? { uniMedida: 22 } : {}),
  }))

const cargo = fc
  .integer({ min: -300, max: 300 })
  .filter((n) => n !== 0)
  .map((n) => ({ cantidad: 1, noGravado: n / 8 }))

const lineas = fc
  .array(fc.oneof({ weight: 9, arbitrary: venta }, { weight: 1, arbitrary: cargo }), {
    minLength: 1,
    maxLength: 39,
    size: 'max',
  })
  .map((lines) => [...lines, { cantidad: 3, precioUni: 40, tipoVenta: 'gravada', tipoItem: 2 }])
  .map((lines) => lines.map((line, i) => ({ descripcion: `Cosa ${i + 1}`, ...line }) as Item))

const descuentos = fc.option(
  fc.record({ noSujetas: fc.nat(100), exentas: fc.nat(100), gravadas: fc.nat(80) }),
)

const gastos = fc.record({
  seguro: fc.nat(20_000).map((n) => n / 100),
  flete: fc.nat(20_000).map((n) => n / 100),
})

/** The total may be below the amount from which a 01 can retain: then it does not. */
export function ventaLarga(tipoDte: '01' | '11' | '14'): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(lineas, descuentos, gastos)
    .map(([items, discounts, costs]) => VENTAS[tipoDte](items, discounts, costs))
}

type Discounts = { noSujetas: number; exentas: number; gravadas: number } | null

const PAGO = {
  retencion: false,
  percepcion: false,
  forma: 'única',
  share: 0,
  plazo: '01',
  periodo: 1,
  formaPago: '01',
} as const

const VENTAS = {
  '01': (items: Item[], discounts: Discounts) =>
    chosenOf({ tipoDte: '01', receptor: REQUESTS['01'].receptor, items } as DteRequest, {
      ...PAGO,
      discounts,
      retencion: true,
    }),

  '11': (items: Item[], discounts: Discounts, costs: { seguro: number; flete: number }) => {
    const lines = items.map(({ tipoVenta: _, ...item }) => {
      const tributos = (item.tributos ?? []).filter((codigo) => codigo === 'D1' || codigo === 'C8')
      const sold = { ...item, tipoItem: 1 }
      return tributos.length > 0 ? { ...sold, tributos } : withoutTributos(sold)
    })
    const exportacion = { ...REQUESTS['11'].exportacion, ...costs }
    const sale = { ...REQUESTS['11'], items: lines, exportacion } as DteRequest
    const gravadas = discounts && { noSujetas: 0, exentas: 0, gravadas: discounts.gravadas }
    const { descuentos: chosen, ...request } = chosenOf(sale, { ...PAGO, discounts: gravadas })
    return chosen ? { ...request, descuentos: { gravadas: chosen.gravadas ?? 0 } } : request
  },

  '14': (items: Item[], discounts: Discounts) => {
    const lines = items.flatMap(({ tipoVenta: _, ...item }) =>
      item.noGravado ? [] : [withoutTributos(item)],
    )
    const { descuento: _, ...purchase } = { ...REQUESTS['14'], items: lines }
    if (discounts === null) return purchase as DteRequest
    const { totalCompra } = expectedOf(purchase as DteRequest).resumen
    const descuento = Math.floor(Number(totalCompra) * discounts.gravadas) / 100
    return { ...purchase, descuento } as DteRequest
  },
} as const

function withoutTributos<T extends { tributos?: unknown }>({ tributos: _, ...item }: T) {
  return item
}
