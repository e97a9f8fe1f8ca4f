/**
 * The rules for return events, checked on the JSON that is signed, with another library. Shares no code with src.
 */
import type { Decimal } from 'decimal.js'
import { added, Exact, r2, r8 } from './decimal.ts'

type Linea = Readonly<Record<string, number>> & { readonly tributos: readonly string[] | null }
type Fila = { readonly codigo: string; readonly valor: number }
type Resumen = Readonly<Record<string, number | null>> & {
  readonly tributos: readonly Fila[] | null
}
type Evento = { readonly cuerpoDocumento: readonly Linea[]; readonly resumen: Resumen }

const CENT = new Exact('0.01')
const of = (n: number | null | undefined) => new Exact(n ?? 0)
const sumOf = (lines: readonly Linea[], member: string) => added(lines.map((l) => of(l[member])))
const ventaOf = (l: Linea) => added(VENTAS.map((clase) => of(l[clase])))

const VENTAS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra']
const SERVICIO = 2
const PER_UNIT: Readonly<Record<string, string>> = { '71': '7', D1: '0.2', C8: '0.1' }

/** The exact retention of a line: 1 % of a price that includes IVA, a tenth of a service. */
function ownRetention(l: Linea, member: 'ivaRete' | 'reteRenta'): Decimal {
  if (member === 'ivaRete') return of(l.ventaGravada).div('1.13').div(100)
  return l.tipoItem === SERVICIO ? of(l.compra).div(10) : new Exact(0)
}

/** The most that the ministry lets a line state, in whole cents. */
function mostOf(l: Linea, member: 'ivaRete' | 'reteRenta'): Decimal {
  const own = ownRetention(l, member)
  return own.isZero() ? own : own.plus(CENT).toDecimalPlaces(2, Exact.ROUND_FLOOR)
}

/** What the ministry would refuse in one event, in words; nothing for a sound one. */
export function faultsOf(text: string): string[] {
  const { cuerpoDocumento: lines, resumen } = JSON.parse(text) as Evento
  const faults: string[] = []
  const near = (name: string, stated: Decimal, computed: Decimal) => {
    if (stated.minus(computed).abs().gt(CENT)) faults.push(`${name} ${stated} of ${computed}`)
  }
  const equal = (name: string, stated: Decimal, computed: Decimal) => {
    if (!stated.eq(computed)) faults.push(`${name} ${stated}, not ${computed}`)
  }
  for (const [i, l] of lines.entries()) {
    const bruto = r8(of(l.cantidad).mul(of(l.precioUni)))
    const discount = of(l.montoDescu)
    if (discount.isNegative() || discount.gt(bruto)) faults.push(`[${i}] discount ${discount}`)
    near(`[${i}] sale`, ventaOf(l), bruto.minus(discount))
    const isTaxed = lines.some((one) => of(one.ivaItem).gt(0))
    if (isTaxed) near(`[${i}] ivaItem`, of(l.ivaItem), of(l.ventaGravada).mul(13).div(113))
    for (const member of ['ivaRete', 'reteRenta'] as const) {
      const stated = of(l[member])
      if (stated.gt(mostOf(l, member))) {
        faults.push(`[${i}] ${member} ${stated} of ${ownRetention(l, member)}`)
      }
    }
  }
  const r = (member: string) => of(resumen[member] as number | null)
  near('totalNoSuj', r('totalNoSuj'), r2(sumOf(lines, 'ventaNoSuj')))
  near('totalExenta', r('totalExenta'), r2(sumOf(lines, 'ventaExenta')))
  near('totalGravada', r('totalGravada'), r2(sumOf(lines, 'ventaGravada')))
  near('totalCompraExcluidos', r('totalCompraExcluidos'), r2(sumOf(lines, 'compra')))
  near('totalIva', r('totalIva'), r2(sumOf(lines, 'ivaItem')))
  near('totalNoGravado', r('totalNoGravado'), r2(sumOf(lines, 'noGravado')))
  equal('ivaRete', r('ivaRete'), sumOf(lines, 'ivaRete'))
  equal('reteRenta', r('reteRenta'), sumOf(lines, 'reteRenta'))
  equal('totalSeguro', r('totalSeguro'), sumOf(lines, 'seguro'))
  equal('totalFlete', r('totalFlete'), sumOf(lines, 'flete'))
  const sales = ['totalNoSuj', 'totalExenta', 'totalGravada', 'totalCompraExcluidos'].map(r)
  equal('subTotalVentas', r('subTotalVentas'), added(sales))
  const filas = (resumen.tributos ?? []).map(({ valor }) => of(valor))
  const costs = [r('totalSeguro'), r('totalFlete')]
  const monto = added([r('subTotalVentas'), ...filas, ...costs])
  equal('montoTotalOperacion', r('montoTotalOperacion'), monto)
  const saldo = monto.minus(r('ivaRete')).minus(r('reteRenta')).plus(r('totalNoGravado'))
  equal('totalPagar', r('totalPagar'), Exact.max(saldo, 0))
  equal('saldoFavor', r('saldoFavor'), Exact.min(saldo, 0))
  return faults
}

