/** Passkeys: their stored data, and the verification of an authenticator's signature. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { isUniqueViolation } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import type { Person } from './person.ts'

/** The calling page, to whose host passkeys are bound. */
export interface RelyingParty {
  readonly origin: string
  readonly rpID: string
}

export function relyingParty(origin: string): RelyingParty {
  return { origin, rpID: new URL(origin).hostname }
}

export interface ShownPasskey {
  readonly id: string
  readonly nombre: string
  readonly prf: boolean
  readonly creadaEl: Date
  readonly usadaEl: Date | null
}

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

export function listPasskeys(db: Db, personId: string): Promise<readonly ShownPasskey[]> {
  return db.many<ShownPasskey>(
    `select credential_id as id, nombre, prf, created_at as "creadaEl", used_at as "usadaEl"
       from passkeys where person_id = $1 order by created_at, credential_id`,
    [personId],
  )
}

interface Descriptor {
  readonly id: string
  readonly transports: Transports
}

/** A person's passkeys, as the browser's options name them. */
function descriptorsOf(db: Db, personId: string): Promise<Descriptor[]> {
  return db.many<Descriptor>(
    'select credential_id as id, transports from passkeys where person_id = $1',
    [personId],
  )
}

/** The browser's options for creating a passkey. */
export async function registrationOptions(
  db: Db,
  { personId, correo, nombre }: Person,
  { rpID }: RelyingParty,
  challenge: Buffer,
) {
  return generateRegistrationOptions({
    rpName: 'Sello',
    rpID,
    userID: new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex')),
    userName: correo,
    userDisplayName: nombre,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(db, personId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** `personId` null: any passkey of this service. */
export async function authenticationOptions(
  db: Db,
  personId: string | null,
  { rpID }: RelyingParty,
  challenge: Buffer,
) {
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    allowCredentials: personId === null ? [] : await descriptorsOf(db, personId),
  })
}

export interface Answered {
  readonly relyingParty: RelyingParty
  /** Any of which it may answer. */
  readonly challenges: readonly string[]
  readonly response: unknown
}

/** Null when the browser's answer is invalid. */
export async function checkRegistration({ relyingParty: rp, challenges, response }: Answered) {
  const given = response as RegistrationResponseJSON
  const { verified, registrationInfo } = await orFalse(() =>
    verifyRegistrationResponse({
      response: given,
      expectedChallenge: (given) => challenges.includes(given),
      expectedOrigin: rp.origin,
      expectedRPID: rp.rpID,
      requireUserVerification: true,
    }),
  )
  return verified && registrationInfo ? registrationInfo.credential : null
}

export type NewPasskey = NonNullable<Awaited<ReturnType<typeof checkRegistration>>>

/** False when the authenticator is already registered. */
export async function insertPasskey(
  pool: Pool,
  passkey: NewPasskey,
  of: {
    readonly personId: string
    readonly nombre: string
    readonly prf: boolean
    readonly now: Date
  },
): Promise<boolean> {
  try {
    await statement(
      pool,
      `insert into passkeys (credential_id, person_id, nombre, public_key, counter, transports, prf, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        passkey.id,
        of.personId,
        of.nombre,
        Buffer.from(passkey.publicKey),
        passkey.counter,
        passkey.transports ?? [],
        of.prf,
        of.now,
      ],
    )
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The person whose passkey signed, or null. A counter that goes back reveals a copied key, which is refused. */
export async function checkAuthentication(
  pool: Pool,
  { relyingParty: rp, challenges, response }: Answered,
  now: Date,
): Promise<string | null> {
  const given = response as AuthenticationResponseJSON
  if (typeof given?.id !== 'string') return null
  const stored = await pool.maybeOne<
    Descriptor & { personId: string; publicKey: Buffer; counter: number }
  >(
    `select credential_id as id, transports, person_id as "personId", public_key as "publicKey",
            counter::float8 as counter
       from passkeys where credential_id = $1`,
    [given.id],
  )
  if (!stored) return null
  const { personId, publicKey, ...credential } = stored
  const { verified, authenticationInfo } = await orFalse(() =>
    verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (given) => challenges.includes(given),
      expectedOrigin: rp.origin,
      expectedRPID: rp.rpID,
      requireUserVerification: true,
      credential: { ...credential, publicKey: new Uint8Array(publicKey) },
    }),
  )
  if (!verified || !authenticationInfo) return null
  const [used] = await statement(
    pool,
    `update passkeys set counter = $2, used_at = $3
      where credential_id = $1 and (counter < $2 or ($2 = 0 and counter = 0)) returning 1`,
    [credential.id, authenticationInfo.newCounter, now],
  )
  return used ? personId : null
}

export function deletePasskey(tx: Tx, personId: string, credentialId: string): Promise<number> {
  return tx.run('delete from passkeys where person_id = $1 and credential_id = $2', [
    personId,
    credentialId,
  ])
}

/** The library throws for an answer of another origin, challenge or format: all of these are invalid answers. */
async function orFalse<T extends { verified: boolean }>(
  verify: () => Promise<T>,
): Promise<T | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  try {
    return await verify()
  } catch {
    return { verified: false }
  }
}
