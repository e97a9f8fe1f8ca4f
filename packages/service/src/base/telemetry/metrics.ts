/**
 * A process's metrics for its operator, in Prometheus' text format. Labels are short closed lists: never a code, a
 * NIT or a key (docs/operations.md has the table of metrics).
 */
import type { Ambiente } from '@sello/contract'
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../db/pool.ts'
import type { Figures } from './figures.ts'
import { SECURITY_KINDS, type SecurityKind } from './security-kinds.ts'

export interface Exchanged {
  readonly ambiente: Ambiente
  /** The ministry's service, named by its path. */
  readonly service: string
  readonly outcome: 'answered' | 'silent'
  readonly seconds: number
}

export interface Metrics {
  /** An answered HTTP call. `route` is a name of the contract's table, or `none`. */
  call(route: string, status: number, seconds: number): void
  exchange(exchanged: Exchanged): void
  /** A connection that was refused or evicted, and the limit that caused it. */
  connectionClosed(outcome: 'refused' | 'evicted', by: 'total' | 'address'): void
  /** A failed sign-in, a refused role and the like. */
  securityEvent(kind: SecurityKind): void
  /** An attempt to tell somebody what happened. */
  delivery(way: DeliveryWay, outcome: DeliveryOutcome): void
  /** A write that failed because a disk is full. */
  diskFull(disk: 'database' | 'folder', at: Date): void
  /** When that last happened; null: never. */
  lastDiskFull(disk: 'database' | 'folder'): Date | null
  /** Sets `count` as the source of the number of connections. */
  watchConnections(count: () => { readonly busy: number; readonly idle: number }): void
  /** A step of a call, or of a job. */
  step(name: string, seconds: number): void
  /** All of them, with the current pools and backlog. */
  read(now: Now): Promise<Figures>
  /** What was counted, of which only counters and histograms are current. */
  counted(): Promise<Figures>
}

const DELIVERY_WAYS = ['webhook', 'mail'] as const
/** `failed`: this attempt; most are tried again. */
const DELIVERY_OUTCOMES = ['delivered', 'failed'] as const
export type DeliveryWay = (typeof DELIVERY_WAYS)[number]
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** The nearest deadline of a contingency: for transmitting its event, or the documents whose event is sealed. */
export interface Deadline {
  readonly ambiente: Ambiente
  readonly of: 'event' | 'documents'
  readonly at: Date
}

/** What waits in the database, in one queue. */
export interface Waiting {
  readonly queue:
    | 'firmado'
    | 'contingencia'
    | 'deferred'
    | 'lots'
    | 'copies'
    | 'claims'
    | 'outbox'
    | 'webhooks'
    | 'mail'
  /** Empty when the queue covers both environments. */
  readonly ambiente: Ambiente | ''
  readonly count: number
  readonly oldestSeconds: number
}

/** Values that are read when the metrics are requested, not counted. */
export interface Now {
  readonly pools: Readonly<Record<string, Pool>>
  /** Deadlines of contingencies; null as below. */
  readonly deadlines: readonly Deadline[] | null
  readonly now: Date
  /** False: the database was restored, so nothing is issued. */
  readonly fenceIsOpen: boolean
  /** Of a cluster, by `host:port`: whether each machine answers. */
  readonly machines: ReadonlyMap<string, boolean>
  /** Null: the database did not answer, and its figures are left out. */
  readonly backlog: readonly Waiting[] | null
  readonly up: Readonly<Record<Ambiente, boolean>>
}

