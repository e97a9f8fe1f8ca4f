/** When a certificate signs, and under which name a key's wrap of the vault rests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { mintSignKey } from '@sello/vault'
import { systemRandom } from '../../base/clock.ts'
import type { Ctx } from '../context.ts'
import { withCompanySigner, wrapId } from './signer.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

/** What is refused first, of a key whose signing is suspended: that is asked after its certificate. */
async function refused(from: number, to: number): Promise<string> {
  const vault = {
    ...{ vaultId: 'v-1', wrap: Buffer.alloc(60), privateKey: Buffer.alloc(60), failures: 5 },
    ...{ validFrom: after(from), validTo: after(to) },
  }
  const ctx = {
    ...{ now: NOW, keyPrefix: 'sello', signKey: mintSignKey(systemRandom.bytes) },
    key: { keyId: 'k-1', vault },
  } as unknown as Ctx
  const error = await withCompanySigner(ctx, async () => {}).then(
    () => assert.fail('it was opened'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Refused)
  return error.code
}

test('a certificate signs from its first instant to just before its last', async () => {
  assert.equal(await refused(0, 1), 'sign_vault_locked')
  assert.equal(await refused(1, 2), 'sign_vault_missing')
  assert.equal(await refused(-1, 0), 'sign_vault_missing')
})

test('a wrap is one key’s for one vault: those that rest were made under this name', () => {
  assert.equal(wrapId('v-1', 'k-1'), 'v-1/k-1')
})
