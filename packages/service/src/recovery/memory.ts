/** A file in the data folder with the last mark of a database that processes of this machine have seen. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Memory } from './fence.ts'

/** Written at most this often: losing the last seconds makes the fence no wider. */
const EVERY_MS = 10_000

/** `databaseUrl` null: the embedded one. An unreadable file counts as absent. */
export function createMemory(dataDir: string, databaseUrl: string | null): Memory {
  const file = join(dataDir, `database-mark-${nameOf(databaseUrl)}`)
  let writtenMs = 0
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const seen = new Date(text.trim())
      return Number.isNaN(seen.getTime()) ? null : seen
    },
    async write(seen) {
      if (seen.getTime() - writtenMs < EVERY_MS) return
      writtenMs = seen.getTime()
      const draft = `${file}.${process.pid}`
      await mkdir(dataDir, { recursive: true })
      await writeFile(draft, `${seen.toISOString()}\n`, { flush: true })
      await rename(draft, file)
    },
  }
}

/** Keyed by the database's location, not by its user. */
function nameOf(databaseUrl: string | null): string {
  if (databaseUrl === null) return 'embedded'
  const { host, pathname } = new URL(databaseUrl)
  return createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12)
}
