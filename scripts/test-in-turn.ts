/** Several test files in one process, one after the other, each as a suite with its own hooks. */
import { describe } from 'node:test'
import { goOn } from './test-lifetime.ts'

/** The time limit per file; a test that hangs then fails the suite of its file by name. */
const FILE_MS_MAX = 5 * 60_000

export async function runInTurn(
  files: readonly (readonly [file: string, load: () => Promise<unknown>])[],
): Promise<void> {
  for (const [file, load] of files) {
    goOn()
    await describe(file, { timeout: FILE_MS_MAX }, async () => {
      await load()
    })
  }
}
