/**
 * The fence: whether this process may issue. A database restored to an older moment would hand out its numbers
 * twice, so nothing is issued until `sello reconcile` has asked the ministry (ADR 0071).
 */
import { Refused } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import { describeError } from '../operator/log.ts'
import { closeFence, moveMark, readIdentity, readMark } from './marks.ts'

export interface Fence {
  /** Refuses (503) while the database is known to be restored and not reconciled. */
  assertOpen(): void
  readonly isOpen: boolean
  /** The last mark that this process has seen; null: none. Commit 1 refuses if the database has an earlier one. */
  readonly seen: Date | null
  /** Reads the shared state and advances the mark. */
  check(): Promise<void>
  /** Closes the fence on other evidence that the database was restored. */
  close(reason: string): Promise<void>
}

export interface FenceParts {
  readonly pool: Pool
  readonly log: Logger
  /** What this machine remembers of the database; absent: nothing. */
  readonly memory?: Memory
}

/** Survives the process, on its machine. */
export interface Memory {
  read(): Promise<Date | null>
  write(seen: Date): Promise<void>
}

const WENT_BACK =
  'La base de datos está en un momento anterior al que este servicio ya había visto.'
const ELSEWHERE = 'La base de datos es una copia restaurada, u otra que la que servía.'

export function createFence({ pool, log, memory }: FenceParts): Fence {
  let seen: Date | null = null
  let remembered = memory === undefined
  let forgetful = false
  let reason: string | null = null

  function become(next: string | null): void {
    if (next !== null && reason === null)
      log.fatal({ reason: next }, 'nothing is issued: reconcile')
    if (next === null && reason !== null) log.warn('the database is reconciled: issuing resumes')
    reason = next
  }

  /** Without a data folder nothing is remembered; then only the database's identity is checked. */
  async function remember(mark: Date): Promise<void> {
    try {
      await memory?.write(mark)
    } catch (error) {
      if (!forgetful)
        log.warn({ error: describeError(error) }, 'the mark of the database is not kept')
      forgetful = true
    }
  }

  return {
    assertOpen() {
      if (reason !== null) throw restored()
    },
    get isOpen() {
      return reason === null
    },
    get seen() {
      return seen
    },
    async check() {
      if (!remembered) {
        seen = (await memory?.read()) ?? null
        remembered = true
      }
      const identity = await readIdentity(pool)
      const moved = await moveMark(pool, { identity, seen })
      if (moved) {
        seen = moved
        await remember(moved)
        return become(null)
      }
      const mark = await readMark(pool)
      if (mark?.fencedSince) return become(mark.reason)
      if (!seen) return become(ELSEWHERE) // a process that has seen this database before may confirm it
      await closeFence(pool, WENT_BACK)
      become(WENT_BACK)
    },
    async close(why) {
      await closeFence(pool, why)
      become(why)
    },
  }
}

/** 503: nothing was spent, and a retry does not help until an operator reconciles. */
export function restored(): Refused<'service_unavailable'> {
  return new Refused(
    'service_unavailable',
    'La base de datos del servicio se restauró y falta conciliarla con Hacienda. No se hizo nada. Un administrador debe ejecutar "sello reconcile"; después repita con la misma Idempotency-Key.',
    {},
  )
}
