/**
 * The stored vault was altered: the data key was decrypted, but the private key under it could not be. The caller
 * did nothing wrong, so it does not count as a failed attempt.
 */
export class VaultDamaged extends Error {
  override readonly name = 'VaultDamaged'
}
