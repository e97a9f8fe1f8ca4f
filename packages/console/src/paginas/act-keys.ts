/**
 * The Idempotency-Keys of signing actions. A key belongs to its action until the outcome is known, also when the
 * dialog is closed in between: the next attempt then asks for the same outcome and does nothing twice.
 */
import { uuid } from '../clock.ts'
import { meaningOf } from '../emitir/refusal.ts'

interface Open {
  readonly key: string
  readonly sinRespuesta: boolean
}

/** By `{person}/{company}/{environment} {path}`. */
const open = new Map<string, Open>()

export function keyOf(action: string): string {
  const known = open.get(action)
  if (known) return known.key
  const key = uuid()
  open.set(action, { key, sinRespuesta: false })
  return key
}

/** The outcome is known: the next one is another action. */
export const settle = (action: string): void => void open.delete(action)

export type Meaning = ReturnType<typeof meaningOf>

/**
 * What a failure says of the action; see `meaningOf`. Keeps the key where the outcome is not known. Null: no answer
 * came, or none of the service.
 */
export function fail(
  action: string,
  refusal: { readonly code: string; readonly status: number } | null,
): Meaning {
  const key = keyOf(action)
  const sinRespuesta = open.get(action)?.sinRespuesta ?? false
  const meaning = refusal === null ? 'duda' : meaningOf(refusal, sinRespuesta)
  if (meaning === 'duda') open.set(action, { key, sinRespuesta: true })
  else settle(action)
  return meaning
}