/** From a millisecond to the ministry's 40 s. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const common = { registers: [registry] }
  const calls = new Histogram({
    ...common,
    name: 'sello_http_request_seconds',
    help: 'Time from the arrival of a call to its answer.',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
  })
  const exchanges = new Histogram({
    ...common,
    name: 'sello_ministry_exchange_seconds',
    help: 'Time of one exchange with the ministry, answered or silent.',
    labelNames: ['ambiente', 'service', 'outcome'],
    buckets: SECONDS,
  })
  const closed = new Counter({
    ...common,
    name: 'sello_http_connections_closed_total',
    help: 'Connections that were refused, or closed to make room, by the bound that was reached.',
    labelNames: ['outcome', 'by'],
  })
  const fullDisks = new Counter({
    ...common,
    name: 'sello_disk_full_total',
    help: 'Writes that failed because a disk is full.',
    labelNames: ['disk'],
  })
  const security = new Counter({
    ...common,
    name: 'sello_security_events_total',
    help: 'Failed sign-ins, limits reached, refused roles, second factors and passphrases.',
    labelNames: ['kind'],
  })
  for (const kind of SECURITY_KINDS) security.inc({ kind }, 0) // an alert sees the first one too
  const deliveries = new Counter({
    ...common,
    name: 'sello_deliveries_total',
    help: 'Attempts to tell what happened, to the addresses of webhooks and to buyers by mail.',
    labelNames: ['way', 'outcome'],
  })
  for (const way of DELIVERY_WAYS) {
    for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ way, outcome }, 0)
  }
  const lastFull = new Map<'database' | 'folder', Date>()
  const open = gauge(registry, 'sello_http_connections', ['state'])
  let countOpen = () => ({ busy: 0, idle: 0 })
  const steps = new Histogram({
    ...common,
    name: 'sello_step_seconds',
    help: 'Time of each step of a call: its gates, its commits, the whole sending, the page.',
    labelNames: ['step'],
    buckets: SECONDS,
  })
  const connections = gauge(registry, 'sello_database_connections', ['pool', 'state'])
  const ministry = gauge(registry, 'sello_ministry_up', ['ambiente'])
  const waiting = gauge(registry, 'sello_waiting', ['queue', 'ambiente'])
  const oldest = gauge(registry, 'sello_waiting_oldest_seconds', ['queue', 'ambiente'])
  const deadline = gauge(registry, 'sello_contingency_deadline_seconds', ['ambiente', 'of'])
  const restored = gauge(registry, 'sello_database_restored', [])
  const database = gauge(registry, 'sello_database_up', [])
  const machine = gauge(registry, 'sello_machine_up', ['machine'])
  const memory = gauge(registry, 'sello_resident_memory_bytes', [])

  return {
    call: (route, status, seconds) => calls.observe({ route, status }, seconds),
    exchange: ({ ambiente, service, outcome, seconds }) =>
      exchanges.observe({ ambiente, service, outcome }, seconds),
    connectionClosed: (outcome, by) => closed.inc({ outcome, by }),
    securityEvent: (kind) => security.inc({ kind }),
    delivery: (way, outcome) => deliveries.inc({ way, outcome }),
    diskFull(disk, at) {
      fullDisks.inc({ disk })
      lastFull.set(disk, at)
    },
    lastDiskFull: (disk) => lastFull.get(disk) ?? null,
    watchConnections(count) {
      countOpen = count
    },
    step: (step, seconds) => steps.observe({ step }, seconds),
    counted: () => registry.getMetricsAsJSON(),
    async read({ pools, backlog, up, deadlines, now, fenceIsOpen, machines }) {
      restored.set(fenceIsOpen ? 0 : 1)
      deadline.reset()
      for (const { ambiente, of, at } of deadlines ?? []) {
        deadline.set({ ambiente, of }, (at.getTime() - now.getTime()) / 1_000)
      }
      const { busy, idle: unused } = countOpen()
      open.set({ state: 'busy' }, busy)
      open.set({ state: 'idle' }, unused)
      for (const [pool, { load }] of Object.entries(pools)) {
        const { total, idle, waiting: callers } = load()
        connections.set({ pool, state: 'busy' }, total - idle)
        connections.set({ pool, state: 'idle' }, idle)
        connections.set({ pool, state: 'waited_for' }, callers)
      }
      for (const [ambiente, isUp] of Object.entries(up)) ministry.set({ ambiente }, isUp ? 1 : 0)
      database.set(backlog === null ? 0 : 1)
      machine.reset()
      for (const [name, isUp] of backlog === null ? [] : machines) {
        machine.set({ machine: name }, isUp ? 1 : 0)
      }
      waiting.reset()
      oldest.reset()
      for (const { queue, ambiente, count, oldestSeconds } of backlog ?? []) {
        waiting.set({ queue, ambiente }, count)
        oldest.set({ queue, ambiente }, oldestSeconds)
      }
      memory.set(process.memoryUsage.rss())
      return registry.getMetricsAsJSON()
    },
  }
}

/** What each gauge is, and its value over several processes: what is in the database is the same in all of them. */
const GAUGES = {
  sello_http_connections: ['sum', 'Connections of callers, with a call under way and without.'],
  sello_database_connections: [
    'sum',
    'Connections of each pool, and the callers that wait for one.',
  ],
  sello_ministry_up: ['min', '1 while the ministry answers every process.'],
  sello_waiting: ['max', 'Rows that wait for a job or for the ministry.'],
  sello_waiting_oldest_seconds: ['max', 'Age of the oldest of them.'],
  sello_contingency_deadline_seconds: [
    'min',
    'Until the nearest deadline of a contingency; negative once it has passed.',
  ],
  sello_database_restored: [
    'max',
    '1 while a restored database waits for sello reconcile, and nothing is issued.',
  ],
  sello_database_up: ['min', '1 where the database answered this request.'],
  sello_machine_up: ['min', 'Of a cluster: 1 while the machine answers every process.'],
  sello_resident_memory_bytes: ['sum', 'Memory of the processes that serve.'],
} as const satisfies Record<string, readonly [Aggregator, string]>

function gauge<L extends string>(registry: Registry, name: keyof typeof GAUGES, labelNames: L[]) {
  const [aggregator, help] = GAUGES[name]
  return new Gauge({ name, help, aggregator, labelNames, registers: [registry] })
}
