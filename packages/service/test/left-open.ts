/** How many files some work opens, by `open` of fs/promises, and does not close. */
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

interface Opened {
  readonly opened: number
  readonly leftOpen: number
}

export async function openedBy(work: () => Promise<unknown>): Promise<Opened> {
  const { open } = fs
  const handles: FileHandle[] = []
  fs.open = async (...given) => {
    const handle = await open(...given)
    handles.push(handle)
    return handle
  }
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    fs.open = open
    syncBuiltinESMExports()
  }
  return { opened: handles.length, leftOpen: handles.filter(({ fd }) => fd !== -1).length }
}
