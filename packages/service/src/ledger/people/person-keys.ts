/**
 * The API keys behind people's sessions (ADR 0060): one per person, company and environment. The key's text is
 * stored, encrypted under the company's data key, because the server itself calls with it; it opens no vault.
 */
import type { Ambiente, Scope } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import {
  decryptColumn,
  decryptDataKey,
  encryptColumn,
  type Secrets,
} from '../../base/secrets/secrets.ts'
import { companyDataKey } from '../companies/data-key.ts'
import type { Rol } from './memberships.ts'

const READ: readonly Scope[] = ['query', 'download']
const ISSUE: readonly Scope[] = ['issue', ...READ]
const RUN: readonly Scope[] = [...ISSUE, 'webhooks']

/** The scopes of a role's key. */
export const SCOPES_OF_ROLE: Readonly<Record<Rol, readonly Scope[]>> = {
  dueno: RUN,
  administrador: RUN,
  emisor: ISSUE,
  lector: READ,
  contador: READ,
}

export interface PersonKey {
  readonly keyId: string
  readonly apiKey: string
}

export interface PersonKeyOf {
  readonly companyId: string
  readonly personId: string
  readonly ambiente: Ambiente
}

/** Decrypted; null while the person has none. */
export async function findPersonKey(
  db: Db,
  secrets: Secrets,
  of: PersonKeyOf,
): Promise<PersonKey | null> {
  const { companyId, personId, ambiente } = of
  const row = await db.maybeOne<{ key_id: string; api_key: Buffer; data_key: Buffer }>(
    `select pk.key_id, pk.api_key, c.data_key
       from person_keys pk join companies c on c.company_id = pk.company_id
      where pk.company_id = $1 and pk.person_id = $2 and pk.ambiente = $3`,
    [companyId, personId, ambiente],
  )
  if (!row) return null
  const dataKey = decryptDataKey(secrets, companyId, row.data_key)
  return { keyId: row.key_id, apiKey: decryptColumn(row.api_key, dataKey, idOf(of)).toString() }
}

/** False if the person has one already, which stays. */
export async function storePersonKey(
  { pool, secrets, random }: { pool: Pool; secrets: Secrets; random: Random },
  of: PersonKeyOf,
  { keyId, apiKey }: PersonKey,
): Promise<boolean> {
  const { companyId, personId, ambiente } = of
  const dataKey = await companyDataKey(pool, secrets, companyId)
  const encrypted = encryptColumn(Buffer.from(apiKey), dataKey, idOf(of), random)
  const stored = await statement(
    pool,
    `insert into person_keys (company_id, person_id, ambiente, key_id, api_key)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [companyId, personId, ambiente, keyId, encrypted],
  )
  return stored.length > 0
}

/**
 * Gives the person's keys the role's scopes and points of sale. A role that may not issue loses its
 * signing.
 */
export async function alignPersonKeys(
  tx: Tx,
  member: { readonly companyId: string; readonly personId: string; readonly rol: Rol },
): Promise<void> {
  const { companyId, personId, rol } = member
  const scopes = SCOPES_OF_ROLE[rol]
  await tx.run(
    `update api_keys k
        set scopes = $3,
            point_of_sale_id = coalesce(m.point_of_sale_id, k.point_of_sale_id),
            vault_id = case when $4 then k.vault_id end,
            vault_wrap = case when $4 then k.vault_wrap end
       from memberships m
      where k.company_id = $1 and k.person_id = $2 and k.state <> 'revoked'
        and m.company_id = $1 and m.person_id = $2`,
    [companyId, personId, scopes, scopes.includes('issue')],
  )
}

/** The person leaves the company. Their keys are revoked, so their open browser pages can no longer call. */
export async function deleteMember(tx: Tx, companyId: string, personId: string): Promise<void> {
  const ends = [
    `update api_keys set state = 'revoked'`,
    'delete from person_keys',
    'delete from sign_key_requests',
    'delete from memberships',
  ]
  for (const end of ends) {
    await tx.run(`${end} where company_id = $1 and person_id = $2`, [companyId, personId])
  }
}

const idOf = ({ companyId, personId, ambiente }: PersonKeyOf) =>
  `person_keys/${companyId}/${personId}/${ambiente}`
