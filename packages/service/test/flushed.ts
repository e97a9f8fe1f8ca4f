/** What a test writes to the disk for good: which files and folders were flushed, in order. */
import { type FileHandle, open, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TestContext } from 'node:test'

/** Only Linux tells which file a descriptor is of. */
export const tellsFlushes = process.platform === 'linux' ? false : 'only Linux has /proc/self/fd'

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
