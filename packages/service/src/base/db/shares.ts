/**
 * A pool of connections shared by turns: whatever one sharer asks for, the others are served at once, and whoever has
 * the rest of the pool keeps it (ADR 0024).
 */
import { Refused } from '@sello/contract'
import type { Clock } from '../clock.ts'
import { type Pool, readingOver } from './pool.ts'

export interface Shares {
  /** All connections; only for the metrics. */
  readonly pool: Pool
  /**
   * What one sharer may use of them. A statement or transaction waits for its turn, and is refused
   * (`service_unavailable`) if too many of the sharer wait, or it waited too long.
   */
  of(sharer: string): Pool
}

export interface ShareLimits {
  /** Of the pool's connections, for all sharers. */
  readonly atOnce: number
  readonly ofOne: number
  /** Waiting statements of one sharer. */
  readonly waiting: number
  readonly waitMs: number
}

/**
 * What companies read, over a pool of their own: one has half of it. With some 300 statements a second on two
 * connections, the last of those who wait is served in time.
 */
export const readsOf = ({ options: { max } }: Pool): ShareLimits => ({
  ...{ atOnce: max, ofOne: Math.max(1, Math.floor(max / 2)), waiting: 100, waitMs: 3_000 },
})

/**
 * The request log's lines of calls that only read, by key: half of its connections stay for the calls that issue. Those
 * of one key would wait for each other anyway, for the row that counts them.
 */
export const admissionsOf = ({ options: { max } }: Pool): ShareLimits => ({
  ...{ atOnce: Math.max(1, Math.floor(max / 2)), ofOne: 1, waiting: 1_000, waitMs: 5_000 },
})

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

export function createShares(
  pool: Pool,
  { sleep }: Pick<Clock, 'sleep'>,
  { atOnce, ofOne, waiting: waitingMax, waitMs }: ShareLimits,
): Shares {
  /** Of those who ask now, the one served longest ago first. */
  const lines = new Map<string, Line>()
  let running = 0

  const isFree = (line: Line) => running < atOnce && line.running < ofOne

  function begin(sharer: string, line: Line): void {
    running += 1
    line.running += 1
    lines.delete(sharer)
    lines.set(sharer, line)
  }

  function end(sharer: string, line: Line): void {
    running -= 1
    line.running -= 1
    forgetIfIdle(sharer, line)
    for (const [next, one] of lines) {
      const [first] = one.waiting
      if (!first || !isFree(one)) continue
      one.waiting.shift()
      begin(next, one)
      first()
      return
    }
  }

  function forgetIfIdle(sharer: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) lines.delete(sharer)
  }

  /** Resolves when the turn has begun. */
  async function turn(sharer: string, line: Line): Promise<void> {
    if (isFree(line)) return begin(sharer, line)
    if (line.waiting.length >= waitingMax) throw crowded()
    lines.set(sharer, line)
    const settled = new AbortController()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        settled.abort()
        resolve()
      }
      line.waiting.push(start)
      void sleep(waitMs, settled.signal).then(() => {
        const at = line.waiting.indexOf(start)
        if (at === -1) return
        line.waiting.splice(at, 1)
        forgetIfIdle(sharer, line)
        reject(crowded())
      })
    })
  }

  return {
    pool,
    of(sharer) {
      const lend: Pool['lend'] = async (work) => {
        const line = lines.get(sharer) ?? { running: 0, waiting: [] }
        await turn(sharer, line)
        try {
          return await pool.lend(work)
        } finally {
          end(sharer, line)
        }
      }
      return { ...pool, lend, ...readingOver(pool.options, lend) }
    },
  }
}

function crowded(): Refused<'service_unavailable'> {
  const message =
    'Esta empresa ya hace muchas consultas a la vez: no se leyó nada. Pida esta otra vez en unos segundos.'
  return new Refused('service_unavailable', message, {})
}
