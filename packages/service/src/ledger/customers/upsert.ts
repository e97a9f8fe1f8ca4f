/** Storing customers that may already exist, for repeatable imports. */
import { type CustomerPatch, type CustomerRequest, Refused } from '@sello/contract'
import { normaliseTexts } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { onePerField } from '../../base/json/shape.ts'
import type { Storing } from '../search/rows.ts'
import { readCustomer, shapeOfCustomer } from './check.ts'
import type { NewCustomer, Owner } from './customer.ts'
import { findTwin } from './find.ts'
import { createCustomer, saysTheSame, updateCustomer } from './store.ts'

export interface ImportProblem {
  /** A path in the customer, such as `direccion.distrito`. */
  readonly field: string
  readonly message: string
}

export type Upserted =
  | { readonly kind: 'created' | 'updated' | 'unchanged' }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] }

/**
 * Stores the customer, or returns the problems and stores nothing. If an active customer has its document, or else
 * its externalId, the given members replace those of that customer and the others stay.
 */
export async function upsertCustomer(
  deps: Storing,
  owner: Owner,
  given: unknown,
): Promise<Upserted> {
  const { value, problems: ofTexts } = normaliseTexts(given)
  const shape = onePerField([...ofTexts, ...shapeOfCustomer(value)])
  if (shape.length > 0) return { kind: 'refused', problems: shape }
  const request = value as CustomerRequest
  const { customer, problems } = readCustomer(request)
  if (problems.length > 0) return { kind: 'refused', problems }
  if (identityOf(customer) === null) return { kind: 'refused', problems: [NO_IDENTITY] }
  try {
    return { kind: await store(deps, owner, { request, customer }) }
  } catch (error) {
    // The stored and the given members may conflict, or another customer may have the externalId.
    if (!(error instanceof Refused)) throw error
    return { kind: 'refused', problems: problemsOf(error) }
  }
}

/** What identifies a customer; null: nothing. */
function identityOf({ receptor, externalId }: NewCustomer): string | null {
  const { tipoDocumento, numDocumento } = receptor
  if (numDocumento !== null) return `${tipoDocumento} ${numDocumento}`
  return externalId
}

/** The same for unchecked data. */
export function identityOfRequest(given: unknown): string | null {
  return shapeOfCustomer(given).length > 0
    ? null
    : identityOf(readCustomer(given as CustomerRequest).customer)
}

const NO_IDENTITY: ImportProblem = {
  field: 'numDocumento',
  message:
    'Falta numDocumento, o un externalId: sin ninguno de los dos, repetir la importación guardaría otro cliente.',
}

interface Said {
  readonly request: CustomerRequest
  readonly customer: NewCustomer
}

async function store(
  deps: Storing,
  owner: Owner,
  { request, customer }: Said,
): Promise<'created' | 'updated' | 'unchanged'> {
  const twin = await findTwin(deps.pool, owner, byDocument(customer))
  if (twin === null) {
    const { created } = await transaction(deps.pool, (tx) =>
      createCustomer(tx, deps, owner, customer),
    )
    return created ? 'created' : 'unchanged'
  }
  // Compares in the stored form, so that a hyphen is not a change.
  const { tipoDocumento, numDocumento, nrc } = customer.receptor
  const patch = { ...request, ...known({ tipoDocumento, numDocumento, nrc }) } as CustomerPatch
  const { customerId } = twin
  const updated = await updateCustomer(deps, owner, { customerId, patch })
  if (updated === null) throw new Error('bug: a customer was deleted')
  return saysTheSame(twin, updated) ? 'unchanged' : 'updated'
}

/** The document identifies it; the externalId only if there is none. */
function byDocument(customer: NewCustomer): NewCustomer {
  return customer.receptor.numDocumento === null ? customer : { ...customer, externalId: null }
}

function known(members: Readonly<Record<string, string | null>>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}

function problemsOf(error: Refused): readonly ImportProblem[] {
  const { details } = error as { details: { issues?: readonly ImportProblem[]; field?: string } }
  const { issues, field = 'numDocumento' } = details
  return issues ?? [{ field, message: error.message }]
}
