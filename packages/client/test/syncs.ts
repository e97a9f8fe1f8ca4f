/** Watches which files and folders are flushed to the disk. */
import { type FileHandle, open } from 'node:fs/promises'
import { mock } from 'node:test'

/** Runs `work`; `seen` is called for each handle just before it is flushed. `folder`: any that exists. */
export async function watchSyncs(
  folder: string,
  seen: (flushed: FileHandle) => Promise<void>,
  work: () => Promise<unknown>,
): Promise<void> {
  const handle = await open(folder)
  const { sync } = handle
  const spied = mock.method(
    Object.getPrototypeOf(handle),
    'sync',
    async function (this: FileHandle) {
      await seen(this)
      await sync.call(this)
    },
  )
  try {
    await work()
  } finally {
    spied.mock.restore()
    await handle.close()
  }
}
