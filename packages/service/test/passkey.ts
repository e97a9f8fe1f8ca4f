/** An authenticator in memory: makes a passkey for the console's host, and signs with it (WebAuthn level 2). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Browser, BrowserReply } from './people.ts'

const ORIGIN = 'http://localhost:80'
const RP_ID_HASH = createHash('sha256').update('localhost').digest()
/** The person was there and was verified; with `AT` the data of a new credential follows. */
const [UP, UP_UV, AT] = [0x01, 0x05, 0x40]

export interface Passkey {
  readonly id: string
  /** An answer to the options of a sign-in or a confirmation. */
  answer(asked: { readonly challenge: string }, said?: Said): object
}

/** What an authenticator says besides: how often it signed, and whether it knows who is there; absent: never, and yes. */
interface Said {
  readonly counter?: number
  readonly isVerified?: boolean
}

/** Adds the passkey to the signed-in person. */
export async function addPasskey(browser: Browser): Promise<Passkey> {
  const asked = await browser.send('POST', '/yo/llaves/opciones', {})
  if (asked.status !== 200) throw new Error(`options answered ${JSON.stringify(asked.body)}`)
  const { passkey, respuesta } = createPasskey(asked.body.opciones)
  const { retoId } = asked.body
  const body = { retoId, respuesta, nombre: 'De prueba', prf: false }
  const reply = await browser.send('POST', '/yo/llaves', body)
  if (reply.status !== 200) throw new Error(`a new passkey answered ${JSON.stringify(reply.body)}`)
  return passkey
}

export async function confirmWith(browser: Browser, passkey: Passkey): Promise<BrowserReply> {
  const { retoId, opciones } = (await browser.send('POST', '/yo/confirmar/opciones', {})).body
  return browser.send('POST', '/yo/confirmar', { retoId, respuesta: passkey.answer(opciones) })
}

export function createPasskey(
  { challenge }: { readonly challenge: string },
  rawId: Buffer = randomBytes(16),
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = rawId.toString('base64url')
  const authData = Buffer.concat([
    ...[RP_ID_HASH, Buffer.from([UP_UV | AT, 0, 0, 0, 0]), Buffer.alloc(16)],
    ...[Buffer.from([0, rawId.length]), rawId],
    // the COSE key as CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    ...[Buffer.from('a50102032620012158', 'hex'), sized(x), Buffer.from('2258', 'hex'), sized(y)],
  ])
  // CBOR: {fmt: "none", attStmt: {}, authData}
  const attestation = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
  const passkey: Passkey = {
    id,
    answer(asked, { counter = 0, isVerified = true } = {}) {
      const clientData = clientDataOf('webauthn.get', asked.challenge)
      const flags = isVerified ? UP_UV : UP
      const data = Buffer.concat([RP_ID_HASH, Buffer.from([flags, 0, 0, 0, counter])])
      const hash = createHash('sha256').update(clientData).digest()
      const signature = createSign('sha256').update(data).update(hash).sign(privateKey)
      return credential(id, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
  const respuesta = credential(id, {
    clientDataJSON: clientDataOf('webauthn.create', challenge).toString('base64url'),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal'],
  })
  return { passkey, respuesta }
}

const credential = (id: string, response: object) => ({
  ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
})

const clientDataOf = (type: string, challenge: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin: false }))

/** CBOR of a byte string of 32 bytes, after its head's first byte. */
const sized = (coordinate: string) =>
  Buffer.concat([Buffer.from([0x20]), Buffer.from(coordinate, 'base64url')])
