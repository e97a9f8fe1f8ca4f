/**
 * Extracts the signing key from the file that the ministry gives a taxpayer.
 *
 * NOTE: the password does not encrypt the file. The ministry's own signer only compares its SHA-512 before it uses
 * the key, so whoever has the file has the key. We compare it too, so that a file that somebody found is not
 * imported by accident. There is also no certificate chain or X.509 signature to verify.
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

// The ministry issues 2048. Signing with a key above 4096 would block other callers.
const KEY_BITS_MIN = 2048
const KEY_BITS_MAX = 4096

export interface CertificadoMH {
  readonly nit: string
  readonly nombre: string
  /** Encrypt it (`createVault`) and drop it. */
  readonly privateKey: RsaPrivateJwk
  readonly publicKeyPem: string
  /** SHA-256 of the public key (SubjectPublicKeyInfo, DER), in hexadecimal. */
  readonly fingerprint: string
  readonly validFrom: Date
  /** It may be past: an expired certificate can be read, and the caller decides whether to refuse it. */
  readonly validTo: Date
  readonly activo: true
}

/**
 * Reads a certificate with a matching key pair and the right password. Throws `CertificateRefused` otherwise. The
 * caller checks the NIT and the validity period.
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

/** A signature with one key verifies with the other, which also proves that the private key is intact. */
function assertPair(privateKey: KeyObject, publicKey: KeyObject): void {
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0
  const isRsa = privateKey.asymmetricKeyType === 'rsa' && publicKey.asymmetricKeyType === 'rsa'
  if (!isRsa || bits < KEY_BITS_MIN || bits > KEY_BITS_MAX) throw new CertificateRefused('key_size')
  if (!signs(privateKey, publicKey)) throw new CertificateRefused('key_mismatch')
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
