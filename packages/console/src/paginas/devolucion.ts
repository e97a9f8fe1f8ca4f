/** A return as it is typed: what is asked for, and what people read once it is registered. */
import type { Query } from '../emitir/from-documento.ts'
import { leerNumero, PREGUNTA } from '../emitir/numero.ts'
import type { Signed } from '../firma/store.ts'
import { dayOf, money } from '../ui/text.ts'
import { isReplayed } from './act-keys.ts'

/** What is left of a line, as the wire has it. */
export interface Disponible {
  readonly linea: number
  readonly vendida: number
  readonly devuelta: number
  readonly disponible: number
  /** Of a charge or a credit, in dollars and with its sign, in place of units. */
  readonly noGravado: {
    readonly vendido: number
    readonly devuelto: number
    readonly disponible: number
  } | null
}

/** A document as its page has it. */
export type Doc = Query & { readonly disponible?: readonly Disponible[] | null }

export interface FilaDevuelta {
  readonly linea: number
  readonly vendido: string
  readonly devuelto: string
  readonly disponible: string
  /** The whole rest, as it would be typed. */
  readonly resto: string
}

export type ItemDevuelto =
  | { readonly linea: number; readonly cantidad: number }
  | { readonly linea: number; readonly noGravado: number }

export function filaDe({ linea, noGravado, ...units }: Disponible): FilaDevuelta {
  const resto = Math.abs(noGravado?.disponible ?? units.disponible)
  if (!noGravado) {
    const { vendida, devuelta, disponible } = units
    const [vendido, devuelto, left] = [vendida, devuelta, disponible].map(String) as Three
    return { linea, vendido, devuelto, disponible: left, resto: left }
  }
  const { vendido, devuelto, disponible } = noGravado
  const [sold, returned, left] = [vendido, devuelto, disponible].map(
    (n) => `$ ${money(n)}`,
  ) as Three
  return { linea, vendido: sold, devuelto: returned, disponible: left, resto: String(resto) }
}
type Three = [string, string, string]

/** The items of a request, and what is wrong with each line that was typed. */
export function leerDevolucion(
  lineas: readonly Disponible[],
  wanted: Readonly<Record<number, string>>,
): { readonly items: readonly ItemDevuelto[]; readonly errores: ReadonlyMap<number, string> } {
  const items: ItemDevuelto[] = []
  const errores = new Map<number, string>()
  for (const one of lineas) {
    const { linea, noGravado } = one
    const leido = leerNumero(wanted[linea] ?? '')
    if (leido.kind === 'vacio') continue
    const limit = Math.abs(noGravado?.disponible ?? one.disponible)
    if (leido.kind === 'duda') errores.set(linea, PREGUNTA(leido.propuesta))
    else if (leido.kind !== 'numero' || leido.valor <= 0)
      errores.set(linea, 'Escriba un número mayor que 0.')
    else if (leido.valor > limit)
      errores.set(linea, `Queda por devolver ${noGravado ? `$ ${money(limit)}` : limit}.`)
    else items.push(itemDe(one, leido.valor))
  }
  return { items, errores }
}

/** A credit is returned with the sign that it was sold with. */
const itemDe = ({ linea, noGravado }: Disponible, valor: number): ItemDevuelto =>
  noGravado
    ? { linea, noGravado: noGravado.vendido < 0 ? -valor : valor }
    : { linea, cantidad: valor }

export function avisoDeDevolucion(signed: Pick<Signed, 'headers' | 'body'>): string {
  if (!isReplayed(signed)) return 'Devolución registrada.'
  const { fecEmi, horEmi } = signed.body as { fecEmi?: string; horEmi?: string }
  const since = fecEmi && horEmi ? ` el ${dayOf(fecEmi)}, ${horEmi.slice(0, 5)}` : ''
  return `Ya estaba registrada${since}. Para otra devolución, regístrela de nuevo.`
}
