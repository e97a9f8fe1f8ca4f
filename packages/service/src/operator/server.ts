/**
 * The operator's port: whether the process lives, whether it may be sent calls, and its metrics. It asks
 * for no key and says nothing of any company, but it is not for the world: it listens on loopback unless
 * told otherwise.
 */
import type { ServerResponse } from 'node:http'
import type { Deps } from '../context.ts'
import { nearestDeadlines } from '../contingency/deadlines.ts'
import { type ListenAddress, startSmallServer } from '../net/small-server.ts'
import { clockWarnings, ownTimeIsSound } from '../time/assert.ts'
import { findBacklog, isAnswering } from './backlog.ts'
import { isFull } from './full-disk.ts'
import { describeError } from './log.ts'
import { ministryFacts } from './ministry.ts'

export interface Operator {
  readonly url: string
  /** From now on `/readyz` answers 503, so that a balancer sends no more calls. */
  drain(): void
  close(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** A question to the database that takes longer is answered "not ready": a prober does not wait either. */
const DATABASE_MS_MAX = 2_000

/** Resolves when it listens; rejects when it cannot. */
export async function startOperator(deps: Deps, settings: ListenAddress): Promise<Operator> {
  const state = { draining: false }
  const server = await startSmallServer(settings, (request, response) => {
    answer(deps, state.draining, request.url ?? '').then(
      (reply) => send(response, reply),
      (error: unknown) => {
        deps.log.error({ error: describeError(error) }, 'the operator was not answered')
        send(response, json(500, { estado: 'falla' }))
      },
    )
  })
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
 * 200 where calls may be sent here: the database answers and has room, the machine keeps its time and the process is not
 * being stopped. The ministry is not asked: while it is silent, calls are still answered, with 202. What its
 * clock says is told and makes no process unready: it is the same for all of them.
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

/** The same for all processes, as the ministry's clock is; lists and queries are answered. */
const fenceWarnings = ({ fence }: Deps) =>
  fence.isOpen ? [] : ['la base de datos se restauró y no se emite: ejecute sello reconcile']

async function metrics(deps: Deps): Promise<Reply> {
  const { pool, outcomePool, logPool, mh } = deps
  const body = await deps.metrics.render({
    pools: { issuing: pool, outcomes: outcomePool, log: logPool },
    deadlines: await inTime(deps, nearestDeadlines(deps.logPool)),
    now: deps.clock.now(),
    fenceIsOpen: deps.fence.isOpen,
    backlog: await inTime(deps, findBacklog(deps.logPool)),
    up: {
      '00': mh.health('00').estado !== 'sin_respuesta',
      '01': mh.health('01').estado !== 'sin_respuesta',
    },
  })
  return { status: 200, contentType: deps.metrics.contentType, body }
}

/** The database's answer; null when there is none in time. */
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
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, contentType, body }: Reply): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}
