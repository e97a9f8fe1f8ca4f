/**
 * The operator's port: liveness, readiness and metrics of the processes that serve. It needs no key and discloses
 * nothing about companies, but it is not public: it listens on loopback unless configured otherwise.
 */
import type { Logger } from 'pino'
import { describeError } from '../../base/log.ts'
import {
  JSON_TYPE,
  type ListenAddress,
  type Reply,
  startSmallServer,
} from '../../base/net/small-server.ts'
import { FIGURES_TYPE, type Figures, toText } from '../../base/telemetry/figures.ts'
import type { Deps } from '../../flows/context.ts'
import { type Facts, factsOf, type Readiness } from './facts.ts'
import { ministryFacts } from './ministry.ts'

export interface Operator {
  readonly url: string
  /** From now on `/readyz` answers 503, so that a balancer sends no more calls. */
  drain(): void
  close(): Promise<void>
}

/** Whom the operator's port speaks for. */
export interface Watched {
  readonly log: Logger
  /** The processes that serve now. One that does not answer in time rejects. */
  processes(): readonly Facts[]
  /** Whether enough of them do; absent: there is one, and it does. */
  readiness?(): Readiness
  /** What processes that have ended had counted. */
  past?(): Promise<Figures>
}

/** For one process. */
export function startOperator(deps: Deps, settings: ListenAddress): Promise<Operator> {
  const own = [factsOf(deps)]
  return serveOperator({ log: deps.log, processes: () => own }, settings)
}

/** Resolves when it listens; rejects if it cannot. */
export async function serveOperator(watched: Watched, settings: ListenAddress): Promise<Operator> {
  const state = { draining: false }
  const server = await startSmallServer(settings, ({ url = '' }) =>
    answer(watched, state.draining, url).catch((error: unknown) => {
      watched.log.error({ error: describeError(error) }, 'the operator was not answered')
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

async function answer(watched: Watched, draining: boolean, url: string): Promise<Reply> {
  const [path] = url.split('?')
  if (path === '/healthz') return json(200, { estado: 'vivo' })
  if (path === '/readyz') return ready(watched, draining)
  if (path === '/metrics') return metrics(watched)
  if (path === '/ministry') {
    const seen = await answersOf(watched, (one) => one.ministry())
    return json(200, ministryFacts(seen))
  }
  return json(404, {
    estado: 'desconocido',
    rutas: ['/healthz', '/readyz', '/metrics', '/ministry'],
  })
}

const ALL_READY: Readiness = { isReady: true, problemas: [] }
const DRAINING: Readiness = { isReady: false, problemas: ['el proceso se está deteniendo'] }
const SILENT: Readiness = { isReady: false, problemas: ['un proceso no responde'] }

/** 200 if any call may come: each process that serves would get some of them. */
async function ready(watched: Watched, draining: boolean): Promise<Reply> {
  const each = watched.processes().map((one) => one.readiness().catch(() => SILENT))
  const all = [
    ...(draining ? [DRAINING] : []),
    ...[watched.readiness?.() ?? ALL_READY],
    ...(await Promise.all(each)),
  ]
  const isReady = all.every((one) => one.isReady)
  return json(isReady ? 200 : 503, {
    estado: isReady ? 'listo' : 'no_listo',
    problemas: [...new Set(all.flatMap(({ problemas }) => problemas))],
  })
}

async function metrics(watched: Watched): Promise<Reply> {
  const past = watched.past?.() ?? [] // at the same moment: a process that ends meanwhile is counted once
  const now = await answersOf(watched, (one) => one.figures())
  const body = await toText([...now, await past])
  return { status: 200, body, headers: { 'Content-Type': FIGURES_TYPE } }
}

/** One that does not answer is left out; `/readyz` names it. */
async function answersOf<T>(
  { log, processes }: Watched,
  ask: (one: Facts) => Promise<T>,
): Promise<T[]> {
  const settled = await Promise.allSettled(processes().map(ask))
  return settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [one.value]
    log.error({ error: describeError(one.reason) }, 'a process did not answer the operator')
    return []
  })
}

function json(status: number, body: object): Reply {
  return { status, body: JSON.stringify(body), headers: { 'Content-Type': JSON_TYPE } }
}
