/** A JSON merge patch (RFC 7396) over a stored customer. The result is checked as a whole. */
import { type CustomerPatch, type CustomerRequest, Refused } from '@sello/contract'
import { assertCustomer, shapeOfCustomer } from './check.ts'
import type { NewCustomer, StoredCustomer } from './customer.ts'

/**
 * The customer with the patch applied. Refuses (400) a result without a required member, and (422) one that breaks
 * a rule.
 */
export function patched(
  stored: StoredCustomer,
  patch: CustomerPatch,
): { readonly customer: NewCustomer; readonly activo: boolean } {
  const { activo = stored.activo, ...members } = patch
  const before = { externalId: stored.externalId, ...withoutOldWords(stored.receptor, members) }
  const after = merge(before, members)
  const [problem, ...more] = shapeOfCustomer(after)
  if (problem) {
    const { field, message } = problem
    const issues = [problem, ...more]
    throw new Refused('invalid_request', `${field}: ${message}`, { field, issues })
  }
  return { customer: assertCustomer(after as CustomerRequest), activo }
}

/** The texts of codes: a text for the old code is wrong for a new one. */
const WORDS_OF_CODES = { codActividad: 'descActividad', codPais: 'nombrePais' } as const

/** The members without the texts of codes that the patch changes. */
export function withoutOldWords<T extends object>(members: T, said: object): T {
  const gone = Object.entries(WORDS_OF_CODES)
    .filter(([code]) => Object.hasOwn(said, code))
    .map(([, words]) => words as string)
  const kept = Object.entries(members).filter(([name]) => !gone.includes(name))
  return Object.fromEntries(kept) as T
}

type Json = Readonly<Record<string, unknown>>

function merge(target: Json, patch: Json): Json {
  const result: Record<string, unknown> = { ...target }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = isObject(value) ? merge(asObject(result[name]), value) : value
  }
  return result
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const asObject = (value: unknown): Json => (isObject(value) ? value : {})
