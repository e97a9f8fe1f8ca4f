/**
 * How an owner hands a sign key to a person (docs/console-api.md, section 4): encrypted by HPKE (RFC 9180) to a key
 * pair whose private half never leaves this browser.
 */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256, HpkeError } from '@hpke/core'
import { fromBase64Url, toBase64Url } from '../base64url.ts'
import type { Sellado } from './entrega.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** The suite's own pairs can be exported; these cannot. */
export async function createPair(): Promise<{ clavePublica: string; privateKey: CryptoKey }> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { clavePublica: toBase64Url(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/** Decrypts the sign key that the owner's approval encrypted for this browser and this request. */
export async function openPedido(
  pair: { readonly id: string; readonly clavePublica: string; readonly privateKey: CryptoKey },
  { enc, datos }: Sellado,
): Promise<string> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const info = new TextEncoder().encode(`sello firma ${pair.id}`)
  try {
    const publicKey = await suite.kem.deserializePublicKey(fromBase64Url(pair.clavePublica))
    const recipientKey = { publicKey, privateKey: pair.privateKey }
    const params = { recipientKey, info, enc: fromBase64Url(enc) }
    return new TextDecoder().decode(await suite.open(params, fromBase64Url(datos)))
  } catch (cause) {
    if (!(cause instanceof HpkeError)) throw cause
    throw new Error('Lo que se entregó no es la firma que usted pidió. Pida otra.', { cause })
  }
}
