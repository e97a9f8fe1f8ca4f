/** The public part of the certificates that companies have signed with. Decrypts nothing. */
import type { Ambiente } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'

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
