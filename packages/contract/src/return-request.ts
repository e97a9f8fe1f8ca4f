/** The body of POST /v1/dte/{codigoGeneracion}/return (docs/wire.md#returns): its shape only. */
import Type, { type Static } from 'typebox'
import { closed, decimal } from './schema.ts'

/** The largest number of the ministry's structures: 11 digits. */
const LIMIT = 100_000_000_000

/** Exactly one of `cantidad` and `noGravado`, which `itemProblems` checks. */
export const ItemRetorno = closed({
  linea: Type.Integer({ minimum: 1, maximum: 2000 }),
  cantidad: Type.Optional(decimal(8, { exclusiveMinimum: 0, exclusiveMaximum: LIMIT })),
  noGravado: Type.Optional(decimal(8, { exclusiveMinimum: -LIMIT, exclusiveMaximum: LIMIT })),
})

export const ReturnRequest = closed({
  items: Type.Array(ItemRetorno, { minItems: 1, maxItems: 2000 }),
  fechaEvento: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })),
})
export type ReturnRequest = Static<typeof ReturnRequest>

/** What the schema cannot express: one form for each item, and each line once per form. */
export function itemProblems({ items }: ReturnRequest): { field: string; message: string }[] {
  const seen = new Map<string, number>()
  return items.flatMap(({ linea, cantidad, noGravado }, i) => {
    const at = `items[${i}]`
    if ((cantidad === undefined) === (noGravado === undefined)) {
      return [{ field: at, message: 'lleva cantidad o noGravado, uno solo de los dos.' }]
    }
    if (noGravado === 0) {
      return [{ field: `${at}.noGravado`, message: 'no puede ser 0; quite la línea.' }]
    }
    const form = `${linea} ${cantidad === undefined ? 'noGravado' : 'cantidad'}`
    const first = seen.get(form)
    if (first !== undefined) {
      const message = `repite la línea de items[${first}]; súmelas en una.`
      return [{ field: `${at}.linea`, message }]
    }
    seen.set(form, i)
    return []
  })
}
