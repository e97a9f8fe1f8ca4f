/**
 * Records the exchanges with the ministry's test service in a folder, a file for each process. It never holds up nor
 * changes an exchange: they wait in memory up to a limit, and the first failure ends the recording.
 */
import { createHmac } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock, Random } from '../../base/clock.ts'
import { describeError } from '../../base/log.ts'
import type { Exchange } from '../ministry/exchange.ts'
import { createBlotter } from './blotter.ts'
import { HEAD, recordedOf, type Seen } from './recorded.ts'

export interface Recorder {
  /** The same exchange; what passes through it is recorded. */
  keep(exchange: Exchange): Exchange
  /** Writes what still waits. */
  close(): Promise<void>
}

export interface RecorderParts {
  readonly folder: string
  /** Of the service's own secrets, so that all its processes give a person the same stand-in, and nobody else can. */
  readonly secret: Buffer
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Of bodies that wait to be written; beyond it exchanges are left out, and the file says how many. */
  readonly waitingCharsMax?: number
}

const WAITING_CHARS_MAX = 32 * 1024 * 1024
/** Of an exchange without a body. */
const CHARS_MIN = 1_024
const ONLY_OWNER = { folder: 0o700, file: 0o600 }

export function createRecorder(parts: RecorderParts): Recorder {
  const { clock, log, waitingCharsMax = WAITING_CHARS_MAX } = parts
  const key = createHmac('sha256', parts.secret).update('stand-ins of recordings').digest()
  const blotter = createBlotter(key)
  const file = openFile(parts)
  const waiting: Seen[] = []
  let waitingChars = 0
  let missed = 0
  let isEnded = false
  let writing = Promise.resolve()
  file.then(
    ({ path }) => log.warn({ path }, 'the exchanges with the test service are recorded'),
    () => end(file), // told at once, and not only at the first sale
  )

  function note(seen: Seen): void {
    if (isEnded) return
    if (waitingChars >= waitingCharsMax) {
      missed += 1
      return
    }
    waitingChars += charsOf(seen)
    waiting.push(seen)
    if (waiting.length === 1) writing = writing.then(() => end(drain()))
  }

  async function drain(): Promise<void> {
    const { write } = await file
    for (let seen = waiting[0]; seen !== undefined; seen = waiting[0]) {
      await write(await recordedOf(blotter, seen))
      waitingChars -= charsOf(seen)
      waiting.shift()
      const untold = missed
      missed = 0 // before it is written: meanwhile others may be left out
      if (untold > 0) await write({ missed: untold })
    }
  }

  /** Waits for work, whose failure is the last. */
  async function end(work: Promise<unknown>): Promise<void> {
    try {
      await work
    } catch (error) {
      if (isEnded) return
      isEnded = true
      waiting.length = 0
      const { folder } = parts
      log.error({ folder, error: describeError(error) }, 'the exchanges are no longer recorded')
    }
  }

  return {
    keep: (exchange) => ({
      async post(post) {
        const askedAt = clock.now()
        const raw = await exchange.post(post)
        const ms = clock.now().getTime() - askedAt.getTime()
        if (post.method !== 'HEAD') note({ post, raw, askedAt, ms })
        return raw
      },
      close: () => exchange.close(),
    }),
    async close() {
      await writing
      await end(file.then(({ close }) => close()))
      isEnded = true
    },
  }
}

const charsOf = ({ post }: Seen) => Math.max(post.body?.length ?? 0, CHARS_MIN)

/** A new file, of which a crash may cost the last line. */
async function openFile({ folder, clock, random }: RecorderParts) {
  const at = clock.now().toISOString()
  await mkdir(folder, { recursive: true, mode: ONLY_OWNER.folder })
  const name = `${at.replaceAll(/[-:]|\.\d+/g, '')}-${random.bytes(4).toString('hex')}.jsonl`
  const path = join(folder, name)
  const file = await open(path, 'wx', ONLY_OWNER.file)
  const write = (line: object) => file.appendFile(`${JSON.stringify(line)}\n`)
  await write({ ...HEAD, begun: at })
  return { path, write, close: () => file.close() }
}
