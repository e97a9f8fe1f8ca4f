/**
 * Idempotency keys in a file, one JSON line for each change, so that a program that is killed resumes
 * its sales with the same keys. Several programs may share one file: lines are appended whole.
 */
import { constants } from 'node:fs'
import { chmod, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { KeyEntry, KeyStore } from '../keys.ts'
import { runtime } from '../platform.ts'

type Line = KeyEntry & { readonly operation: string }

/** Above this many obsolete lines the file is rewritten. */
const STALE_LINES_MAX = 1_000
/** The service forgets a key after a day; a `done` sale is found by its `referencia` for a month. */
const LIFETIME_MS = 31 * 24 * 3_600_000

/**
 * A store in `path`, readable only by its owner. Each write is on disk before it resolves. A last line truncated by
 * a crash is ignored: its request was not sent.
 */
export function fileKeyStore(path: string, now: () => number = runtime.now): KeyStore {
  const entries = new Map<string, KeyEntry>()
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
    const size = await sizeOf(path)
    if (size < readBytes) {
      readBytes = 0 // another program rewrote the file
      lines = 0
    }
    if (size === readBytes) return
    const text = await readFrom(path, readBytes, size)
    const whole = text.subarray(0, text.lastIndexOf(NEWLINE) + 1)
    readBytes += whole.length
    for (const line of whole.toString('utf8').split('\n')) {
      const read = readLine(line)
      if (read === null) continue
      lines += 1
      const { operation, ...entry } = read
      entries.delete(operation)
      entries.set(operation, entry)
    }
  }

  async function append(operation: string, entry: KeyEntry): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
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
    if (lines - fresh.length < STALE_LINES_MAX) return
    const draft = `${path}.new`
    const handle = await open(draft, 'w', 0o600)
    try {
      const text = fresh.map(([operation, entry]) => JSON.stringify({ operation, ...entry }))
      await handle.writeFile(text.map((line) => `${line}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await chmod(draft, 0o600)
    await rename(draft, path)
    entries.clear()
    readBytes = 0
    lines = 0
  }

  return {
    read: (operation) =>
      inTurn(async () => {
        await catchUp()
        return entries.get(operation) ?? null
      }),
    write: (operation, entry) =>
      inTurn(async () => {
        await catchUp()
        await append(operation, entry)
        await catchUp()
        await compact()
      }),
  }
}

const NEWLINE = 0x0a

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

async function readFrom(path: string, from: number, to: number): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(to - from)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
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