/**
 * What differs by more than rounding, where no event was cancelled: each retention by a cent or more from the exact
 * one of its line or event, and each tribute of a unit by more than a cent.
 */
export function roundingsOf(original: string, text: string): string[] {
  const { resumen: whole } = JSON.parse(original) as Evento
  const { cuerpoDocumento: lines, resumen } = JSON.parse(text) as Evento
  const far = (name: string, stated: Decimal, exact: Decimal) =>
    stated.minus(exact).abs().lt(CENT) ? [] : [`${name} ${stated} of ${exact}`]
  const retentions = (['ivaRete', 'reteRenta'] as const)
    .filter((member) => of(whole[member] as number).gt(0))
    .flatMap((member) => {
      const own = lines.map((l) => ownRetention(l, member))
      return [
        ...far(member, of(resumen[member] as number), added(own)),
        ...own.flatMap((exact, i) => far(`[${i}] ${member}`, of(lines[i]?.[member]), exact)),
      ]
    })
  const tributos = (resumen.tributos ?? []).flatMap(({ codigo, valor }) => {
    const bearing = lines.filter((l) => l.tributos?.includes(codigo))
    const rate = PER_UNIT[codigo]
    if (rate === undefined) return []
    const exact = r2(sumOf(bearing, 'cantidad').mul(rate))
    return of(valor).minus(exact).abs().gt(CENT) ? [`${codigo} ${valor} of ${exact}`] : []
  })
  return [...retentions, ...tributos]
}

// biome-ignore format: a table
const TOTALES: readonly (readonly [event: string, original: readonly string[], less: string | null])[] = [
  ['totalNoSuj',           ['totalNoSuj'],                      'descuNoSuj'],
  ['totalExenta',          ['totalExenta'],                     'descuExenta'],
  ['totalGravada',         ['totalGravada'],                    'descuGravada'],
  ['totalCompraExcluidos', ['totalCompra'],                     'descu'],
  ['montoTotalOperacion',  ['montoTotalOperacion', 'subTotal'], null],
  ['totalIva',             ['totalIva'],                        null],
  ['ivaRete',              ['ivaRete'],                         null],
  ['reteRenta',            ['reteRenta'],                       null],
  ['totalSeguro',          ['seguro'],                          null],
  ['totalFlete',           ['flete'],                           null],
  ['totalNoGravado',       ['totalNoGravado'],                  null],
]

/** Each total of the original less those of its events, where it is not zero; a negative one is too much. */
export function leftOf(original: string, events: readonly string[]): Record<string, Decimal> {
  const { resumen: whole } = JSON.parse(original) as Evento
  const stated = events.map((text) => (JSON.parse(text) as Evento).resumen)
  const rows = TOTALES.map(([member, names, less]): [string, Decimal] => {
    const name = names.find((one) => whole[one] !== undefined) ?? ''
    const sold = of(whole[name] as number).minus(of(less === null ? 0 : (whole[less] as number)))
    return [member, sold.minus(added(stated.map((r) => of(r[member] as number))))]
  })
  const tributos = (whole.tributos ?? []).map(({ codigo, valor }): [string, Decimal] => {
    const filas = stated.flatMap((r) => (r.tributos ?? []).filter((f) => f.codigo === codigo))
    return [codigo, of(valor).minus(added(filas.map((f) => of(f.valor))))]
  })
  const saldo = (r: Resumen) => of(r.totalPagar as number).plus(of(r.saldoFavor as number))
  rows.push(['saldo', saldo(whole).minus(added(stated.map(saldo)))])
  return Object.fromEntries([...rows, ...tributos].filter(([, left]) => !left.isZero()))
}
