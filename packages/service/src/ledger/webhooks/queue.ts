/** The deliveries of a webhook: taken from its feed, due, and recorded with what came of them. */
import type { TipoNovedad } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, type Tx, transaction } from '../../base/db/tx.ts'
import { appendAct, type Sealing } from '../audit/chain.ts'
import { tellCompanySql } from '../outbox/tell.ts'
import { isGivenUp } from './retries.ts'
import type { Turn } from './turns.ts'

export interface NewDelivery {
  readonly position: bigint
  /** A UUID. */
  readonly novedad: string
  readonly tipo: TipoNovedad
}

/**
 * Stores what the feed has up to `upTo`, due now. Nothing if another process did, whose lease followed this one.
 * Returns whether it was this one.
 */
export async function storeDeliveries(
  pool: Pool,
  { companyId, webhookId }: Pick<Turn, 'companyId' | 'webhookId'>,
  {
    from,
    upTo,
    wanted,
    now,
  }: {
    readonly from: bigint
    readonly upTo: bigint
    readonly wanted: readonly NewDelivery[]
    readonly now: Date
  },
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const moved = await tx.maybeOne<{ told: bigint }>(
      `update webhooks set position = $4, told = told + $5
        where company_id = $1 and webhook_id = $2 and position = $3 returning told`,
      [companyId, webhookId, from, upTo, wanted.length],
    )
    if (moved === null || wanted.length === 0) return moved !== null
    const sql = `
      insert into webhook_deliveries (company_id, webhook_id, ordinal, novedad, position, tipo, next_at, created_at)
      select $1::uuid, $2::uuid, $3::bigint + n.nth, n.novedad, n.position, n.tipo, $7::timestamptz, $7
        from unnest($4::bigint[], $5::uuid[], $6::text[]) with ordinality as n (position, novedad, tipo, nth)`
    const before = moved.told - BigInt(wanted.length)
    const columns = [
      wanted.map(({ position }) => position),
      wanted.map(({ novedad }) => novedad),
      wanted.map(({ tipo }) => tipo),
    ]
    await tx.commitWith({ sql, values: [companyId, webhookId, before, ...columns, now] })
    return true
  })
}

export interface DueDelivery {
  readonly ordinal: bigint
  readonly novedad: string
  /** Null: a test. */
  readonly position: bigint | null
  readonly attempts: number
  readonly createdAt: Date
}

/** What waits longest first; what was taken from the feed together, in its order. */
export const findDue = (
  db: Db,
  { companyId, webhookId }: Pick<Turn, 'companyId' | 'webhookId'>,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DueDelivery[]> =>
  db.many<DueDelivery>(
    `select ordinal, novedad, position, attempts, created_at as "createdAt" from webhook_deliveries
      where company_id = $1 and webhook_id = $2 and next_at <= $3 order by next_at, ordinal limit $4`,
    [companyId, webhookId, now, limit],
  )

export interface Attempted extends Pick<DueDelivery, 'novedad' | 'attempts'> {
  /** Null: it is not tried again. */
  readonly nextAt: Date | null
  /** Of the answer, if there was one. */
  readonly codigo: number | null
  /** Null: it arrived. */
  readonly motivo: string | null
}

interface After {
  readonly failingSince: Date | null
  /** It was switched off now. */
  readonly isOff: boolean
}

/**
 * Records attempts that ended by `now`, each unless another process recorded it. The webhook is switched off, and this
 * is told in the feed and in the audit log, where nothing arrived for five days or the receiver answered 410.
 */
export function recordAttempts(
  pool: Pool,
  turn: Turn,
  ended: readonly Attempted[],
  { now, sealing }: { readonly now: Date; readonly sealing: Sealing },
): Promise<After> {
  return transaction(pool, async (tx) => {
    const { companyId, webhookId } = turn
    await tx.run(RECORD, [
      ...[companyId, webhookId, now],
      ended.map(({ novedad }) => novedad),
      ended.map(({ attempts }) => attempts),
      ended.map(({ nextAt }) => nextAt),
      ended.map(({ codigo }) => codigo),
      ended.map(({ motivo }) => motivo),
    ])
    const isAlive = ended.some(({ motivo }) => motivo === null)
    const row = await tx.maybeOne<{ failing_since: Date | null; activo: boolean }>(
      `update webhooks set failing_since = case when $3 then null else coalesce(failing_since, $4) end
        where company_id = $1 and webhook_id = $2 returning failing_since, activo`,
      [companyId, webhookId, isAlive, now],
    )
    const failingSince = row?.failing_since ?? null
    const most = Math.max(...ended.map(({ attempts }) => attempts + 1))
    const isGone = ended.some(({ codigo }) => codigo === GONE)
    const isOver = isGone || (failingSince !== null && isGivenUp(now, failingSince, most))
    const isOff = row?.activo === true && isOver
    const detalle = isGone
      ? { respuesta: GONE }
      : { fallaDesde: failingSince?.toISOString() ?? null }
    if (isOff) await switchOff(tx, turn, { now, detalle, sealing })
    return { failingSince, isOff }
  })
}

/** The receiver's word that it wants nothing any more, which Standard Webhooks gives to 410. */
const GONE = 410

/** `any` names whole keys before the join: without it a plan may read all that a large webhook has. */
const RECORD = `
  update webhook_deliveries d /* reads 5000: each of a batch of 32 with each */
     set attempts = d.attempts + 1, next_at = r.next_at, last_at = $3, codigo = r.codigo, motivo = r.motivo
    from unnest($4::uuid[], $5::smallint[], $6::timestamptz[], $7::smallint[], $8::text[])
         as r (novedad, attempts, next_at, codigo, motivo)
   where d.company_id = $1 and d.webhook_id = $2 and d.novedad = any ($4::uuid[])
     and d.novedad = r.novedad and d.attempts = r.attempts`

const TELL_OFF = tellCompanySql('(select $1::uuid as company_id, $2::text as ambiente) off', {
  tipo: 'webhook.apagado',
  at: '$3',
  datos: `jsonb_build_object('webhookId', $4::uuid)`,
})

async function switchOff(
  tx: Tx,
  { companyId, webhookId, ambiente }: Turn,
  { now, detalle, sealing }: { now: Date; detalle: object; sealing: Sealing },
): Promise<void> {
  await tx.run(
    `update webhooks set activo = false, off_since = $3, off_by = 'fallos'
      where company_id = $1 and webhook_id = $2`,
    [companyId, webhookId, now],
  )
  await tx.run(TELL_OFF, [companyId, ambiente, now, webhookId])
  await appendAct(tx, sealing, {
    companyId,
    at: now,
    personId: null,
    persona: 'El servicio',
    acto: 'webhook.apagado',
    sobre: webhookId,
    detalle: { ambiente, ...detalle },
    peer: null,
  })
}
