/** Drafts of the console: a person's own, encrypted under the company's data key. */
import type { Ambiente } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, transaction } from '../../base/db/tx.ts'
import { decryptColumn, encryptColumn, type Secrets } from '../../base/secrets/secrets.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { lockedOf } from '../cluster/due.ts'
import type { Forgetting } from '../cluster/forget.ts'
import { companyDataKey } from '../companies/data-key.ts'

export interface DraftOf {
  readonly companyId: string
  readonly personId: string
  readonly ambiente: Ambiente
}

/** The browser's data; the server only returns it. */
export interface DraftContent {
  readonly tipoDte: string
  readonly resumen: string
  readonly contenido: unknown
}

export interface Draft extends DraftContent {
  readonly id: string
  readonly revision: number
  readonly guardadoEl: Date
}

/** What a list shows of one. */
export interface ListedDraft extends Pick<Draft, 'id' | 'revision' | 'guardadoEl'> {
  /** Null, like `resumen`: an earlier version saved it, and its content is not opened for a list. */
  readonly tipoDte: string | null
  readonly resumen: string | null
}

type Stored = Pick<Draft, 'id' | 'revision' | 'guardadoEl'>
const COLUMNS = 'draft_id as id, revision, saved_at as "guardadoEl"'

/** As many as a person can keep track of, in one company and environment; the list omits older ones. */
export const DRAFTS_MAX = 200
/** Of the stored text. */
export const DRAFT_BYTES_MAX = 64 * 1024

/** Most recently saved first. Reads no content. */
export async function listDrafts(
  db: Db,
  secrets: Secrets,
  of: DraftOf,
): Promise<readonly ListedDraft[]> {
  const dataKey = await companyDataKey(db, secrets, of.companyId)
  const rows = await db.many<Stored & { readonly summary: Buffer | null }>(
    `select ${COLUMNS}, summary from drafts
      where company_id = $1 and person_id = $2 and ambiente = $3
      order by saved_at desc limit ${DRAFTS_MAX}`,
    [of.companyId, of.personId, of.ambiente],
  )
  return rows.map(({ id, summary, ...stored }) => {
    const brief =
      summary && JSON.parse(decryptColumn(summary, dataKey, summaryId(of, id)).toString())
    // While processes are replaced, one of the last release saves the content alone: the summary is of another revision.
    const { tipoDte = null, resumen = null } = brief?.revision === stored.revision ? brief : {}
    return { id, tipoDte, resumen, ...stored }
  })
}

export async function findDraft(
  db: Db,
  secrets: Secrets,
  of: DraftOf,
  id: string,
): Promise<Draft | null> {
  const dataKey = await companyDataKey(db, secrets, of.companyId)
  const row = await db.maybeOne<Stored & { readonly content: Buffer }>(
    `select ${COLUMNS}, content from drafts
      where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4`,
    [of.companyId, of.personId, of.ambiente, id],
  )
  if (!row) return null
  const { content, ...stored } = row
  const plain = decryptColumn(content, dataKey, draftId(of, id)).toString()
  return { ...stored, ...(JSON.parse(plain) as DraftContent) }
}

/** `newer`: another one than `revision` is stored by now. */
export type Saved = { readonly revision: number } | 'newer' | 'too_large' | 'too_many'

/** `revision` is the one that it is based on. 0: none exists yet. One that exists is saved whatever their number. */
export async function saveDraft(
  deps: { readonly pool: Pool; readonly secrets: Secrets; readonly random: Random },
  of: DraftOf,
  draft: DraftContent & { readonly id: string; readonly revision: number; readonly now: Date },
): Promise<Saved> {
  const { id, revision, now, tipoDte, resumen, contenido } = draft
  const plain = Buffer.from(JSON.stringify({ tipoDte, resumen, contenido }))
  if (plain.length > DRAFT_BYTES_MAX) return 'too_large'
  const brief = Buffer.from(JSON.stringify({ tipoDte, resumen, revision: revision + 1 }))
  const dataKey = await companyDataKey(deps.pool, deps.secrets, of.companyId)
  const values = [
    ...[of.companyId, of.personId, of.ambiente, id],
    encryptColumn(plain, dataKey, draftId(of, id), deps.random),
    encryptColumn(brief, dataKey, summaryId(of, id), deps.random),
    now,
  ]
  return transaction(deps.pool, async (tx) => {
    if (revision > 0)
      return (await tx.maybeOne<{ revision: number }>(SAVE_AGAIN, [...values, revision])) ?? 'newer'
    // Two new ones at once could each find the last place free.
    await tx.one('select person_id from people where person_id = $1 for no key update', [
      of.personId,
    ])
    const saved = await tx.maybeOne<{ revision: number }>(SAVE_FIRST, values)
    if (saved) return saved
    return (await tx.maybeOne(FIND, values.slice(0, 4))) ? 'newer' : 'too_many'
  })
}

const FIND = `select from drafts where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4`

const SAVE_AGAIN = `
update drafts set content = $5, summary = $6, saved_at = $7, revision = revision + 1
 where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4 and revision = $8
 returning revision`

const SAVE_FIRST = `
insert into drafts (company_id, person_id, ambiente, draft_id, content, summary, saved_at, revision)
select $1, $2, $3, $4, $5, $6, $7, 1
 where (select count(*) from drafts where company_id = $1 and person_id = $2 and ambiente = $3) < ${DRAFTS_MAX}
on conflict do nothing
returning revision`

export async function deleteDraft(pool: Pool, of: DraftOf, id: string): Promise<void> {
  await statement(
    pool,
    `delete from drafts where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4`,
    [of.companyId, of.personId, of.ambiente, id],
  )
}

/** Of those that nobody saves any more. */
const KEPT_MS = 180 * DAY_MS

const OLD_KEYS = 'person_id = $4 and ambiente = $5 and draft_id = any ($3::uuid[])'
const isOldAt = (now: string) => `saved_at <= ${now}::timestamptz - ${interval(KEPT_MS)}`

/** Forgotten drafts. */
export const OLD_DRAFTS: Forgetting = {
  list: (among) => `
    select /* reads 30000: people's drafts, not documents */ company_id, saved_at as due_at,
           array[person_id::text, ambiente] as part, draft_id as name
      from drafts where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by saved_at limit $3`,
  forget: `
    delete from drafts
     where company_id = $1 and person_id = $4 and ambiente = $5
       and draft_id = any (array(
           select draft_id from ${lockedOf('drafts', OLD_KEYS)} old where ${isOldAt('$2')}))
    returning 1`,
}

const draftId = ({ companyId, personId, ambiente }: DraftOf, id: string) =>
  `drafts/${companyId}/${personId}/${ambiente}/${id}`

const summaryId = (of: DraftOf, id: string) => `${draftId(of, id)}/summary`
