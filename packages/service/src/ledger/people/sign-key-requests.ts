/**
 * Delivers a sign key minted by the owner: the person's browser creates a key pair and sends the public half; the
 * sign key is encrypted to it within the owner's request. Nothing stored can decrypt it.
 */
import { createHash } from 'node:crypto'
import {
  Aes256Gcm,
  CipherSuite,
  DeserializeError,
  DhkemP256HkdfSha256,
  HkdfSha256,
} from '@hpke/core'
import type { Ambiente } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'

/** RFC 9180's encapsulated key and ciphertext, both base64url. */
export interface EncryptedSignKey {
  readonly enc: string
  readonly datos: string
}

export interface SignKeyRequest {
  readonly requestId: string
  readonly personId: string
  readonly nombre: string
  readonly ambiente: Ambiente
  readonly publicKey: Buffer
  readonly sealed: EncryptedSignKey | null
  readonly createdAt: Date
}

interface RequestOf extends Pick<SignKeyRequest, 'personId' | 'ambiente'> {
  readonly companyId: string
}

/** The console opens with the same suite: packages/console/src/firma/pedido.ts. */
const SUITE = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
const POINT_BYTES = 65

/** Null if it is not a point of the curve: encrypting to it would fail or be useless. */
export async function readPublicKey(text: string): Promise<Buffer | null> {
  const point = Buffer.from(text, 'base64url')
  if (point.length !== POINT_BYTES) return null // the suite also reads compressed points
  try {
    await SUITE.kem.deserializePublicKey(point)
    return point
  } catch (error) {
    if (error instanceof DeserializeError) return null
    throw error
  }
}

/** Without the letters that are taken for digits; 32 of them. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const FINGERPRINT_LENGTH = 16

/** What two people compare over the telephone: 80 bits of the key's SHA-256, in four groups. */
export function fingerprintOf(publicKey: Buffer): string {
  const hash = createHash('sha256').update(publicKey).digest().subarray(0, FINGERPRINT_LENGTH)
  const letters = Array.from(hash, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Stores the person's only request for the environment. */
export async function putRequest(
  pool: Pool,
  request: RequestOf & { readonly publicKey: Buffer; readonly now: Date },
  random: Random,
): Promise<string> {
  const { companyId, personId, ambiente, publicKey, now } = request
  const requestId = random.uuid()
  await statement(
    pool,
    `insert into sign_key_requests (company_id, request_id, person_id, ambiente, public_key, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict on constraint sign_key_requests_one do update
        set request_id = excluded.request_id, public_key = excluded.public_key, sealed = null,
            created_at = excluded.created_at`,
    [companyId, requestId, personId, ambiente, publicKey, now],
  )
  return requestId
}

const SELECT = `
select r.request_id as "requestId", r.person_id as "personId", p.nombre, r.ambiente,
       r.public_key as "publicKey", r.sealed, r.created_at as "createdAt"
  from sign_key_requests r join people p on p.person_id = r.person_id
 where r.company_id = $1`

/** Requests that wait for the owner, oldest first. */
export function listRequests(db: Db, companyId: string): Promise<readonly SignKeyRequest[]> {
  return db.many<SignKeyRequest>(`${SELECT} and r.sealed is null order by r.created_at`, [
    companyId,
  ])
}

export function findRequest(
  db: Db,
  companyId: string,
  requestId: string,
): Promise<SignKeyRequest | null> {
  return db.maybeOne<SignKeyRequest>(`${SELECT} and r.request_id = $2`, [companyId, requestId])
}

export function findRequestOf(db: Db, of: RequestOf): Promise<SignKeyRequest | null> {
  return db.maybeOne<SignKeyRequest>(`${SELECT} and r.person_id = $2 and r.ambiente = $3`, [
    of.companyId,
    of.personId,
    of.ambiente,
  ])
}

/** False if the person made a new request meanwhile: no browser could decrypt this key. */
export async function answerRequest(
  tx: Tx,
  companyId: string,
  { requestId, publicKey }: Pick<SignKeyRequest, 'requestId' | 'publicKey'>,
  sealed: EncryptedSignKey,
): Promise<boolean> {
  const touched = await tx.run(
    `update sign_key_requests set sealed = $4
      where company_id = $1 and request_id = $2 and public_key = $3`,
    [companyId, requestId, publicKey, JSON.stringify(sealed)],
  )
  return touched === 1
}

export function deleteRequest(tx: Tx, companyId: string, requestId: string): Promise<number> {
  return tx.run('delete from sign_key_requests where company_id = $1 and request_id = $2', [
    companyId,
    requestId,
  ])
}

/**
 * HPKE in base mode (RFC 9180), bound to the request: docs/console-api.md describes how a browser decrypts it.
 */
export async function encryptSignKey(
  signKey: string,
  { requestId, publicKey }: Pick<SignKeyRequest, 'requestId' | 'publicKey'>,
): Promise<EncryptedSignKey> {
  const recipientPublicKey = await SUITE.kem.deserializePublicKey(publicKey)
  const info = Buffer.from(`sello firma ${requestId}`)
  const { enc, ct } = await SUITE.seal({ recipientPublicKey, info }, Buffer.from(signKey))
  const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')
  return { enc: base64url(enc), datos: base64url(ct) }
}
