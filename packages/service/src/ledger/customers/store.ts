/**
 * Writing customers. Two unique indexes decide identity: no two active customers of a company have the same
 * document or the same externalId.
 */
import { type CustomerPatch, Refused } from '@sello/contract'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import type { Storing } from '../search/rows.ts'
import {
  CUSTOMERS,
  type NewCustomer,
  type Owner,
  type StoredCustomer,
  toCustomer,
  valuesOf,
} from './customer.ts'
import { findCustomer, findTwin } from './find.ts'
import { patched } from './patch.ts'

/**
 * Stores the customer, or returns the existing one with the same data, so that a repeated call stores nothing
 * twice. Refuses (409) if an active one with its document or externalId has other data.
 */
export async function createCustomer(
  tx: Tx,
  { clock, random }: Omit<Storing, 'pool'>,
  owner: Owner,
  customer: NewCustomer,
): Promise<{ readonly stored: StoredCustomer; readonly created: boolean }> {
  const which = { companyId: owner.companyId, id: random.uuid() }
  const values = valuesOf(customer, which.id, owner, random)
  const row = await CUSTOMERS.insert(tx, which, values, clock.now())
  if (row) return { stored: toCustomer(row, owner), created: true }
  const twin = await findTwin(tx, owner, customer)
  if (twin && saysTheSame(twin, customer)) return { stored: twin, created: false }
  throw customerExists(twin, customer)
}

/**
 * Applies the patch. Null if the company has no such customer; refuses a result that could not be stored as new.
 */
export async function updateCustomer(
  { pool, clock, random }: Storing,
  owner: Owner,
  { customerId, patch }: { readonly customerId: string; readonly patch: CustomerPatch },
): Promise<StoredCustomer | null> {
  let wanted: NewCustomer | null = null
  try {
    return await transaction(pool, async (tx) => {
      const before = await findCustomer(tx, owner, customerId, 'for update')
      if (before === null) return null
      const { customer, activo } = patched(before, patch)
      wanted = customer
      if (activo === before.activo && saysTheSame(before, customer)) return before
      const which = { companyId: owner.companyId, id: customerId }
      const said = valuesOf(customer, customerId, owner, random)
      const row = await CUSTOMERS.update(tx, which, { said, activo, now: clock.now() })
      return toCustomer(row, owner)
    })
  } catch (error) {
    if (!isUniqueViolation(error) || wanted === null) throw error
    throw customerExists(await findTwin(pool, owner, wanted), wanted)
  }
}

/** Deactivates it, so that no new document may name it. Null when the company has no such customer. */
export async function deactivateCustomer(
  { pool, clock }: Storing,
  owner: Owner,
  customerId: string,
): Promise<StoredCustomer | null> {
  const which = { companyId: owner.companyId, id: customerId }
  const row = await CUSTOMERS.deactivate(pool, which, clock.now())
  return row && toCustomer(row, owner)
}

/** Both were read by the same function, so their members have the same order. */
export function saysTheSame(a: NewCustomer, b: NewCustomer): boolean {
  return a.externalId === b.externalId && JSON.stringify(a.receptor) === JSON.stringify(b.receptor)
}

/** `twin` null: it was created and removed meanwhile. */
function customerExists(twin: StoredCustomer | null, customer: NewCustomer) {
  if (twin === null) {
    const message = 'El cliente está cambiando en otra petición. Repita en unos segundos.'
    return new Refused('service_unavailable', message, {})
  }
  const isExternalId = customer.externalId !== null && twin.externalId === customer.externalId
  const field = isExternalId ? 'externalId' : 'numDocumento'
  return new Refused(
    'customer_exists',
    `Ya hay un cliente activo con ese ${field}: ${twin.customerId}. Cámbielo con PATCH, o quite ese dato de este.`,
    { field, customerId: twin.customerId },
  )
}
