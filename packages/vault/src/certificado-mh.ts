/**
 * Takes the signing key out of the file that the ministry hands to a taxpayer.
 *
 * NOTE: the password encrypts nothing in it. The ministry's own signer only compares its SHA-512
 * before it uses the key, so whoever holds the file holds the key; we compare it too, so that a
 * file that was found is not imported by chance. There is no chain and no X.509 signature to verify
 * either.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { readCertificadoXml } from './certificado-xml.ts'
import { CertificateRefused } from './certificate-refused.ts'
import { type RsaPrivateJwk, toPrivateJwk } from './private-jwk.ts'

// The ministry issues 2048. A longer key than 4096 would hold up every other caller while it signs.
const KEY_BITS_MIN = 2048
const KEY_BITS_MAX = 4096

export interface CertificadoMH {
  readonly nit: string
  readonly nombre: string
  /** Seal it (`createVault`) and let it go. */
  readonly privateKey: RsaPrivateJwk
  readonly publicKeyPem: string
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER), in hexadecimal. */
  readonly fingerprint: string
  readonly validFrom: Date
  /** It may be past: an expired certificate is read, and refusing it is the caller's decision. */
  readonly validTo: Date
  readonly activo: true
}

/**
 * The certificate, with keys that belong together and a password that is its own. Throws
 * `CertificateRefused` otherwise. Whether the NIT is the company's, and whether the certificate is
 * in force, is for the caller to say.
 */
export function readCertificadoMH(xml: Uint8Array | string, password: string): CertificadoMH {
  const file = readCertificadoXml(xml)
  if (!file.activo) throw new CertificateRefused('inactive')
  assertPassword(password, file.privateKey.clave)
  const privateKey = readPrivateKey(file.privateKey.encodied)
  const publicKey = readPublicKey(file.publicKey.encodied)
  assertPair(privateKey, publicKey)
  return {
    nit: file.nit,
    nombre: file.nombre,
    privateKey: toPrivateJwk(privateKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(spki(publicKey)).digest('hex'),
    validFrom: file.notBefore,
    validTo: file.notAfter,
    activo: true,
  }
}

/** `clave` is the SHA-512 of the password's UTF-8 bytes, without salt. */
function assertPassword(password: string, clave: Buffer): void {
  const ours = createHash('sha512').update(password, 'utf8').digest()
  if (!timingSafeEqual(ours, clave)) throw new CertificateRefused('wrong_password')
}

function readPrivateKey(pkcs8: Buffer): KeyObject {
  try {
    return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  } catch {
    throw new CertificateRefused('key_unreadable', 'privateKey/encodied')
  } finally {
    pkcs8.fill(0)
  }
}

function readPublicKey(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    throw new CertificateRefused('key_unreadable', 'publicKey/encodied')
  }
}

/**
 * A signature made by the one verifies with the other, which also proves the private key is whole.
 */
function assertPair(privateKey: KeyObject, publicKey: KeyObject): void {
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  const isRsa = privateKey.asymmetricKeyType === 'rsa' && publicKey.asymmetricKeyType === 'rsa'
  if (!isRsa || bits < KEY_BITS_MIN || bits > KEY_BITS_MAX) throw new CertificateRefused('key_size')
  if (!spki(createPublicKey(privateKey)).equals(spki(publicKey)) || !signs(privateKey, publicKey)) {
    throw new CertificateRefused('key_mismatch')
  }
}

function signs(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('sello')
  try {
    return verify('sha512', probe, publicKey, sign('sha512', probe, privateKey))
  } catch {
    return false // OpenSSL finds the components inconsistent and will not sign with them
  }
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}
