/** Drafts of the console: a person's own, encrypted under the company's data key. */
import type { Ambiente } from '@sello/contract'
import type { Random } from '../clock.ts'
import { companyDataKey } from '../companies/data-key.ts'
import type { Pool } from '../db/pool.ts'
import { type Db, statement } from '../db/tx.ts'
import { decryptColumn, encryptColumn, type Secrets } from '../secrets/secrets.ts'

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

interface Row {
  readonly draft_id: string
  readonly content: Buffer
  readonly revision: number
  readonly saved_at: Date
}

/** As many as a person can keep track of; the list omits older ones. */
const DRAFTS_MAX = 200

/** Most recently saved first. */
export async function listDrafts(db: Db, secrets: Secrets, of: DraftOf): Promise<readonly Draft[]> {
  const dataKey = await companyDataKey(db, secrets, of.companyId)
  const rows = await db.many<Row>(
    `select draft_id, content, revision, saved_at from drafts
      where company_id = $1 and person_id = $2 and ambiente = $3
      order by saved_at desc limit ${DRAFTS_MAX}`,
    [of.companyId, of.personId, of.ambiente],
  )
  return rows.map((row) => toDraft(row, of, dataKey))
}

export async function findDraft(
  db: Db,
  secrets: Secrets,
  of: DraftOf,
  id: string,
): Promise<Draft | null> {
  const dataKey = await companyDataKey(db, secrets, of.companyId)
  const row = await db.maybeOne<Row>(
    `select draft_id, content, revision, saved_at from drafts
      where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4`,
    [of.companyId, of.personId, of.ambiente, id],
  )
  return row && toDraft(row, of, dataKey)
}

/** The new revision, or null if a newer one than `revision` was saved meanwhile. 0: none exists yet. */
export async function saveDraft(
  deps: { readonly pool: Pool; readonly secrets: Secrets; readonly random: Random },
  of: DraftOf,
  draft: DraftContent & { readonly id: string; readonly revision: number; readonly now: Date },
): Promise<number | null> {
  const { id, revision, now, tipoDte, resumen, contenido } = draft
  const dataKey = await companyDataKey(deps.pool, deps.secrets, of.companyId)
  const plain = Buffer.from(JSON.stringify({ tipoDte, resumen, contenido }))
  const [row] = await statement<{ revision: number }>(
    deps.pool,
    `insert into drafts as d (company_id, person_id, ambiente, draft_id, content, revision, saved_at)
     select $1, $2, $3, $4, $5, 1, $7 where $6 = 0 or exists
       (select 1 from drafts where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4)
     on conflict (company_id, person_id, ambiente, draft_id) do update
        set content = excluded.content, revision = d.revision + 1, saved_at = excluded.saved_at
      where d.revision = $6
     returning revision`,
    [
      of.companyId,
      of.personId,
      of.ambiente,
      id,
      encryptColumn(plain, dataKey, draftId(of, id), deps.random),
      revision,
      now,
    ],
  )
  return row?.revision ?? null
}

export async function deleteDraft(pool: Pool, of: DraftOf, id: string): Promise<void> {
  await statement(
    pool,
    `delete from drafts where company_id = $1 and person_id = $2 and ambiente = $3 and draft_id = $4`,
    [of.companyId, of.personId, of.ambiente, id],
  )
}

function toDraft(row: Row, of: DraftOf, dataKey: Buffer): Draft {
  const plain = decryptColumn(row.content, dataKey, draftId(of, row.draft_id)).toString()
  const { tipoDte, resumen, contenido } = JSON.parse(plain) as DraftContent
  const { draft_id: id, revision, saved_at: guardadoEl } = row
  return { id, revision, guardadoEl, tipoDte, resumen, contenido }
}

const draftId = ({ companyId, personId, ambiente }: DraftOf, id: string) =>
  `drafts/${companyId}/${personId}/${ambiente}/${id}`
