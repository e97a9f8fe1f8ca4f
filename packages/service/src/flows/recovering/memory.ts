/**
 * A file in the data folder with what processes of this machine have last seen of a database. It is named by the
 * database's birth, not by its address: a copy at another host, path or port is recognised.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Memory } from '../../ledger/marks/fence.ts'
import type { Seen } from '../../ledger/marks/marks.ts'

/** Written at most this often: losing the last seconds only means that a copy made in them is not recognised. */
const EVERY_MS = 10_000

const LINE = /^(\S+Z) ([0-9a-f-]{36}) (\d{1,18})$/

/** A file that is cut off or of another form counts as absent. */
export function createMemory(dataDir: string): Memory {
  const fileOf = (birth: string) => join(dataDir, `database-mark-${birth}`)
  let writtenMs = Number.NEGATIVE_INFINITY
  return {
    async read(birth) {
      const text = await readFile(fileOf(birth), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      const [, at = '', run, beats] = LINE.exec(text.trim()) ?? []
      const aliveAt = new Date(at)
      if (!run || !beats || Number.isNaN(aliveAt.getTime())) return null
      return { birth, aliveAt, run, beats: BigInt(beats) }
    },
    isDue: (seen) => seen.aliveAt.getTime() - writtenMs >= EVERY_MS,
    async write(seen: Seen) {
      writtenMs = seen.aliveAt.getTime()
      const file = fileOf(seen.birth)
      const draft = `${file}.${process.pid}`
      await mkdir(dataDir, { recursive: true })
      const line = `${seen.aliveAt.toISOString()} ${seen.run} ${seen.beats}\n`
      await writeFile(draft, line, { flush: true })
      await rename(draft, file)
    },
  }
}
