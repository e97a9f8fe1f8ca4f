/**
 * Idempotency keys in a file, one JSON line for each change, so that a program that is killed resumes
 * its sales with the same keys. Several programs may share one file: one writes at a time (`file-lock.ts`), and a
 * rewritten file has another first line, by which the others notice.
 */

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { KeyEntry, KeyStore } from '../keys.ts'
import { runtime } from '../platform.ts'
import { withFileLock } from './file-lock.ts'

type Line = KeyEntry & { readonly operation: string }

/** Above this many obsolete lines the file is rewritten. */
const STALE_LINES_MAX = 1_000
/** The service forgets a key after a day; a `done` sale is found by its `referencia` for a month. */
const LIFETIME_MS = 31 * 24 * 3_600_000

/**
 * A store in `path`, readable only by its owner. Each write is on disk before it resolves. A last line truncated by
 * a crash is ignored: its request was not sent.
 */
export function fileKeyStore(
  path: string,
  now: () => number = runtime.now,
  staleLinesMax = STALE_LINES_MAX,
): KeyStore {
  const entries = new Map<string, KeyEntry>()
  let generation = ''
  let readBytes = 0
  let lines = 0
  let before: Promise<unknown> = Promise.resolve()

  /** Serialises: a read sees every earlier write. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = before.then(work, work)
    before = turn.catch(() => {}) // the caller gets the error
    return turn
  }

  /** Reads what this program or another one appended. */
  async function catchUp(): Promise<void> {
    const handle = await openToRead(path)
    if (handle === null) return
    let text: Buffer
    try {
      const found = await readGeneration(handle)
      if (found !== generation || (await handle.stat()).size < readBytes) {
        generation = found // the file was rewritten, or somebody put another one there
        readBytes = 0
        lines = 0
      }
      text = await readFrom(handle, readBytes)
    } finally {
      await handle.close()
    }
    const whole = text.subarray(0, text.lastIndexOf(NEWLINE) + 1)
    readBytes += whole.length
    for (const line of whole.toString('utf8').split('\n')) {
      const read = readLine(line)
      if (read === null) continue
      lines += 1
      const { operation, ...entry } = read
      entries.set(operation, entry)
    }
  }

  async function append(operation: string, entry: KeyEntry): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
    const handle = await open(path, flags, 0o600)
    try {
      // Ends a line truncated by a crash, so that this one is not appended to it.
      const size = (await handle.stat()).size
      const gap = size > readBytes ? '\n' : ''
      await handle.write(`${gap}${JSON.stringify({ operation, ...entry })}\n`)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }

  async function compact(): Promise<void> {
    const fresh = [...entries].filter(([, { createdAt }]) => now() - createdAt < LIFETIME_MS)
    if (lines - fresh.length < staleLinesMax) return
    const draft = `${path}.new`
    const handle = await open(draft, 'w', 0o600)
    try {
      const text = fresh.map(([operation, entry]) => JSON.stringify({ operation, ...entry }))
      await handle.writeFile([firstLine(), ...text].map((line) => `${line}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(draft, 0o600)
    await rename(draft, path)
    entries.clear() // it is read anew, as by the others
  }

  return {
    read: (operation) =>
      inTurn(async () => {
        await catchUp()
        return entries.get(operation) ?? null
      }),
    write: (operation, entry) =>
      inTurn(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await withFileLock(path, async () => {
          await catchUp()
          await append(operation, entry)
          await catchUp()
          await compact()
        })
      }),
  }
}

const NEWLINE = 0x0a

/** Null where nothing was written yet. */
async function openToRead(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Begins a rewritten file. A reader of entries passes over it. */
const firstLine = () => JSON.stringify({ generation: randomUUID() })
const FIRST_LINE_BYTES = firstLine().length

/** Which rewriting of the file this is; empty for one that was never rewritten. */
async function readGeneration(handle: FileHandle): Promise<string> {
  const bytes = Buffer.alloc(FIRST_LINE_BYTES)
  await handle.read(bytes, 0, bytes.length, 0)
  const text = bytes.toString('latin1')
  return text.startsWith('{"generation":') ? text : ''
}

async function readFrom(handle: FileHandle, from: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, (await handle.stat()).size - from))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
  return bytes.subarray(0, bytesRead)
}

/** Null for a line truncated by a crash. */
function readLine(line: string): Line | null {
  if (line === '') return null
  try {
    const value = JSON.parse(line) as Partial<Line>
    const isLine = typeof value.operation === 'string' && typeof value.idempotencyKey === 'string'
    return isLine ? (value as Line) : null
  } catch {
    return null
  }
}
