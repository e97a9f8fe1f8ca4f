/**
 * Which look a copy has: the one in force when its document was generated, so that every process renders the same
 * bytes at any time. A look comes into force a minute after it is stored, and this cache is never older than half
 * of that.
 */
import type { Brand } from '@sello/paper'
import { listBrands, type StoredBrand } from '../companies/brands.ts'
import type { Pool } from '../db/pool.ts'

export interface Brands {
  /** The look for a signed document or event, given its bytes; null for the default look. */
  of(payload: string): Promise<Brand | null>
}

interface Known {
  checkedMs: number
  readonly looks: { readonly since: Date; readonly brand: Brand | null }[]
}

const FRESH_MS = 20_000
/** A process prints for a few companies at a time, and a look has up to a few hundred kilobytes. */
const COMPANIES_MAX = 200

/** `prepare` turns a stored look into the one for rendering. */
export function createBrands(
  pool: Pool,
  monotonicMs: () => number,
  prepare: (stored: StoredBrand) => Promise<Brand | null>,
): Brands {
  const companies = new Map<string, Known>()

  async function known(nit: string): Promise<Known> {
    const found = companies.get(nit) ?? { checkedMs: Number.NEGATIVE_INFINITY, looks: [] }
    const asked = monotonicMs()
    if (asked - found.checkedMs < FRESH_MS) return found
    const after = found.looks.at(-1)?.since ?? new Date(0)
    for (const stored of await listBrands(pool, nit, after)) {
      const brand = await prepare(stored)
      // Another call may have been first.
      const last = found.looks.at(-1)
      if (!last || last.since < stored.since) found.looks.push({ since: stored.since, brand })
    }
    found.checkedMs = asked
    if (companies.size >= COMPANIES_MAX) companies.clear()
    companies.set(nit, found)
    return found
  }

  return {
    async of(payload) {
      const nit = NIT.exec(payload)?.[1]
      const generated = GENERATED.exec(payload)
      if (nit === undefined || !generated) return null
      const instant = new Date(`${generated[1]}T${generated[2]}-06:00`)
      const { looks } = await known(nit)
      return looks.findLast(({ since }) => since <= instant)?.brand ?? null
    },
  }
}

/** In a payload this text can only be the issuer: quotation marks inside a string are escaped. */
const NIT = /"emisor":\{"nit":"(\d{9,14})"/
const GENERATED = /"fecEmi":"(\d{4}-\d{2}-\d{2})","horEmi":"(\d{2}:\d{2}:\d{2})"/
