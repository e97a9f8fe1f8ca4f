/** Documents that tests sign, as the files that a buyer gets. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const EXAMPLES = fileURLToPath(new URL('../../fiscal/examples/', import.meta.url))
const SEAL = '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCD'

export const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const pemOf = (k: KeyObject) => k.export({ type: 'spki', format: 'pem' }) as string
export const certificates = [{ publicKeyPem: pemOf(key.publicKey) }]

export function jwsOf(payload: string, by = key.privateKey, header = '{"alg":"RS512"}'): string {
  const data = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`
  return `${data}.${createSign('sha512').update(data).sign(by).toString('base64url')}`
}

export function fileOf(payload: string, jws = jwsOf(payload), seal: string | null = SEAL): string {
  const members = `"firmaElectronica":${JSON.stringify(jws)}`
  const sealed = seal === null ? '' : `,"selloRecibido":${JSON.stringify(seal)}`
  return `${payload.slice(0, -1)},${members}${sealed}}`
}

/** The documents of the types' examples, as JSON. */
export const examples: readonly string[] = readdirSync(EXAMPLES, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.documento.json') && /^\d\d\//.test(file))
  .map((file) => readFileSync(EXAMPLES + file, 'utf8').trim())
