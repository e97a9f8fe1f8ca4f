/**
 * Writing customers. Two unique indexes decide identity: no two active customers of a company have the same
 * document or the same externalId.
 */
import { type CustomerPatch, Refused } from '@sello/contract'
import type { Clock, Random } from '../../base/clock.ts'
import { isUniqueViolation } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement, type Tx, transaction } from '../../base/db/tx.ts'
import { indexWords } from '../search/search-words.ts'
import {
  CUSTOMER_COLUMNS,
  type CustomerRow,
  type NewCustomer,
  type Owner,
  type StoredCustomer,
  sealReceptor,
  toCustomer,
} from './customer.ts'
import { findTwin } from './find.ts'
import { patched } from './patch.ts'

export interface Storing {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
}
type Making = Pick<Storing, 'clock' | 'random'>

/** Retries when a customer with the same document was created and removed meanwhile. */
const TRIES = 3

/**
 * Stores the customer, or returns the existing one with the same data, so that a repeated call stores nothing
 * twice. Refuses (409) if an active one with its document or externalId has other data.
 */
export async function createCustomer(
  tx: Tx,
  deps: Making,
  owner: Owner,
  customer: NewCustomer,
): Promise<{ readonly stored: StoredCustomer; readonly created: boolean }> {
  for (let i = 0; i < TRIES; i++) {
    const stored = await insertCustomer(tx, deps, owner, customer)
    if (stored) return { stored, created: true }
    const twin = await findTwin(tx, owner, customer)
    if (twin && saysTheSame(twin, customer)) return { stored: twin, created: false }
    if (twin) throw customerExists(twin, customer)
  }
  const message = 'El cliente está cambiando en otra petición. Repita en unos segundos.'
  throw new Refused('service_unavailable', message, {})
}

/**
 * Applies the patch. Null if the company has no such customer; refuses a result that could not be stored as new.
 */
export async function updateCustomer(
  deps: Storing,
  owner: Owner,
  { customerId, patch }: { readonly customerId: string; readonly patch: CustomerPatch },
): Promise<StoredCustomer | null> {
  let wanted: NewCustomer | null = null
  try {
    return await transaction(deps.pool, async (tx) => {
      const before = await lockCustomer(tx, owner, customerId)
      if (before === null) return null
      const { customer, activo } = patched(before, patch)
      wanted = customer
      if (activo === before.activo && saysTheSame(before, customer)) return before
      const after = { ...before, ...customer, activo, updatedAt: deps.clock.now() }
      await writeCustomer(tx, owner, after, deps)
      return after
    })
  } catch (error) {
    if (!isUniqueViolation(error) || wanted === null) throw error
    const twin = await findTwin(deps.pool, owner, wanted)
    if (twin) throw customerExists(twin, wanted)
    const message = 'El cliente está cambiando en otra petición. Repita en unos segundos.'
    throw new Refused('service_unavailable', message, {}, { cause: error })
  }
}

/** Deactivates it, so that no new document may name it. Null when the company has no such customer. */
export async function deactivateCustomer(
  { pool, clock }: Storing,
  owner: Owner,
  customerId: string,
): Promise<StoredCustomer | null> {
  const [row] = await statement<CustomerRow>(
    pool,
    `update customers set activo = false, updated_at = case when activo then $3 else updated_at end
      where company_id = $1 and customer_id = $2 returning ${CUSTOMER_COLUMNS}`,
    [owner.companyId, customerId, clock.now()],
  )
  return row ? toCustomer(row, owner) : null
}

async function insertCustomer(
  tx: Tx,
  { clock, random }: Making,
  owner: Owner,
  { externalId, receptor }: NewCustomer,
): Promise<StoredCustomer | null> {
  const customerId = random.uuid()
  const row = await tx.maybeOne<CustomerRow>(
    `insert into customers
       (company_id, customer_id, external_id, nombre, tipo_documento, num_documento, receptor, activo,
        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, true, $8, $8)
     on conflict do nothing returning ${CUSTOMER_COLUMNS}`,
    [
      owner.companyId,
      customerId,
      externalId,
      receptor.nombre,
      receptor.tipoDocumento,
      receptor.numDocumento,
      sealReceptor(receptor, customerId, owner, random),
      clock.now(),
    ],
  )
  if (!row) return null
  await indexWords(tx, 'customer', { companyId: owner.companyId, ids: [customerId] })
  return toCustomer(row, owner)
}

async function lockCustomer(
  tx: Tx,
  owner: Owner,
  customerId: string,
): Promise<StoredCustomer | null> {
  const row = await tx.maybeOne<CustomerRow>(
    `select ${CUSTOMER_COLUMNS} from customers
      where company_id = $1 and customer_id = $2 for update`,
    [owner.companyId, customerId],
  )
  return row && toCustomer(row, owner)
}

async function writeCustomer(
  tx: Tx,
  owner: Owner,
  { customerId, externalId, receptor, activo, updatedAt }: StoredCustomer,
  { random }: Storing,
): Promise<void> {
  await tx.run(
    `update customers
        set external_id = $3, nombre = $4, tipo_documento = $5, num_documento = $6, receptor = $7,
            activo = $8, updated_at = $9
      where company_id = $1 and customer_id = $2`,
    [
      owner.companyId,
      customerId,
      externalId,
      receptor.nombre,
      receptor.tipoDocumento,
      receptor.numDocumento,
      sealReceptor(receptor, customerId, owner, random),
      activo,
      updatedAt,
    ],
  )
  await indexWords(tx, 'customer', { companyId: owner.companyId, ids: [customerId] })
}

/** Both were read by the same function, so their members have the same order. */
export function saysTheSame(a: NewCustomer, b: NewCustomer): boolean {
  return a.externalId === b.externalId && JSON.stringify(a.receptor) === JSON.stringify(b.receptor)
}

function customerExists(twin: StoredCustomer, customer: NewCustomer) {
  const isExternalId = customer.externalId !== null && twin.externalId === customer.externalId
  const field = isExternalId ? 'externalId' : 'numDocumento'
  return new Refused(
    'customer_exists',
    `Ya hay un cliente activo con ese ${field}: ${twin.customerId}. Cámbielo con PATCH, o quite ese dato de este.`,
    { field, customerId: twin.customerId },
  )
}
