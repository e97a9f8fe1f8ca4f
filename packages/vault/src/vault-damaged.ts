/**
 * The stored vault is not what was stored: its data key opened, and what lies under it does not.
 * The caller did nothing wrong, so it counts against nobody's attempts.
 */
export class VaultDamaged extends Error {
  override readonly name = 'VaultDamaged'
}
