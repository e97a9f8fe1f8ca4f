/**
 * A second process of the service on a world's database. It shares only the database, the ministry and the clock
 * with the first: it has its own connections and session.
 */
import type { InjectOptions } from 'fastify'
import type { MintedKey } from '../../src/admin.ts'
import { createPool } from '../../src/base/db/pool.ts'
import { admissionsOf, createShares, readsOf } from '../../src/base/db/shares.ts'
import { createMetrics } from '../../src/base/telemetry/metrics.ts'
import { createApp } from '../../src/entrypoints/app.ts'
import { connectMinistry } from '../../src/flows/contingency/connect.ts'
import { createCommits } from '../../src/flows/issuing/commits.ts'
import type { IssuingDeps } from '../../src/flows/issuing/context.ts'
import { createAccounts } from '../../src/ledger/companies/ministry-account.ts'
import { createFeedWaits, FEED_WAITS } from '../../src/ledger/feed/waits.ts'
import { createStorageNotices } from '../../src/ledger/holding/notices.ts'
import { createKeyCompanies } from '../../src/ledger/keys/key-companies.ts'
import { createFence } from '../../src/ledger/marks/fence.ts'
import { createExchange } from '../../src/outside/ministry/exchange.ts'
import { type Asked, assertDescribed } from '../described.ts'
import { NEVER_STALLED } from '../stalls.ts'
import { type IssueOptions, type Reply, SALE, type World } from '../world.ts'
import { PATIENT } from './numbers.ts'

export interface Peer {
  readonly deps: IssuingDeps
  issue(body?: object, options?: IssueOptions): Promise<Reply>
  query(codigoGeneracion: string, key?: MintedKey): Promise<Reply>
  /** One call without a port. Fails where the contract does not describe the answer. */
  inject(asked: InjectOptions & Asked): Promise<Reply>
  /** Before the world's own end. */
  close(): Promise<void>
}

/**
 * `database`: another one than the world's, such as a restored copy of it. `mhUrl`: its way to the ministry, if that is
 * another than the world's. `openExchange`: how it reaches it.
 */
export function createPeer(
  world: World,
  database?: string,
  mhUrl = world.mh.url,
  openExchange = createExchange,
): Peer {
  const { clock, random, secrets } = world.deps
  const url = database ?? world.databaseUrl
  const { isCluster } = world.deps.pool.options
  const common = { url, isCluster, onError: () => {}, ...PATIENT.pool }
  const pool = createPool({ ...common, max: 8 })
  const outcomePool = createPool({ ...common, max: 4 })
  const logPool = createPool({ ...common, max: 4, synchronousCommit: 'off' })
  const hosts = { '00': mhUrl, '01': mhUrl }
  const settings = { hosts, connections: 256, ...PATIENT.mh }
  const metrics = createMetrics()
  const fence = database ? createFence({ pool, log: world.deps.log }) : world.deps.fence
  const { mh, breaker } = connectMinistry({
    pool,
    random,
    metrics,
    settings,
    clock,
    stalls: NEVER_STALLED,
    openExchange,
    accounts: createAccounts(pool, secrets, random),
    log: world.deps.log,
    noteDate: world.deps.time.noteDate,
  })
  const deps: IssuingDeps = {
    ...world.deps,
    pool,
    outcomePool,
    logPool,
    consolePool: pool, // it serves no console
    companyReads: createShares(pool, clock, readsOf(pool)),
    readingLog: createShares(logPool, clock, admissionsOf(logPool)),
    keyCompanies: createKeyCompanies(),
    storageNotices: createStorageNotices({ pool: logPool, clock, log: world.deps.log }),
    feedWaits: createFeedWaits({ pool, clock, log: world.deps.log }, FEED_WAITS),
    webhooks: world.deps.webhooks,
    commits: createCommits(),
    mh,
    breaker,
    fence,
    metrics,
    keyPrefix: 'sello', // the world may be of an older version, whose parts have other names
  }
  const app = createApp(deps, { basePath: '' })
  return {
    deps,
    async issue(body = SALE, { key = world.company.key, idempotencyKey = random.uuid() } = {}) {
      const reply = await app.inject({
        method: 'POST',
        url: '/v1/dte',
        headers: {
          'content-type': 'application/json',
          'x-service-key': key.apiKey,
          'x-service-sign-key': key.signKey ?? '',
          'idempotency-key': idempotencyKey,
        },
        payload: JSON.stringify(body),
      })
      return described({ method: 'POST', url: '/v1/dte' }, reply)
    },
    async query(codigoGeneracion, key = world.company.key) {
      const asked = { method: 'GET', url: `/v1/dte/${codigoGeneracion}` } as const
      const reply = await app.inject({ ...asked, headers: { 'x-service-key': key.apiKey } })
      return described(asked, reply)
    },
    async inject(asked) {
      return described(asked, await app.inject(asked))
    },
    async close() {
      await app.close()
      await mh.close()
      await Promise.all([pool, outcomePool, logPool].map((each) => each.close()))
    },
  }
}

interface Injected {
  readonly statusCode: number
  readonly headers: Reply['headers']
  readonly payload: string
}

function described(asked: Asked, { statusCode, headers, payload }: Injected): Reply {
  const answer = { status: statusCode, headers, text: payload, body: JSON.parse(payload) }
  assertDescribed(asked, answer)
  return answer
}
