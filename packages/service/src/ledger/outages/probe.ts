/** The document that the ministry is asked about, to learn whether it answers. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { waitingRanges } from '../documents/count-waiting.ts'

/** A filing that was sent, so the ministry can be queried about it. Null: none waits. */
export interface Probe {
  readonly companyId: string
  readonly nit: string
  readonly tipoDte: string
  readonly codigoGeneracion: string
  /** Whether the company has usable credentials; if false, no other company with waiting documents has. */
  readonly hasCredentials: boolean
}

interface Drawn {
  readonly ambiente: Ambiente
  readonly draw: string
  readonly now: Date
}

/**
 * Each `draw`, a UUID, picks a different one, since the ministry may fail on the picked document itself. Companies
 * that are known to wait are asked first: all of them only if none of these has credentials. Reads as much of an
 * outage of a day as of one of a minute.
 */
export async function findProbe(
  db: Db,
  ambiente: Ambiente,
  { draw, now }: { readonly draw: string; readonly now: Date },
): Promise<Probe | null> {
  const drawn = { ambiente, draw, now }
  const some = new Set([
    ...(await listOwing(db, drawn)),
    ...(await listLeased(db, ambiente, OLDEST)),
  ])
  const found = await findOf(db, [...some], drawn)
  if (found?.hasCredentials) return found
  const all = [...(await listDeferring(db, ambiente)), ...(await listLeased(db, ambiente, ALL))]
  const others = new Set(all.filter((companyId) => !some.has(companyId)))
  const other = await findOf(db, [...others], drawn)
  return other?.hasCredentials ? other : (found ?? other)
}

/** Companies that are asked first: those with deferred documents from the drawn one on, and those of the oldest leases. */
const SOME_MAX = 20

const nextIn = (condition: string) => `
  select company_id from documents
   where ambiente = $1 and company_id > $2 and outage_id is not null and estado = 'contingencia'
     and ${condition}
   order by company_id limit 1`

/** The next company with documents that no event lists. */
const NEXT_OWING = nextIn('evento_contingencia is null')
/** The next company in documents_deferred, whose condition is always true. */
const NEXT_DEFERRING = nextIn(`created_at > '-infinity'`)

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** From the drawn one to the last, and on from the first. */
async function listOwing(db: Db, { ambiente, draw }: Drawn): Promise<readonly string[]> {
  const after = await walk(db, { sql: NEXT_OWING, ambiente, from: draw, max: SOME_MAX })
  const max = SOME_MAX - after.length
  return [...after, ...(await walk(db, { sql: NEXT_OWING, ambiente, from: BEFORE_ALL, max }))]
}

const listDeferring = (db: Db, ambiente: Ambiente) =>
  walk(db, { sql: NEXT_DEFERRING, ambiente, from: BEFORE_ALL, max: Number.POSITIVE_INFINITY })

/** Each step goes on to the next company of the index: it reads one row, however many documents one has. */
async function walk(
  db: Db,
  { sql, ambiente, from, max }: { sql: string; ambiente: Ambiente; from: string; max: number },
): Promise<readonly string[]> {
  const found: string[] = []
  while (found.length < max) {
    const next = await db.maybeOne<{ company_id: string }>(sql, [ambiente, found.at(-1) ?? from])
    if (next === null) break
    found.push(next.company_id)
  }
  return found
}

const leasedOf = (reads: string, limit: string) => `
  select distinct /* reads ${reads} */ company_id
    from (select company_id, ambiente, estado from documents
           where lease_until is not null order by lease_until ${limit}) leased
   where ambiente = $1 and estado in ('firmado', 'contingencia')`

const OLDEST = leasedOf('20000: the leases of all that wait, in their index', 'limit 200')
const ALL = leasedOf('500000: the leases of all', '')

async function listLeased(db: Db, ambiente: Ambiente, sql: string): Promise<readonly string[]> {
  const rows = await db.many<{ company_id: string }>(sql, [ambiente])
  return rows.map(({ company_id }) => company_id)
}

interface Candidate {
  readonly companyId: string
  readonly nit: string
  readonly hasCredentials: boolean
}

/** Those with usable credentials first, in the order of the draw. */
const CANDIDATES = `
  select k.company_id as "companyId", k.nit, m.company_id is not null as "hasCredentials"
    from companies k
    left join ministry_accounts m
      on m.company_id = k.company_id and m.company_id = any ($4::uuid[]) and m.ambiente = $1
         and (m.refused_until is null or m.refused_until <= $3)
   where k.company_id = any ($4::uuid[])
   order by "hasCredentials" desc, md5($2 || k.company_id::text)`

type Picked = Pick<Probe, 'tipoDte' | 'codigoGeneracion'>

/** Asks company by company, until one has a document. */
async function findOf(
  db: Db,
  companies: readonly string[],
  { ambiente, draw, now }: Drawn,
): Promise<Probe | null> {
  if (companies.length === 0) return null
  const candidates = await db.many<Candidate>(CANDIDATES, [ambiente, draw, now, companies])
  for (const candidate of candidates) {
    const values = [candidate.companyId, ambiente, draw, TIPOS_DTE]
    const picked = await db.maybeOne<Picked>(PICK, values)
    if (picked) return { ...candidate, ...picked }
  }
  return null
}

/** Of each type and state, from either end: enough that one bad document does not decide. */
const PICKED_FROM = 20

const rangeOf = (first: 'oldest' | 'newest') =>
  waitingRanges('d.*', {
    ...{ companyId: '$1', ambiente: '$2', tipos: '$4', first },
    ...{ estados: `array['firmado', 'contingencia']`, limit: `${PICKED_FROM}` },
  })

const PICK = `
  select /* reads 20000: 24 ranges of a company */
         d.tipo_dte as "tipoDte", upper(d.codigo_generacion::text) as "codigoGeneracion"
    from (select d.* from ${rangeOf('oldest')} union all select d.* from ${rangeOf('newest')}) d
   where d.lease_until is not null or d.outage_id is not null
   order by md5($3 || d.codigo_generacion::text) limit 1`
