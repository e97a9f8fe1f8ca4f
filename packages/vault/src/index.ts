/** Opens a company's signing key within one callback, and nowhere else. See SECURITY.md in this package. */
export { type CertificadoMH, readCertificadoMH } from './certificado-mh.ts'
export { type CertificateRefusal, CertificateRefused } from './certificate-refused.ts'
export { decrypt, type Encrypted, encrypt, WrongKey } from './encrypted.ts'
export { compactJws, JWS_HEADER } from './jws.ts'
export {
  openWithPassphrase,
  PASSPHRASE_CHARACTERS_MIN,
  PASSPHRASE_COST,
  type PassphraseWrap,
  type ScryptParams,
  WeakPassphrase,
  WrongPassphrase,
  wrapForPassphrase,
} from './passphrase.ts'
export type { RsaPrivateJwk } from './private-jwk.ts'
export type { Random } from './random.ts'
export { isSignKey, mintSignKey, WrongSignKey, wrapForSignKey } from './sign-key.ts'
export { createVault, type NewVault, type Sign, type SignedJws, withSigner } from './vault.ts'
export { VaultDamaged } from './vault-damaged.ts'
