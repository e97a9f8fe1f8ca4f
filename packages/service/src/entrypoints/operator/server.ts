/**
 * The operator's port: liveness, readiness and metrics. It needs no key and discloses nothing about companies, but
 * it is not public: it listens on loopback unless configured otherwise.
 */
import { describeError } from '../../base/log.ts'
import {
  JSON_TYPE,
  type ListenAddress,
  type Reply,
  startSmallServer,
} from '../../base/net/small-server.ts'
import { isFull } from '../../base/telemetry/full-disk.ts'
import { clockWarnings, ownTimeIsSound } from '../../base/time/assert.ts'
import type { Deps } from '../../flows/context.ts'
import { nearestDeadlines } from '../../flows/contingency/deadlines.ts'
import { RESTORED } from '../../ledger/marks/fence.ts'
import { findBacklog, isAnswering } from '../../ledger/transmission/backlog.ts'
import { ministryFacts } from './ministry.ts'

export interface Operator {
  readonly url: string
  /** From now on `/readyz` answers 503, so that a balancer sends no more calls. */
  drain(): void
  close(): Promise<void>
}

/** A database query that takes longer counts as "not ready", because a prober does not wait either. */
const DATABASE_MS_MAX = 2_000

/** Resolves when it listens; rejects if it cannot. */
export async function startOperator(deps: Deps, settings: ListenAddress): Promise<Operator> {
  const state = { draining: false }
  const server = await startSmallServer(settings, ({ url = '' }) =>
    answer(deps, state.draining, url).catch((error: unknown) => {
      deps.log.error({ error: describeError(error) }, 'the operator was not answered')
      return json(500, { estado: 'falla' })
    }),
  )
  return {
    url: server.url,
    drain() {
      state.draining = true
    },
    close: server.close,
  }
}

async function answer(deps: Deps, draining: boolean, url: string): Promise<Reply> {
  const [path] = url.split('?')
  if (path === '/healthz') return json(200, { estado: 'vivo' })
  if (path === '/readyz') return ready(deps, draining)
  if (path === '/metrics') return metrics(deps)
  if (path === '/ministry') return json(200, ministryFacts(deps))
  return json(404, {
    estado: 'desconocido',
    rutas: ['/healthz', '/readyz', '/metrics', '/ministry'],
  })
}

/**
 * 200 if this process may get calls: the database answers and has disk space, the machine's clock is right and the
 * process is not stopping. The ministry is not queried: while it is silent, calls are still answered, with 202. A
 * difference from its clock is reported but makes no process unready, since it affects all of them.
 */
async function ready(deps: Deps, draining: boolean): Promise<Reply> {
  const problems = [
    ...(draining ? ['el proceso se está deteniendo'] : []),
    ...((await inTime(deps, isAnswering(deps.logPool))) ? [] : ['la base de datos no responde']),
    ...(isFull(deps, 'database') ? ['el disco de la base de datos está lleno'] : []),
  ]
  const told = isFull(deps, 'folder') ? ['el disco de una carpeta de archivos está lleno'] : []
  const isReady = problems.length === 0 && ownTimeIsSound(deps.time)
  return json(isReady ? 200 : 503, {
    estado: isReady ? 'listo' : 'no_listo',
    problemas: [...problems, ...told, ...clockWarnings(deps.time), ...fenceWarnings(deps)],
  })
}

/** A closed fence affects all processes alike, like the ministry's clock; lists and queries still work. */
const fenceWarnings = ({ fence }: Deps) =>
  fence.isOpen ? [] : [`${RESTORED}: no se emite nada; ejecute sello reconcile`]

async function metrics(deps: Deps): Promise<Reply> {
  const { pool, outcomePool, logPool, consolePool, mh } = deps
  const body = await deps.metrics.render({
    pools: { issuing: pool, outcomes: outcomePool, log: logPool, console: consolePool },
    deadlines: await inTime(deps, nearestDeadlines(deps.logPool)),
    now: deps.clock.now(),
    fenceIsOpen: deps.fence.isOpen,
    backlog: await inTime(deps, findBacklog(deps.logPool)),
    up: {
      '00': mh.health('00').estado !== 'sin_respuesta',
      '01': mh.health('01').estado !== 'sin_respuesta',
    },
  })
  return { status: 200, body, headers: { 'Content-Type': deps.metrics.contentType } }
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

function json(status: number, body: object): Reply {
  return { status, body: JSON.stringify(body), headers: { 'Content-Type': JSON_TYPE } }
}
