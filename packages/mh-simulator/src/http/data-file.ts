/** The file in which a simulator keeps what it remembers from one start to the next. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { NotSaved, restore, savedLines } from '../world/saved.ts'
import type { World } from '../world/world.ts'

const AFTER_MS = 1_000
/** A world of many documents is written more seldom: one of 100,000 takes a second, and then waits for eleven. */
const AFTER_MS_A_LINE = 0.1
const CHUNK_LINES = 500
const ONLY_OWNER = 0o600

export interface DataFile {
  /** Writes soon. */
  readonly changed: () => void
  /** Writes what was not written yet. */
  readonly close: () => void
}

/** The file exists and is of something else. */
export class NotADataFile extends Error {
  override readonly name = 'NotADataFile'
  readonly path: string

  constructor(path: string, cause: NotSaved) {
    super(`${path} is not a data file of the simulator: ${cause.message}`, { cause })
    this.path = path
  }
}

/**
 * Makes the world remember what the file says, if there is one, and writes it after changes: about a second later, so
 * that a killed simulator forgets what it was told in its last second. Refuses a file that is not its own.
 */
export function openDataFile(world: World, path: string): DataFile {
  if (existsSync(path)) {
    try {
      restore(world, readFileSync(path, 'utf8').split('\n'))
    } catch (cause) {
      if (!(cause instanceof NotSaved)) throw cause
      throw new NotADataFile(path, cause)
    }
  }
  let timer: NodeJS.Timeout | null = null
  let waitMs = AFTER_MS
  const save = () => {
    timer = null
    waitMs = AFTER_MS + AFTER_MS_A_LINE * write(world, path)
  }
  return {
    changed: () => {
      timer ??= setTimeout(save, waitMs)
    },
    close: () => {
      if (timer === null) return
      clearTimeout(timer)
      save()
    },
  }
}

/**
 * In one turn of the event loop, so that the file is of one instant; the old one stays until the new one is whole.
 * Returns how many lines it has.
 */
function write(world: World, path: string): number {
  const beside = `${path}.new`
  const file = openSync(beside, 'w', ONLY_OWNER)
  let count = 0
  try {
    for (const lines of chunksOf(savedLines(world))) {
      writeFileSync(file, lines.join(''))
      count += lines.length
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
  return count
}

/** Lines with their ends, several at once. */
function* chunksOf(lines: Iterable<string>): Generator<readonly string[]> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(`${line}\n`)
    if (chunk.length < CHUNK_LINES) continue
    yield chunk
    chunk = []
  }
  yield chunk
}
