/**
 * The fence: whether this process may issue. A database restored to an older moment would hand out its numbers
 * twice, and so would a copy that continues beside the original, so nothing is issued until `sello reconcile` has
 * asked the ministry (ADRs 0071, 0094).
 */
import { Refused } from '@sello/contract'
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { describeError } from '../../base/log.ts'
import { moveMachineMarks, type Restored, recordRestored } from './machines.ts'
import { closeFence, isKnown, moveMark, readIdentity, readMark, type Seen } from './marks.ts'

export interface Fence {
  /** Refuses (503) while the database is known to be restored and not reconciled. */
  assertOpen(): void
  readonly isOpen: boolean
  /** The last mark that this process has seen; null: none. Commit 1 refuses if the database has an earlier one. */
  readonly seen: Date | null
  /**
   * Of a cluster, by `host:port`: whether the machine answered the last check. None on one PostgreSQL, and where that
   * check asked none: nothing is issued, and an earlier answer would stay.
   */
  readonly machines: ReadonlyMap<string, boolean>
  /** Reads the shared state and advances the mark. */
  check(): Promise<void>
}

export interface FenceParts {
  readonly pool: Pool
  readonly log: Logger
  /** What this machine remembers of the database; absent: nothing. */
  readonly memory?: Memory
}

/** Survives the process, on its machine. Processes that share a data folder share it. */
export interface Memory {
  /** What was last kept about the database of this birth. */
  read(birth: string): Promise<Seen | null>
  /** Whether it is time to keep it. */
  isDue(seen: Seen): boolean
  write(seen: Seen): Promise<void>
}

const WENT_BACK =
  'La base de datos está en un momento anterior al que este servicio ya había visto.'
const ELSEWHERE = 'La base de datos es una copia restaurada, u otra que la que servía.'
const MACHINE_WENT_BACK =
  'Una máquina del clúster está en un momento anterior al que este servicio ya había visto en ella.'
const WENT_ON =
  'La base de datos es otra copia de la que este servicio usaba: no tiene lo último que se vio en ella.'

export function createFence({ pool, log, memory }: FenceParts): Fence {
  let seen: Seen | null = null
  let run: string | null = null
  let remembered = memory === undefined
  let forgetful = false
  let reason: string | null = null
  let machines: Fence['machines'] = new Map()

  function become(next: string | null): void {
    if (next !== null && reason === null)
      log.fatal({ reason: next }, 'nothing is issued: reconcile')
    if (next === null && reason !== null) log.warn('the database is reconciled: issuing resumes')
    reason = next
  }

  async function close(why: string, restored: readonly Restored[] = []): Promise<void> {
    await transaction(pool, async (tx) => {
      for (const machine of restored) await recordRestored(tx, machine)
      await closeFence(tx, why)
    })
    become(why)
  }

  /** Before the first advance. A database that no process has issued on has nothing to remember. */
  async function recall(): Promise<void> {
    if (remembered) return
    const mark = await readMark(pool)
    seen = mark && ((await memory?.read(mark.birth)) ?? null)
    remembered = true
  }

  /**
   * Returns false if another process has kept something in the data folder that this database does not contain.
   * Without a data folder nothing is remembered; then only the database's identity is checked.
   */
  async function remember(mark: Seen): Promise<boolean> {
    if (!memory?.isDue(mark)) return true
    const kept = await unlessForgetful(() => memory.read(mark.birth))
    if (kept && !(await isKnown(pool, kept))) return false
    await unlessForgetful(() => memory.write(mark))
    return true
  }

  async function unlessForgetful<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!forgetful)
        log.warn({ error: describeError(error) }, 'the mark of the database is not kept')
      forgetful = true
      return null
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
      return seen?.aliveAt ?? null
    },
    get machines() {
      return machines
    },
    async check() {
      let answered: Fence['machines'] = new Map()
      try {
        await recall()
        const identity = await readIdentity(pool)
        const moved = await moveMark(pool, { identity, seen, run })
        if (moved) {
          run = moved.run
          seen = moved
          if (!(await remember(moved))) return await close(WENT_ON)
          const { restored, answering } = await moveMachineMarks(pool)
          answered = answering
          return restored.length === 0 ? become(null) : await close(MACHINE_WENT_BACK, restored)
        }
        const mark = await readMark(pool)
        if (mark?.fencedSince) return become(mark.reason)
        if (!seen) return become(ELSEWHERE) // a process that has seen this database before may confirm it
        await close((mark?.aliveAt ?? seen.aliveAt) < seen.aliveAt ? WENT_BACK : WENT_ON)
      } finally {
        machines = answered
      }
    },
  }
}

/** What a closed fence means, for whoever calls or operates the service. */
export const RESTORED =
  'La base de datos del servicio se restauró, o hay otra copia de ella que también emite, y falta conciliarla con Hacienda'

/** 503: nothing was spent, and a retry does not help until an operator reconciles. */
export function restored(): Refused<'service_unavailable'> {
  return new Refused(
    'service_unavailable',
    `${RESTORED}. No se hizo nada. Un administrador debe ejecutar "sello reconcile"; después repita con la misma Idempotency-Key.`,
    {},
  )
}
