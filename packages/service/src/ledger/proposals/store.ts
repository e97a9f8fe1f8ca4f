/**
 * Proposed sales. Whether one was issued is not written here: its document says it, by a `referencia` that names the
 * proposal, and which no two live documents share (ledger/documents/referencia.ts).
 */
import {
  type Ambiente,
  type Estado,
  type EstadoPropuesta,
  REFERENCIA_DE_PROPUESTA,
  type TipoDte,
  type Totales,
} from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'
import { DAY_MS, interval } from '../../base/time/durations.ts'
import { lockedOf } from '../cluster/due.ts'
import type { Forgetting } from '../cluster/forget.ts'
import { SEARCHED } from '../documents/search.ts'

/** What waits is what a person can look through in a day. */
export const PENDING_OF_KEY_MAX = 100
export const PENDING_OF_COMPANY_MAX = 200
/** Of the stored text: some hundred lines, with the document that they come to. */
export const PROPOSAL_BYTES_MAX = 256 * 1024
/** The prices and the customer of a week ago are worth another look. */
export const LASTING_MS = 7 * DAY_MS
export const KEPT_MS = 30 * DAY_MS

/** The company and environment of a key, with the company's data key. */
export interface ProposalsOf {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly dataKey: Buffer
}

/** What a list shows of one. */
export interface ProposalSummary {
  readonly receptor: {
    readonly nombre: string | null
    readonly numDocumento: string | null
  } | null
  readonly totales: Totales
}

export interface ProposalContent {
  readonly peticion: object
  readonly documento: object
}

export interface Proposal extends ProposalSummary {
  readonly id: string
  readonly position: bigint
  readonly keyId: string
  readonly label: string
  readonly tipoDte: TipoDte
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly estado: EstadoPropuesta
  readonly emitido: { readonly codigoGeneracion: string; readonly estado: Estado } | null
}

interface Row
  extends Pick<
    Proposal,
    'id' | 'position' | 'keyId' | 'label' | 'tipoDte' | 'createdAt' | 'expiresAt'
  > {
  readonly summary: Buffer
  readonly discardedAt: Date | null
}

type Emitido = NonNullable<Proposal['emitido']>

export const referenciaOf = (id: string): string => REFERENCIA_DE_PROPUESTA + id

const SELECT = `
select p.proposal_id as id, p.position, p.key_id as "keyId", k.label, p.tipo_dte as "tipoDte", p.summary,
       p.created_at as "createdAt", p.expires_at as "expiresAt", p.discarded_at as "discardedAt"
  from proposals p join api_keys k on k.company_id = p.company_id and k.key_id = p.key_id
 where p.company_id = $1 and p.ambiente = $2`

/** The newest document of each that was signed, whatever came of it. */
async function findEmitted(
  db: Db,
  { companyId, ambiente }: Omit<ProposalsOf, 'dataKey'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Emitido>> {
  if (ids.length === 0) return new Map()
  const rows = await db.many<{ referencia: string; codigo: string; estado: Estado }>(
    `select d.referencia, upper(d.codigo_generacion::text) as codigo, d.estado
       from unnest($3::text[]) as r (referencia)
      cross join lateral (
        select * from documents where company_id = $1 and ambiente = $2 and referencia = r.referencia offset 0) d
      where d.estado = any ($4::text[]) order by d.created_at`,
    [companyId, ambiente, ids.map(referenciaOf), SEARCHED],
  )
  return new Map(
    rows.map(({ referencia, codigo, estado }) => [
      referencia.slice(REFERENCIA_DE_PROPUESTA.length),
      { codigoGeneracion: codigo, estado },
    ]),
  )
}

function estadoOf(
  { discardedAt, expiresAt }: Pick<Row, 'discardedAt' | 'expiresAt'>,
  emitido: Emitido | null,
  now: Date,
): EstadoPropuesta {
  if (emitido) return 'emitida'
  if (discardedAt) return 'descartada'
  return expiresAt <= now ? 'vencida' : 'pendiente'
}

async function toProposals(
  db: Db,
  of: ProposalsOf,
  { rows, now }: { readonly rows: readonly Row[]; readonly now: Date },
): Promise<readonly Proposal[]> {
  const emitted = await findEmitted(
    db,
    of,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { summary, discardedAt: _, ...rest } = row
    const emitido = emitted.get(row.id) ?? null
    const plain = decryptColumn(summary, of.dataKey, columnId(of, row.id, 'summary')).toString()
    const estado = estadoOf(row, emitido, now)
    return { ...(JSON.parse(plain) as ProposalSummary), ...rest, estado, emitido }
  })
}

