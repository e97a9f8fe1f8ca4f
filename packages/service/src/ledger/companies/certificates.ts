/** The public part of the certificates that companies have signed with. Decrypts nothing. */
import type { Ambiente } from '@sello/contract'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { jsonInstantSql, tellCompanySql } from '../outbox/tell.ts'

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
export function listCertificates(db: Db, nit: string): Promise<readonly PublicCertificate[]> {
  return db.many<PublicCertificate>(
    `select v.ambiente, v.nit, v.nombre, v.fingerprint, v.public_key, v.valid_from, v.valid_to
       from companies c
       join signing_vaults v on v.company_id = c.company_id
      where c.nit = $1
      order by v.ambiente, v.created_at desc, v.vault_id`,
    [nit],
  )
}

/** The active certificates of all companies that end before `until`, the first to end first. */
export function listEnding(
  db: Db,
  until: Date,
): Promise<{ readonly nit: string; readonly ambiente: Ambiente; readonly validTo: Date }[]> {
  return db.many(
    `select c.nit, v.ambiente, v.valid_to as "validTo"
       from signing_vaults v join companies c on c.company_id = v.company_id
      where v.active and v.valid_to < $1 order by v.valid_to`,
    [until],
  )
}

/** When no more than these days are left, a company is told that its certificate expires. */
const TOLD_DAYS = [1, 7, 30, 60]
const step = TOLD_DAYS.map(
  (days) => `when valid_to <= $1::timestamptz + interval '${days} days' then ${days}`,
)
const STEP = `case ${step.join(' ')} end`

const EXPIRES = {
  tipo: 'certificado.vence_pronto',
  at: '$1',
  datos: `jsonb_build_object('vence', ${jsonInstantSql('valid_to')}, 'dias', told_days)`,
} as const

/** Each step of each active certificate once: of several steps that passed meanwhile, the last. */
export async function tellExpiring({
  pool,
  clock,
}: {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
}): Promise<void> {
  await statement(
    pool,
    `with told as ( /* reads 30000: the certificates of all companies */
       update signing_vaults set told_days = ${STEP}
        where active and valid_to > $1 and ${STEP} < coalesce(told_days, 32767)
       returning company_id, ambiente, valid_to, told_days
     )${tellCompanySql('told', EXPIRES)}`,
    [clock.now()],
  )
}
