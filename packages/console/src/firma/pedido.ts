/**
 * How an owner hands a sign key to a person (docs/console-api.md, section 4): encrypted to a key pair whose
 * private half never leaves this browser.
 */
import { fromBase64Url, toBase64Url } from '../base64url.ts'

export async function createPair(): Promise<{ clavePublica: string; privateKey: CryptoKey }> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { clavePublica: toBase64Url(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/** Decrypts the sign key that the owner's browser encrypted for this one. */
export async function openPedido(
  privateKey: CryptoKey,
  id: string,
  sealed: { readonly clavePublica: string; readonly iv: string; readonly datos: string },
): Promise<string> {
  const text = new TextEncoder()
  const theirs = await crypto.subtle.importKey(
    'raw',
    fromBase64Url(sealed.clavePublica),
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  )
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256)
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: text.encode(`sello firma ${id}`),
    },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  )
  const clear = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: fromBase64Url(sealed.iv), additionalData: text.encode(id) },
    key,
    fromBase64Url(sealed.datos),
  )
  return new TextDecoder().decode(clear)
}
