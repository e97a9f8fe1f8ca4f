/** A key of the production environment, for checking that environments are separate. */
import type { MintedKey } from '../src/admin.ts'
import type { World } from './world.ts'

/** It reads; the company's certificate is the test environment's. */
export async function mintLiveKey({ deps, mintKey }: World, nit: string): Promise<MintedKey> {
  const now = deps.clock.now()
  await deps.pool.many('update companies set production_since = $2 where nit = $1', [nit, now])
  return mintKey(nit, { ambiente: '01', passphrase: null })
}
