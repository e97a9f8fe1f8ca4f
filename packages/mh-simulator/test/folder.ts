import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A new folder, which is gone when the test ends. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-simulator-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
