/** The API keys behind people's sessions (ADR 0060), minted at their first use. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import type { Membership } from '../../ledger/people/memberships.ts'
import {
  findPersonKey,
  type PersonKey,
  SCOPES_OF_ROLE,
  storePersonKey,
} from '../../ledger/people/person-keys.ts'
import { type Admin, refuse } from './admin.ts'
import { AMOUNT_MAX_DEFAULT, mintKey } from './key.ts'
import { revokeKey } from './keys.ts'

/** A person at a page makes a few calls per action; a runaway page is still stopped. */
const LIMITS = { hour: 6_000, day: 40_000, status: 2_000 }

export interface PersonIn {
  readonly company: Membership
  readonly person: { readonly personId: string; readonly nombre: string }
  readonly ambiente: Ambiente
}

/** The person's key, minted at its first use. Refuses a company without a point of sale. */
export async function personKeyOf(
  admin: Admin,
  { company, person, ambiente }: PersonIn,
): Promise<PersonKey> {
  const { nit, companyId, puntoDeVenta } = company
  const { personId } = person
  const of = { companyId, personId, ambiente }
  const known = await findPersonKey(admin.pool, admin.secrets, of)
  if (known) return known
  if (!puntoDeVenta) {
    refuse('puntoDeVenta', 'La empresa no tiene un punto de venta. Agréguelo en Ajustes.')
  }
  const minted = await mintKey(admin, nit, {
    label: `Consola: ${person.nombre}`.slice(0, 100),
    ambiente,
    ...puntoDeVenta,
    scopes: SCOPES_OF_ROLE[company.rol],
    tiposDte: TIPOS_DTE,
    amountMax: AMOUNT_MAX_DEFAULT,
    limits: LIMITS,
    ipRanges: [],
    expiresAt: null,
    passphrase: null,
    personId,
  })
  if (await storePersonKey(admin, of, minted)) return minted
  await revokeKey(admin, nit, minted.keyId) // another call minted one first; nobody uses this key
  const first = await findPersonKey(admin.pool, admin.secrets, of)
  if (!first) throw new Error('bug: a person key that was there is not')
  return first
}
