/** A return as it is typed: what is asked for, and what people read once it is registered. */
import type { ReturnRequest } from '@sello/contract'
import type { Query } from '../emitir/from-documento.ts'
import { leerNumero, PREGUNTA } from '../emitir/numero.ts'
import type { Signed } from '../firma/store.ts'
import { dayOf, money } from '../ui/text.ts'
import { isReplayed } from './act-keys.ts'

/** What is left of a line: units, or of a charge or a credit dollars with its sign. */
export type Disponible = NonNullable<Query['disponible']>[number]

export type ItemDevuelto = ReturnRequest['items'][number]

export interface FilaDevuelta {
  readonly linea: number
  readonly vendido: string
  readonly devuelto: string
  readonly disponible: string
  /** The whole rest, as it would be typed; empty: nothing is left. */
  readonly resto: string
}

export function filaDe({ linea, noGravado, ...units }: Disponible): FilaDevuelta {
  const { vendida, devuelta, disponible } = units
  const resto = Math.abs(noGravado?.disponible ?? disponible)
  const row = noGravado
    ? {
        vendido: dollars(noGravado.vendido),
        devuelto: dollars(noGravado.devuelto),
        disponible: dollars(noGravado.disponible),
      }
    : { vendido: `${vendida}`, devuelto: `${devuelta}`, disponible: `${disponible}` }
  return { linea, ...row, resto: resto === 0 ? '' : String(resto) }
}

const dollars = (amount: number) => `$ ${money(amount)}`

/** The returns whose units count: a rejected or an abandoned one gave nothing back. */
export const retornosDe = ({ retornos }: Pick<Query, 'retornos'>) =>
  retornos.filter(({ estado }) => estado === 'sellado' || estado === 'firmado')

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
      errores.set(linea, `Queda por devolver ${noGravado ? dollars(limit) : limit}.`)
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