/** Null when there is none in this company and environment. */
export async function findProposal(
  db: Db,
  of: ProposalsOf,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<Proposal | null> {
  const rows = await db.many<Row>(`${SELECT} and p.proposal_id = $3`, [
    ...[of.companyId, of.ambiente, id],
  ])
  return (await toProposals(db, of, { rows, now }))[0] ?? null
}

export async function readContent(db: Db, of: ProposalsOf, id: string): Promise<ProposalContent> {
  const { content } = await db.one<{ content: Buffer }>(
    'select content from proposals where company_id = $1 and proposal_id = $2',
    [of.companyId, id],
  )
  const plain = decryptColumn(content, of.dataKey, columnId(of, id, 'content')).toString()
  return JSON.parse(plain) as ProposalContent
}

interface Listed {
  readonly now: Date
  readonly pending: boolean
  /** The position of the last row of the previous page; null: the first page. */
  readonly below: bigint | null
  readonly limit: number
}

/** The largest bigint: a range with an end is read from the index by every plan. */
const PAST_ALL = '9223372036854775807'

/**
 * Newest first. `last` is the position of the last row, when more follow. Those that wait are among the open ones,
 * which are as few as may wait.
 */
export async function listProposals(
  db: Db,
  of: ProposalsOf,
  { now, pending, below, limit }: Listed,
): Promise<{ readonly rows: readonly Proposal[]; readonly last: bigint | null }> {
  const rows = await db.many<Row>(
    `${SELECT} and p.position < coalesce($3::bigint, ${PAST_ALL}) ${pending ? 'and not p.settled' : ''}
      order by p.position desc limit $4`,
    [of.companyId, of.ambiente, below, pending ? OPEN_MAX : limit + 1],
  )
  const all = await toProposals(db, of, { rows, now })
  const found = pending ? all.filter(({ estado }) => estado === 'pendiente') : all
  const page = found.slice(0, limit)
  const last = found.length > limit ? (page.at(-1)?.position ?? null) : null
  return { rows: page, last }
}

/** More than are open at any time: each proposal is stored with the others counted. */
const OPEN_MAX = 2 * PENDING_OF_COMPANY_MAX

type Open = Pick<Row, 'id' | 'keyId' | 'discardedAt' | 'expiresAt'>

/** What was not yet found to wait no longer, with its state. */
async function readOpen(db: Db, of: Omit<ProposalsOf, 'dataKey'>, now: Date) {
  const rows = await db.many<Open>(
    `select proposal_id as id, key_id as "keyId", discarded_at as "discardedAt", expires_at as "expiresAt"
       from proposals where company_id = $1 and ambiente = $2 and not settled limit ${OPEN_MAX}`,
    [of.companyId, of.ambiente],
  )
  const emitted = await findEmitted(
    db,
    of,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, estado: estadoOf(row, emitted.get(row.id) ?? null, now) }))
}

/** How many wait for a person. */
export async function countPending(
  db: Db,
  of: Omit<ProposalsOf, 'dataKey'>,
  now: Date,
): Promise<number> {
  return (await readOpen(db, of, now)).filter(({ estado }) => estado === 'pendiente').length
}

export interface NewProposal extends ProposalSummary, ProposalContent {
  readonly id: string
  readonly keyId: string
  readonly tipoDte: TipoDte
  readonly now: Date
}

export type Stored = 'stored' | 'too_large' | 'too_many_of_key' | 'too_many'

/** Stores it, unless it is too large or too many wait. */
export async function storeProposal(
  tx: Tx,
  of: ProposalsOf,
  { proposal, random }: { readonly proposal: NewProposal; readonly random: Random },
): Promise<Stored> {
  const { id, keyId, tipoDte, now, receptor, totales, peticion, documento } = proposal
  const { companyId, ambiente, dataKey } = of
  const content = Buffer.from(JSON.stringify({ peticion, documento }))
  if (content.length > PROPOSAL_BYTES_MAX) return 'too_large'
  // No index counts rows, so proposing is serialised.
  await tx.run(`select pg_advisory_xact_lock(hashtext('proposals/' || $1))`, [companyId])
  const open = await readOpen(tx, of, now)
  const waiting = open.filter(({ estado }) => estado === 'pendiente')
  const over = open.filter(({ estado }) => estado !== 'pendiente').map(({ id }) => id)
  await tx.run(
    `update proposals set settled = true where company_id = $1 and proposal_id = any ($2::uuid[])`,
    [companyId, over],
  )
  if (waiting.filter((one) => one.keyId === keyId).length >= PENDING_OF_KEY_MAX) {
    return 'too_many_of_key'
  }
  if (waiting.length >= PENDING_OF_COMPANY_MAX) return 'too_many'
  const summary = Buffer.from(JSON.stringify({ receptor, totales }))
  await tx.run(
    `insert into proposals (company_id, proposal_id, ambiente, key_id, tipo_dte, summary, content, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8::timestamptz + ${interval(LASTING_MS)})`,
    [
      ...[companyId, id, ambiente, keyId, tipoDte],
      encryptColumn(summary, dataKey, columnId(of, id, 'summary'), random),
      encryptColumn(content, dataKey, columnId(of, id, 'content'), random),
      now,
    ],
  )
  return 'stored'
}

/** The first instant is kept. One that is issued by then stays so: its document counts more. */
export async function discardProposal(
  pool: Pool,
  of: ProposalsOf,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await statement(
    pool,
    `update proposals set discarded_at = $4
      where company_id = $1 and ambiente = $2 and proposal_id = $3 and discarded_at is null`,
    [of.companyId, of.ambiente, id, now],
  )
}

const OLD_KEYS = 'proposal_id = any ($3::uuid[])'
const isOldAt = (now: string) => `created_at <= ${now}::timestamptz - ${interval(KEPT_MS)}`

/** Proposals older than 30 days. */
export const OLD_PROPOSALS: Forgetting = {
  list: (among) => `
    select /* reads 10000: a batch of 5,000 */ company_id, created_at as due_at, '{}'::text[] as part,
           proposal_id as name
      from proposals where ${isOldAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by created_at limit $3`,
  forget: `
    delete from proposals /* reads 20000: the same, of one company */
     where company_id = $1
       and proposal_id = any (array(
           select proposal_id
             from ${lockedOf('proposals', OLD_KEYS)} old
            where ${isOldAt('$2')}))
    returning 1`,
}

const columnId = ({ companyId }: ProposalsOf, id: string, column: 'summary' | 'content') =>
  `proposals/${companyId}/${id}/${column}`
