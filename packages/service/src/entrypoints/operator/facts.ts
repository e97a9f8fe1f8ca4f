/** What a process knows of itself, for its operator: whether it may get calls, its metrics, the ministry as it sees it. */
import { describeError } from '../../base/log.ts'
import type { Figures } from '../../base/telemetry/figures.ts'
import { isFull } from '../../base/telemetry/full-disk.ts'
import { clockWarnings, ownTimeIsSound } from '../../base/time/assert.ts'
import type { Deps } from '../../flows/context.ts'
import { listDeadlines, nearestOf } from '../../flows/contingency/deadlines.ts'
import { skippedInLog } from '../../ledger/cluster/due.ts'
import { RESTORED } from '../../ledger/marks/fence.ts'
import { findBacklog, isAnswering } from '../../ledger/transmission/backlog.ts'
import { type MinistrySeen, ministrySeen } from './ministry.ts'

export interface Readiness {
  readonly isReady: boolean
  readonly problemas: readonly string[]
}

export interface Facts {
  readiness(): Promise<Readiness>
  figures(): Promise<Figures>
  ministry(): Promise<MinistrySeen>
}

/** A database query that takes longer counts as "not ready", because a prober does not wait either. */
const DATABASE_MS_MAX = 2_000

export function factsOf(deps: Deps): Facts {
  return {
    readiness: () => readiness(deps),
    figures: () => figures(deps),
    ministry: async () => ministrySeen(deps),
  }
}

/**
 * Ready if this process may get calls: the database answers and has disk space, and the machine's clock is right. The
 * ministry is not queried: while it is silent, calls are still answered, with 202. A difference from its clock is
 * reported but makes no process unready, since it affects all of them.
 */
async function readiness(deps: Deps): Promise<Readiness> {
  const problems = [
    ...((await inTime(deps, isAnswering(deps.logPool))) ? [] : ['la base de datos no responde']),
    ...(isFull(deps, 'database') ? ['el disco de la base de datos está lleno'] : []),
  ]
  const told = isFull(deps, 'folder') ? ['el disco de una carpeta de archivos está lleno'] : []
  return {
    isReady: problems.length === 0 && ownTimeIsSound(deps.time),
    problemas: [...problems, ...told, ...clockWarnings(deps.time), ...fenceWarnings(deps)],
  }
}

/** A closed fence affects all processes alike, like the ministry's clock; lists and queries still work. */
const fenceWarnings = ({ fence }: Deps) =>
  fence.isOpen ? [] : [`${RESTORED}: no se emite nada; ejecute sello reconcile`]

async function figures(deps: Deps): Promise<Figures> {
  const { pool, outcomePool, logPool, consolePool, companyReads, mh } = deps
  const onSkipped = skippedInLog(deps.log, 'metrics')
  return deps.metrics.read({
    pools: {
      ...{ issuing: pool, outcomes: outcomePool, log: logPool, console: consolePool },
      reading: companyReads.pool,
    },
    deadlines: await inTime(deps, listDeadlines(logPool, onSkipped).then(nearestOf)),
    now: deps.clock.now(),
    fenceIsOpen: deps.fence.isOpen,
    machines: deps.fence.machines,
    backlog: await inTime(deps, findBacklog(logPool, onSkipped)),
    up: {
      '00': mh.health('00').estado !== 'sin_respuesta',
      '01': mh.health('01').estado !== 'sin_respuesta',
    },
  })
}

/** The database's answer; null if none comes in time. */
async function inTime<T>(deps: Deps, asked: Promise<T>): Promise<T | null> {
  const settled = new AbortController()
  try {
    return await Promise.race([
      asked,
      deps.clock.sleep(DATABASE_MS_MAX, settled.signal).then(() => null),
    ])
  } catch (error) {
    deps.log.warn({ error: describeError(error) }, 'the database did not answer the operator')
    return null
  } finally {
    settled.abort()
  }
}
