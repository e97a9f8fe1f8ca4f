/**
 * The API keys behind people's sessions (ADR 0061): one per person, company and environment. The key's text is
 * stored, encrypted under the company's data key, because the server itself calls with it; it opens no vault.
 */
import { type Ambiente, type Scope, TIPOS_DTE } from '@sello/contract'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { decryptColumn, decryptDataKey, encryptColumn } from '../../base/secrets/secrets.ts'
import { companyDataKey } from '../../ledger/companies/data-key.ts'
import type { Membership, Rol } from '../../ledger/people/memberships.ts'
import { type Admin, refuse } from './admin.ts'
import { AMOUNT_MAX_DEFAULT, mintKey } from './key.ts'
import { revokeKey } from './keys.ts'

const READ: readonly Scope[] = ['query', 'download']
const ISSUE: readonly Scope[] = ['issue', ...READ]

/** The scopes of a role's key. */
const SCOPES: Readonly<Record<Rol, readonly Scope[]>> = {
  dueno: ISSUE,
  administrador: ISSUE,
  emisor: ISSUE,
  lector: READ,
  contador: READ,
}

/** A person at a page makes a few calls per action; a runaway page is still stopped. */
const LIMITS = { hour: 6_000, day: 40_000, status: 2_000 }

export interface PersonKey {
  readonly keyId: string
  readonly apiKey: string
}

export interface PersonIn {
  readonly company: Membership
  readonly person: { readonly personId: string; readonly nombre: string }
  readonly ambiente: Ambiente
}

/** The person's key, minted at its first use. Refuses a company without a point of sale. */
export async function personKeyOf(admin: Admin, of: PersonIn): Promise<PersonKey> {
  const known = await findPersonKey(admin, of)
  if (known) return known
  const { company, person, ambiente } = of
  const { nit, companyId, puntoDeVenta } = company
  if (!puntoDeVenta) {
    refuse('puntoDeVenta', 'La empresa no tiene un punto de venta. Agréguelo en Ajustes.')
  }
  const minted = await mintKey(admin, nit, {
    label: `Consola: ${person.nombre}`.slice(0, 100),
    ambiente,
    ...puntoDeVenta,
    scopes: SCOPES[company.rol],
    tiposDte: TIPOS_DTE,
    amountMax: AMOUNT_MAX_DEFAULT,
    limits: LIMITS,
    ipRanges: [],
    expiresAt: null,
    passphrase: null,
    personId: person.personId,
  })
  const dataKey = await companyDataKey(admin.pool, admin.secrets, companyId)
  const id = apiKeyId(companyId, person.personId, ambiente)
  const encrypted = encryptColumn(Buffer.from(minted.apiKey), dataKey, id, admin.random)
  const stored = await transaction(admin.pool, (tx) =>
    tx.run(
      `insert into person_keys (company_id, person_id, ambiente, key_id, api_key)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [companyId, person.personId, ambiente, minted.keyId, encrypted],
    ),
  )
  if (stored === 1) return minted
  await revokeKey(admin, nit, minted.keyId) // another call minted one first; nobody uses this key
  const first = await findPersonKey(admin, of)
  if (!first) throw new Error('bug: a person key that was there is not')
  return first
}

async function findPersonKey(admin: Admin, of: PersonIn): Promise<PersonKey | null> {
  const { company, person, ambiente } = of
  const { companyId } = company
  const row = await admin.pool.maybeOne<{ key_id: string; api_key: Buffer; data_key: Buffer }>(
    `select pk.key_id, pk.api_key, c.data_key
       from person_keys pk join companies c on c.company_id = pk.company_id
      where pk.company_id = $1 and pk.person_id = $2 and pk.ambiente = $3`,
    [companyId, person.personId, ambiente],
  )
  if (!row) return null
  const dataKey = decryptDataKey(admin.secrets, companyId, row.data_key)
  const id = apiKeyId(companyId, person.personId, ambiente)
  return { keyId: row.key_id, apiKey: decryptColumn(row.api_key, dataKey, id).toString() }
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
  const scopes = SCOPES[rol]
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

/** Revokes the keys of a person who left the company, so their open browser pages can no longer call. */
export async function endPersonKeys(tx: Tx, companyId: string, personId: string): Promise<void> {
  await tx.run(`update api_keys set state = 'revoked' where company_id = $1 and person_id = $2`, [
    companyId,
    personId,
  ])
  await tx.run('delete from person_keys where company_id = $1 and person_id = $2', [
    companyId,
    personId,
  ])
  await tx.run('delete from sign_key_requests where company_id = $1 and person_id = $2', [
    companyId,
    personId,
  ])
}

const apiKeyId = (companyId: string, personId: string, ambiente: Ambiente) =>
  `person_keys/${companyId}/${personId}/${ambiente}`
