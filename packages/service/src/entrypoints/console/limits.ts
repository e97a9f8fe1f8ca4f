/**
 * How much of the console's API one address, one person and one company may use (ADR 0098). Counted in this process
 * and never in the database, so that a refused call costs nothing; what is costly besides goes one at a time over
 * all processes (base/db/turns.ts).
 */

import type { ServerResponse } from 'node:http'
import { Refused } from '@sello/contract'
import type { Clock } from '../../base/clock.ts'

interface Limit {
  /** Calls at once after a pause. */
  readonly burst: number
  /** Calls per second in the long run. */
  readonly perSecond: number
  /** Unanswered calls. */
  readonly atOnce: number
  /** The rate is one of the whole machine, divided among its processes; else each process has it. */
  readonly isShared?: true
}

/** Of the console, and of what strangers read (docs/wire.md#pagina). */
// biome-ignore format: a table
export const LIMITS = {
  // everything that comes from one address or IPv6 /64: an office behind one router
  address:   { burst: 1_200, perSecond: 40, atOnce: 128 },
  // what it calls without a session, which is signing in
  // shared, since it bounds guesses
  anonymous: { burst: 120,   perSecond: 2,  atOnce: 16, isShared: true },
  // somebody who exports a month, with a margin
  person:    { burst: 400,   perSecond: 20, atOnce: 24 },
  company:   { burst: 1_200, perSecond: 40, atOnce: 64 },
  // logos, of which most attempts may be refused: each costs a thread
  look:      { burst: 20,    perSecond: 1 / 60, atOnce: 2, isShared: true },
  // a test message of a company: each opens a connection to a server that it names
  mail:      { burst: 10,    perSecond: 1 / 60, atOnce: 2, isShared: true },
  // the page of a document and its files: a copy costs some ten milliseconds
  page:      { burst: 60,    perSecond: 1, atOnce: 8, isShared: true },
} as const satisfies Record<string, Limit>

export type Limited = keyof typeof LIMITS

/** Subjects that are remembered of each kind; the longest unseen is forgotten first. */
const SUBJECTS_MAX = 10_000

interface Used {
  /** Calls left of the burst, at `atMs`. */
  left: number
  atMs: number
  /** Its unanswered calls. */
  readonly running: Set<ServerResponse>
}

export type ConsoleLimits = ReturnType<typeof createConsoleLimits>

export function createConsoleLimits(clock: Pick<Clock, 'now'>, processes = 1) {
  const limitOf = (kind: Limited): Limit => {
    const limit: Limit = LIMITS[kind]
    return limit.isShared ? { ...limit, perSecond: limit.perSecond / processes } : limit
  }
  const kinds = Object.keys(LIMITS) as Limited[]
  const subjects = new Map(kinds.map((kind) => [kind, new Map<string, Used>()]))

  function usedBy(kind: Limited, subject: string): Used {
    const known = subjects.get(kind) as Map<string, Used>
    const { burst, perSecond } = limitOf(kind)
    const atMs = clock.now().getTime()
    const used = known.get(subject) ?? { left: burst, atMs, running: new Set() }
    const passedMs = Math.max(0, atMs - used.atMs)
    used.left = Math.min(burst, used.left + (passedMs / 1_000) * perSecond)
    used.atMs = atMs
    known.delete(subject) // to the end: the first of the map is the longest unseen
    known.set(subject, used)
    if (known.size > SUBJECTS_MAX) known.delete(known.keys().next().value as string)
    return used
  }

  return {
    /**
     * Counts a call until it is answered. Refuses (429, with the seconds to wait) one more than the subject may make;
     * a refused call is not counted.
     */
    admit(kind: Limited, subject: string, response: ServerResponse): void {
      const { atOnce, perSecond } = limitOf(kind)
      const used = usedBy(kind, subject)
      if (used.running.size >= atOnce) throw tooManyCalls(1)
      if (used.left < 1) throw tooManyCalls(Math.ceil((1 - used.left) / perSecond))
      used.left -= 1
      used.running.add(response)
      const end = () => used.running.delete(response)
      response.once('close', end)
      response.once('finish', end) // an injected call emits only this
    },
  }
}

const tooManyCalls = (segundos: number) =>
  new Refused(
    'too_many_calls',
    `Son demasiadas peticiones seguidas. Espere ${segundos} s y repita.`,
    { segundos },
  )
