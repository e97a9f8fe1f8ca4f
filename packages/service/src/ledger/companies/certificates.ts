/** The public part of the certificates that companies have signed with. Decrypts nothing. */
import type { Ambiente } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import { type Due, listDue, type ReadAll, skippedInLog, takeDue } from '../cluster/due.ts'
import { jsonInstantSql, tellCompanySql } from '../outbox/tell.ts'
import { companyIdOf } from './company.ts'

export interface PublicCertificate {
  readonly ambiente: Ambiente
  readonly nit: string
  readonly nombre: string
  readonly fingerprint: string
  readonly public_key: string
  readonly valid_from: Date
  readonly valid_to: Date
}

/** All certificates of the issuer with this NIT, including retired ones, newest first; empty: none. */
export async function listCertificates(db: Db, nit: string): Promise<readonly PublicCertificate[]> {
  const companyId = await companyIdOf(db, nit)
  if (companyId === null) return []
  return db.many<PublicCertificate>(
    `select ambiente, nit, nombre, fingerprint, public_key, valid_from, valid_to
       from signing_vaults where company_id = $1
      order by ambiente, created_at desc, vault_id`,
    [companyId],
  )
}

/** The active certificates of all companies that end before `until`, the first to end first. */
export function listEnding(
  readAll: ReadAll,
  until: Date,
): Promise<
  readonly { readonly nit: string; readonly ambiente: Ambiente; readonly validTo: Date }[]
> {
  return readAll({
    sql: (among) => `
      select c.nit, v.ambiente, v.valid_to as "validTo"
        from (select * from signing_vaults where active and valid_to < $1 ${among}) v
        join (select * from companies where true ${among}) c on c.company_id = v.company_id
       order by v.valid_to`,
    values: [until],
  })
}

/** When no more than these days are left, a company is told that its certificate expires. */
const TOLD_DAYS = [1, 7, 30, 60]
/** From `$3` on: the instants that are so many days away. */
const steps = TOLD_DAYS.map((days, at) => `when valid_to <= $${at + 3} then ${days}`)
const STEP = `case ${steps.join(' ')} end`
const IS_DUE = `active and valid_to > $1 and ${STEP} < coalesce(told_days, 32767)`

const EXPIRES = {
  tipo: 'certificado.vence_pronto',
  at: '$1',
  datos: `jsonb_build_object('vence', ${jsonInstantSql('valid_to')}, 'dias', told_days)`,
} as const

/** Of a batch. */
const TOLD_MAX = 1_000

const EXPIRING = (among: string) => `
  select /* reads 30000: the certificates of all companies */ company_id, valid_to as due_at
    from signing_vaults where ${IS_DUE} and company_id <> all ($2::uuid[]) ${among}
   order by valid_to limit $${TOLD_DAYS.length + 3}`

const TELL = `
  with told as (
    update signing_vaults set told_days = ${STEP} where company_id = $2 and ${IS_DUE}
    returning company_id, ambiente, valid_to, told_days
  )${tellCompanySql('told', EXPIRES)} returning 1`

/** Each step of each active certificate once: of several steps that passed meanwhile, the last. */
export async function tellExpiring({
  pool,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}): Promise<void> {
  const now = clock.now()
  const until = TOLD_DAYS.map((days) => new Date(now.getTime() + days * DAY_MS))
  const onSkipped = skippedInLog(log, 'certificates')
  const batches = takeDue<Due, unknown>(pool, {
    limit: TOLD_MAX,
    list({ limit, except }) {
      const values = [now, except, ...until, limit]
      return listDue(pool, { sql: EXPIRING, values, limit }, onSkipped)
    },
    take: (companyId) => statement(pool, TELL, [now, companyId, ...until]),
    onSkipped,
  })
  for await (const _ of batches);
}
