/**
 * Checks a summary's arithmetic against the lines within the ministry's tolerance, no matter who wrote the
 * document. Source: docs/sources.md#rounding.
 */
import { CERO, type Monto, sum, toText } from '../monto.ts'
import { about, type Grupo, type Rule } from './rule.ts'
import { isClose } from './tolerancia.ts'

/** What they read of domestic sales. Without charges a document has no sum of them. */
interface Documento {
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
}
interface Linea {
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  readonly ventaGravada: Monto
  readonly noGravado?: Monto
  readonly montoDescu: Monto
}
interface Resumen {
  readonly totalNoSuj: Monto
  readonly totalExenta: Monto
  readonly totalGravada: Monto
  readonly totalNoGravado?: Monto
  readonly subTotalVentas: Monto
  readonly descuNoSuj: Monto
  readonly descuExenta: Monto
  readonly descuGravada: Monto
  readonly totalDescu: Monto
  readonly subTotal: Monto
}
type Computed = (documento: Documento) => Monto

/** A summary member and its expected value. */
// biome-ignore format: a table
const SUMAS: readonly (readonly [keyof Resumen, Computed])[] = [
  ['totalNoSuj',     (d) => total(d, 'ventaNoSuj')],
  ['totalExenta',    (d) => total(d, 'ventaExenta')],
  ['totalGravada',   (d) => total(d, 'ventaGravada')],
  ['totalNoGravado', (d) => total(d, 'noGravado')],
  ['subTotalVentas', ({ resumen: r }) => sum([r.totalNoSuj, r.totalExenta, r.totalGravada])],
  ['totalDescu',     (d) => sum([total(d, 'montoDescu'), descuentos(d.resumen)])],
  ['subTotal',       ({ resumen: r }) => (r.subTotalVentas - descuentos(r)) as Monto],
]

/** The discount of each kind of sale is at most the sale itself. */
// biome-ignore format: a table
const DESCUENTOS = [
  ['descuNoSuj',   'totalNoSuj',   'no sujetas'],
  ['descuExenta',  'totalExenta',  'exentas'],
  ['descuGravada', 'totalGravada', 'gravadas'],
] as const

const CARGOS = 'totalNoGravado'

const SUMAS_CALCULADAS = SUMAS.map(([field, computed]) => suma(field, computed))
const DESCUENTOS_DENTRO: readonly Rule<Resumen, Documento>[] = [
  ...DESCUENTOS.map(([field, base, kind]) => ({
    name: `descuento global a ventas ${kind} dentro de su base`,
    rule: 'MF-44',
    field,
    holds: (r: Resumen) => r[field] <= r[base] || r[base] < CERO,
    message: (r: Resumen) =>
      `El descuento global ${toText(r[field])} es mayor que las ventas ${kind}, ${toText(r[base])}; redúzcalo.`,
  })),
]

export const SUMAS_GROUPS: readonly Grupo<Documento>[] = [
  about('resumen', (d) => d.resumen, [...SUMAS_CALCULADAS, ...DESCUENTOS_DENTRO]),
]

export const SUMAS_SIN_CARGO_GROUPS: readonly Grupo<Documento>[] = [
  about('resumen', (d) => d.resumen, [
    ...SUMAS_CALCULADAS.filter(({ field }) => field !== CARGOS),
    ...DESCUENTOS_DENTRO,
  ]),
]

/** A row that compares one summary member with its computation. */
export function suma<D extends { readonly resumen: object }>(
  field: keyof D['resumen'] & string,
  computed: (documento: D) => Monto,
): Rule<D['resumen'], D> {
  const stated = (r: D['resumen']) => r[field] as Monto
  return {
    name: `${field} calculado`,
    rule: 'MF-53',
    field,
    holds: (r, documento) => isClose(stated(r), computed(documento)),
    message: (r, documento) =>
      `${field} dice ${toText(stated(r))} y el cálculo da ${toText(computed(documento))}.`,
  }
}

function descuentos(r: Resumen): Monto {
  return sum([r.descuNoSuj, r.descuExenta, r.descuGravada])
}

function total(
  { cuerpoDocumento }: Documento,
  member: 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'noGravado' | 'montoDescu',
): Monto {
  let result = 0n
  for (const linea of cuerpoDocumento) result += linea[member] ?? 0n
  return result as Monto
}
