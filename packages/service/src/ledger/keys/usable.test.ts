import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, NOW } from '../../../test/two-companies.ts'
import { assertUsable, vaultLocked } from './usable.ts'

const REVOKED = {
  ...{ code: 'key_revoked', message: 'Esta llave fue revocada. Use otra.', details: {} },
}
const EXPIRED = { code: 'key_expired', message: 'Esta llave venció. Emita una nueva.', details: {} }
const INACTIVE = {
  code: 'key_inactive',
  message: 'Esta llave está desactivada. Actívela o use otra.',
  details: {},
}

test('a key is refused with the first of its reasons: it was revoked, expired, or is inactive', () => {
  const expired = NOW
  const later = at(1)
  for (const expiresAt of [null, expired, later]) {
    assert.throws(() => assertUsable({ state: 'revoked', expiresAt }, NOW), REVOKED)
  }
  for (const state of ['active', 'inactive'] as const) {
    assert.throws(() => assertUsable({ state, expiresAt: expired }, NOW), EXPIRED)
  }
  for (const expiresAt of [null, later]) {
    assert.throws(() => assertUsable({ state: 'inactive', expiresAt }, NOW), INACTIVE)
    assertUsable({ state: 'active', expiresAt }, NOW)
  }
})

test('a key whose signing is suspended is told that waiting does not help', () => {
  const { code, message } = vaultLocked()
  assert.deepEqual(
    [code, message],
    [
      'sign_vault_locked',
      'La firma de esta llave está suspendida por intentos fallidos. Esperar no la libera: un administrador debe reactivarla.',
    ],
  )
})
