/**
 * Which look a copy has: the one in force when its document was generated, so that every process renders the same
 * bytes at any time. A look comes into force a minute after it is stored, and this cache is never older than half
 * of that. Only the look of a document that is printed is read and prepared: there may be thousands.
 */
import type { Brand } from '@sello/paper'
import type { Pool } from '../../base/db/pool.ts'
import { findLook, listLooks, type StoredBrand } from '../../ledger/companies/brands.ts'
import { companyIdOf } from '../../ledger/companies/company.ts'

export interface Brands {
  /** The look for a signed document or event, given its bytes; null for the default look. */
  of(payload: string): Promise<Brand | null>
}

/** When a company's looks came into force, in order. */
interface Known {
  readonly companyId: string
  checkedMs: number
  readonly looks: Date[]
}

const FRESH_MS = 20_000
const COMPANIES_MAX = 2_000
/** A process prints for a few companies at a time, and a look has up to a few hundred kilobytes. */
const PREPARED_MAX = 100

/** `prepare` turns a stored look into the one for rendering; asked once for each that a document has. */
export function createBrands(
  pool: Pool,
  monotonicMs: () => number,
  prepare: (stored: StoredBrand) => Promise<Brand | null>,
): Brands {
  const companies = new Map<string, Known>()
  const prepared = new Map<string, Promise<Brand | null>>() // the longest unused first

  /** Null: no company here has the NIT. */
  async function knownOf(nit: string): Promise<Known | null> {
    const found = companies.get(nit) ?? (await neverChecked(nit))
    if (found === null) return null
    const asked = monotonicMs()
    if (asked - found.checkedMs < FRESH_MS) return found
    const after = found.looks.at(-1) ?? new Date(0)
    for (const since of await listLooks(pool, found.companyId, after)) {
      // Another call may have been first.
      const last = found.looks.at(-1)
      if (!last || last < since) found.looks.push(since)
    }
    found.checkedMs = asked
    if (companies.size >= COMPANIES_MAX) companies.clear()
    companies.set(nit, found)
    return found
  }

  async function neverChecked(nit: string): Promise<Known | null> {
    const companyId = await companyIdOf(pool, nit)
    if (companyId === null) return null
    return { companyId, checkedMs: Number.NEGATIVE_INFINITY, looks: [] }
  }

  function brandSince(companyId: string, since: Date): Promise<Brand | null> {
    const key = `${companyId}/${since.getTime()}`
    const brand = prepared.get(key) ?? findLook(pool, companyId, since).then(prepare)
    prepared.delete(key)
    prepared.set(key, brand)
    if (prepared.size > PREPARED_MAX) prepared.delete(prepared.keys().next().value as string)
    brand.catch(() => prepared.delete(key)) // the caller gets the error, the next one tries again
    return brand
  }

  return {
    async of(payload) {
      const nit = NIT.exec(payload)?.[1]
      const generated = GENERATED.exec(payload)
      if (nit === undefined || !generated) return null
      const instant = new Date(`${generated[1]}T${generated[2]}-06:00`)
      const known = await knownOf(nit)
      const since = known?.looks.findLast((one) => one <= instant)
      return known && since ? brandSince(known.companyId, since) : null
    },
  }
}

/** In a payload this text can only be the issuer: quotation marks inside a string are escaped. */
const NIT = /"emisor":\{"nit":"(\d{9,14})"/
const GENERATED = /"fecEmi":"(\d{4}-\d{2}-\d{2})","horEmi":"(\d{2}:\d{2}:\d{2})"/
