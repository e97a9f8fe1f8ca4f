/** Passkeys: their stored data, and the verification of an authenticator's signature. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { type Challenge, challengesOf, issueChallenge, useChallenge } from './challenges.ts'
import type { Person } from './person.ts'

/** Who asks: a page, to whose host passkeys are bound. */
interface Asking {
  readonly deps: { readonly pool: Pool; readonly secrets: Secrets; readonly random: Random }
  readonly origin: string
  readonly now: Date
}

/** The browser's answer to a challenge. */
interface Answered {
  readonly retoId: string
  readonly respuesta?: unknown
}

const hostOf = ({ origin }: Asking) => new URL(origin).hostname

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

/** A challenge to create a passkey, with the browser's options. */
export async function registrationOptions(asking: Asking, { personId, correo, nombre }: Person) {
  const { deps, now } = asking
  const { retoId, challenge } = issueChallenge(deps, { purpose: 'registro', personId }, now)
  const opciones = await generateRegistrationOptions({
    rpName: 'Sello',
    rpID: hostOf(asking),
    userID: new Uint8Array(Buffer.from(personId.replaceAll('-', ''), 'hex')),
    userName: correo,
    userDisplayName: nombre,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(deps.pool, personId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { retoId, opciones }
}

/** A challenge to sign with a passkey: of the person, or at a sign-in any of this service. */
export async function authenticationOptions(asking: Asking, of: Challenge) {
  const { deps, now } = asking
  const { retoId, challenge } = issueChallenge(deps, of, now)
  const opciones = await generateAuthenticationOptions({
    rpID: hostOf(asking),
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    allowCredentials: 'personId' in of ? await descriptorsOf(deps.pool, of.personId) : [],
  })
  return { retoId, opciones }
}

/** What an answer must be of. */
function expectedOf(asking: Asking, retoId: string, of: Challenge) {
  const challenges = challengesOf(asking.deps.secrets, retoId, of, asking.now)
  return {
    expectedChallenge: (given: string) => challenges.includes(given),
    expectedOrigin: asking.origin,
    expectedRPID: hostOf(asking),
    requireUserVerification: true,
  }
}

/** The library throws for an answer of another origin, challenge or format: all of these are invalid answers. */
const nullIfInvalid = () => null

/** The new passkey; null when the browser's answer is invalid, or its challenge has served. */
export async function checkRegistration(
  asking: Asking,
  personId: string,
  { retoId, respuesta }: Answered,
) {
  const checked = await verifyRegistrationResponse({
    response: respuesta as RegistrationResponseJSON,
    ...expectedOf(asking, retoId, { purpose: 'registro', personId }),
  }).catch(nullIfInvalid)
  if (!checked?.verified) return null
  return (await useChallenge(asking.deps.pool, retoId)) ? checked.registrationInfo.credential : null
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
  const [stored] = await statement(
    pool,
    `insert into passkeys (credential_id, person_id, nombre, public_key, counter, transports, prf, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning 1`,
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
  return stored !== undefined
}

/**
 * The person whose passkey signed; null for an invalid answer, or if its challenge has served. A counter that goes back
 * reveals a copied key, which is refused.
 */
export async function checkAuthentication(
  asking: Asking,
  of: Challenge,
  { retoId, respuesta }: Answered,
): Promise<string | null> {
  const { pool } = asking.deps
  const response = respuesta as AuthenticationResponseJSON
  if (typeof response?.id !== 'string') return null
  const stored = await pool.maybeOne<
    Descriptor & { personId: string; publicKey: Buffer; counter: number }
  >(
    `select credential_id as id, transports, person_id as "personId", public_key as "publicKey",
            counter::float8 as counter
       from passkeys where credential_id = $1`,
    [response.id],
  )
  if (!stored) return null
  const { personId, publicKey, ...credential } = stored
  const checked = await verifyAuthenticationResponse({
    response,
    ...expectedOf(asking, retoId, of),
    credential: { ...credential, publicKey: new Uint8Array(publicKey) },
  }).catch(nullIfInvalid)
  if (!checked?.verified) return null
  const [used] = await statement(
    pool,
    `update passkeys set counter = $2, used_at = $3
      where credential_id = $1 and (counter < $2 or ($2 = 0 and counter = 0)) returning 1`,
    [credential.id, checked.authenticationInfo.newCounter, asking.now],
  )
  return used && (await useChallenge(pool, retoId)) ? personId : null
}

export function deletePasskey(tx: Tx, personId: string, credentialId: string): Promise<number> {
  return tx.run('delete from passkeys where person_id = $1 and credential_id = $2', [
    personId,
    credentialId,
  ])
}
