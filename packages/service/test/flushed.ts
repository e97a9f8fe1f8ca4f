/** What a test writes to the disk for good: which files and folders were flushed, in order. */
import { type FileHandle, open, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TestContext } from 'node:test'
import { noteSkipped } from '../../../scripts/test-tools.ts'

/** Why a test of this file cannot know what is flushed; false: it can. */
export const withoutFlushes = (testFile: string): string | false =>
  process.platform === 'linux'
    ? false
    : noteSkipped(testFile, 'which file is flushed is read from /proc')

/** The names of what is flushed from now on, until the test ends. */
export async function watchFlushes(t: TestContext): Promise<string[]> {
  const flushed: string[] = []
  const handle = await open('/dev/null')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of ['sync', 'datasync'] as const) {
    const { [name]: original } = prototype
    t.mock.method(prototype, name, async function (this: FileHandle) {
      const path = await readlink(`/proc/self/fd/${this.fd}`)
      await original.call(this)
      flushed.push(basename(path))
    })
  }
  return flushed
}
