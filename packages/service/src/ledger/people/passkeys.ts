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

interface Row {
  readonly credential_id: string
  readonly person_id: string
  readonly nombre: string
  readonly public_key: Buffer
  readonly counter: bigint
  readonly transports: string[]
  readonly prf: boolean
  readonly created_at: Date
  readonly used_at: Date | null
}

const COLUMNS =
  'credential_id, person_id, nombre, public_key, counter, transports, prf, created_at, used_at'

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

export async function listPasskeys(db: Db, personId: string): Promise<readonly ShownPasskey[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from passkeys where person_id = $1 order by created_at, credential_id`,
    [personId],
  )
  return rows.map((row) => ({
    id: row.credential_id,
    nombre: row.nombre,
    prf: row.prf,
    creadaEl: row.created_at,
    usadaEl: row.used_at,
  }))
}

/** The browser's options for creating a passkey. */
export async function registrationOptions(
  db: Db,
  { personId, correo, nombre }: Person,
  { rpID }: RelyingParty,
  challenge: Buffer,
) {
  const rows = await db.many<Row>(`select ${COLUMNS} from passkeys where person_id = $1`, [
    personId,
  ])
  return generateRegistrationOptions({
    rpName: 'Sello',
    rpID,
    userID: new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex')),
    userName: correo,
    userDisplayName: nombre,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: rows.map((row) => ({
      id: row.credential_id,
      transports: row.transports as Transports,
    })),
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
  const rows =
    personId === null
      ? []
      : await db.many<Row>(`select ${COLUMNS} from passkeys where person_id = $1`, [personId])
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    allowCredentials: rows.map((row) => ({
      id: row.credential_id,
      transports: row.transports as Transports,
    })),
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
  const row = await pool.maybeOne<Row>(`select ${COLUMNS} from passkeys where credential_id = $1`, [
    given.id,
  ])
  if (!row) return null
  const { verified, authenticationInfo } = await orFalse(() =>
    verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (given) => challenges.includes(given),
      expectedOrigin: rp.origin,
      expectedRPID: rp.rpID,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
        transports: row.transports as Transports,
      },
    }),
  )
  if (!verified || !authenticationInfo) return null
  const [used] = await statement(
    pool,
    `update passkeys set counter = $2, used_at = $3
      where credential_id = $1 and (counter < $2 or ($2 = 0 and counter = 0)) returning 1`,
    [row.credential_id, authenticationInfo.newCounter, now],
  )
  return used ? row.person_id : null
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
