/**
 * Which look a copy has: the one in force when its document was generated, so that it is the same bytes whenever
 * and by whichever process it is drawn. A look comes into force a minute after it is stored, and what is known here
 * is never older than half of that.
 */
import type { Brand } from '@sello/paper'
import { listBrands, type StoredBrand } from '../companies/brands.ts'
import type { Pool } from '../db/pool.ts'

export interface Brands {
  /** Of a signed document or event, by its bytes; null for the usual look. */
  of(payload: string): Promise<Brand | null>
}

interface Known {
  checkedMs: number
  readonly looks: { readonly since: Date; readonly brand: Brand | null }[]
}

const FRESH_MS = 20_000
/** A process prints for few companies at a time, and a look has up to a few hundred kilobytes. */
const COMPANIES_MAX = 200

/** `prepare` makes of a stored look what pages are drawn with. */
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

/** In a payload these stand as they are: quotation marks inside a text have a backslash before them. */
const NIT = /"emisor":\{"nit":"(\d{9,14})"/
const GENERATED = /"fecEmi":"(\d{4}-\d{2}-\d{2})","horEmi":"(\d{2}:\d{2}:\d{2})"/
