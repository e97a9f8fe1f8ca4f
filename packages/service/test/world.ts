/**
 * The whole world in one process: its own database, the ministry's simulator over HTTP, and the service with a
 * company that can issue. None of our code is replaced; only the clock can be moved.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Scope, TIPOS_DTE } from '@sello/contract'
import { issueCertificadoMH, type SimulatorOptions, startSimulator } from '@sello/mh-simulator'
import type { InjectOptions } from 'fastify'
import type { Logger } from 'pino'
import {
  addPointOfSale,
  connectManagedFolder,
  createCompany,
  importCertificate,
  type MintedKey,
  mintKey,
  type NewCompany,
  type NewKey,
  setMinistryPassword,
} from '../src/admin.ts'
import { type Clock, systemClock, systemMonotonicMs, systemRandom } from '../src/base/clock.ts'
import type { PoolOptions } from '../src/base/db/pool.ts'
import { admissionsOf, createShares, readsOf } from '../src/base/db/shares.ts'
import { createLog } from '../src/base/log.ts'
import type { Secrets } from '../src/base/secrets/secrets.ts'
import { createMetrics } from '../src/base/telemetry/metrics.ts'
import type { SharedTime } from '../src/base/time/shared-time.ts'
import type { Stalls } from '../src/base/time/stalls.ts'
import { createApp } from '../src/entrypoints/app.ts'
import type { BuiltConsole } from '../src/entrypoints/console/files.ts'
import type { Admin } from '../src/flows/admin/admin.ts'
import { connectMinistry } from '../src/flows/contingency/connect.ts'
import { createCommits } from '../src/flows/issuing/commits.ts'
import type { IssuingDeps } from '../src/flows/issuing/context.ts'
import { createSecurityEvents } from '../src/ledger/audit/security.ts'
import { createAccounts } from '../src/ledger/companies/ministry-account.ts'
import { createDaySums } from '../src/ledger/documents/day-sums.ts'
import { createFeedWaits, FEED_WAITS, type FeedWaitLimits } from '../src/ledger/feed/waits.ts'
import { createStorageNotices } from '../src/ledger/holding/notices.ts'
import { createKeyCompanies } from '../src/ledger/keys/key-companies.ts'
import { createFence } from '../src/ledger/marks/fence.ts'
import type { Mail } from '../src/outside/mail/mail.ts'
import { NO_MAIL } from '../src/outside/mail/open.ts'
import type { MinistryParts } from '../src/outside/ministry/ministry.ts'
import { createWebhookSender, type WebhookSender } from '../src/outside/webhooks/sender.ts'
import { createMonthReads, MONTH_READS } from '../src/papers/books/month-reads.ts'
import { createPrinter } from '../src/papers/printing/printer.ts'
import { createThread, type Thread } from '../src/papers/printing/thread.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { assertDescribed } from './described.ts'
import { preparedKey } from './prepared-keys.ts'
import { type Control, controlOf } from './simulator-control.ts'
import { NEVER_STALLED } from './stalls.ts'

export const PASSPHRASE = 'una frase larga que nadie adivina'
export const MH_PASSWORD = 'Clave-De-Hacienda-1'

export interface WorldOptions extends Pick<MinistryParts, 'keepTests'> {
  readonly mh?: Partial<MinistryParts['settings']>
  readonly pool?: Partial<PoolOptions>
  readonly simulator?: SimulatorOptions
  readonly basePath?: string
  /** The time of the service's and the ministry's clocks at the start; absent: the machine's time. */
  readonly now?: Date
  /** How the service pauses; absent, as long as it wants to. */
  readonly sleep?: Clock['sleep']
  /** Used instead of a new database; dropped at the end anyway. */
  readonly database?: TestDatabase
  /** Absent: nothing is logged. */
  readonly log?: Logger
  /** Absent: its own, unchanged secrets. */
  readonly secrets?: Secrets
  readonly trustedProxies?: readonly string[]
  /** Silent sendings that open an outage; absent, none does: a test of silence is of one document's. */
  readonly silencesMax?: number
  /** Absent: the process never stalls. */
  readonly stalls?: Stalls
  /** Absent: no page is served. */
  readonly consoleFiles?: BuiltConsole
  /** Whether the console connects buckets of loopback. */
  readonly innerStorage?: boolean
  /** The console's origin; null: not configured. Absent: that of the tests' browsers. */
  readonly publicOrigin?: string | null
  readonly isDemonstration?: boolean
  readonly mail?: Mail
  /** Absent: as a process alone. */
  readonly feedWaits?: FeedWaitLimits
  /** Absent: to this machine too. */
  readonly webhooks?: WebhookSender
}

export interface Company {
  readonly nit: string
  readonly key: MintedKey
  readonly publicKeyPem: string
  /** The ministry's certificate file. */
  readonly certificado: string
}

export interface World {
  readonly deps: IssuingDeps
  readonly admin: Admin
  readonly app: ReturnType<typeof createApp>
  readonly company: Company
  /** The simulator's own face: faults, ledger, clock. */
  readonly mh: Control
  /** Where the console's pages are. */
  readonly consoleOrigin: string
  readonly databaseUrl: string
  /** Moves the service's clock and the ministry's. */
  advance(ms: number): Promise<void>
  addCompany(company?: Partial<NewCompany>, key?: Partial<NewKey>): Promise<Company>
  mintKey(nit: string, key?: Partial<NewKey>): Promise<MintedKey>
  /** One call without a port. Fails where the contract does not describe the answer. */
  inject(options: InjectOptions): Promise<Reply>
  /** POST /v1/dte with the first company's key. */
  issue(body?: object, options?: IssueOptions): Promise<Reply>
  query(codigoGeneracion: string, key?: MintedKey): Promise<Reply>
  /** How many numbers all companies' series have issued. */
  numbersSpent(): Promise<number>
  close(): Promise<void>
}

export interface IssueOptions {
  readonly key?: MintedKey
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: an answer is read by the test that knows its shape
  readonly body: any
}

/** The published schemas, if this checkout has them next to it. */
export const PUBLISHED_SCHEMAS = fileURLToPath(
  new URL('../../../../shared/reference/schemas', import.meta.url),
)

export const newSecrets = (): Secrets => ({
  masterKey: systemRandom.bytes(32),
  olderMasterKeys: [],
  pepper: systemRandom.bytes(32),
  olderPeppers: [],
})

/** As the browsers of people.ts name their host. */
const CONSOLE_ORIGIN = 'http://localhost:80'

export const SALE = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
} as const

/** Of all the worlds of a process: each new thread would load and compile the drawing. Idle, it keeps no process alive. */
const DRAWING: Thread = { ...createThread(createLog('silent')), close: async () => {} }

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const shift = { ms: options.now ? options.now.getTime() - Date.now() : 0 }
  const clock: Clock = {
    now: () => new Date(Date.now() + shift.ms),
    sleep: options.sleep ?? systemClock.sleep,
  }
  const schemas = existsSync(PUBLISHED_SCHEMAS) ? { schemasDir: PUBLISHED_SCHEMAS } : {}
  const simulator = await startSimulator({ now: clock.now, ...schemas, ...options.simulator })
  const database = options.database ?? (await createTestDatabase())
  const pool = database.createPool(options.pool)
  const few = { ...options.pool, max: 4 }
  const outcomePool = database.createPool(few)
  const logPool = database.createPool({ ...few, synchronousCommit: 'off' })
  const consolePool = database.createPool(few)
  const readPool = database.createPool(few)
  const secrets = options.secrets ?? newSecrets()
  const settings = {
    hosts: { '00': simulator.url, '01': simulator.url },
    timeoutMs: 5_000, // enough for a busy machine; tests of an unanswering ministry set their own
    budgetMs: 20_000,
    connections: 256,
    ...options.mh,
  }
  const log = options.log ?? createLog('silent')
  const metrics = createMetrics()
  const fence = createFence({ pool, log })
  const time = timeOf(clock)
  const { mh: ministry, breaker } = connectMinistry({
    ...(options.keepTests === undefined ? {} : { keepTests: options.keepTests }),
    ...{ pool: outcomePool, random: systemRandom },
    silencesMax: options.silencesMax ?? Number.POSITIVE_INFINITY,
    metrics,
    settings,
    clock,
    stalls: options.stalls ?? NEVER_STALLED,
    accounts: createAccounts(outcomePool, secrets, systemRandom),
    log,
    noteDate: time.noteDate,
  })
  const deps: IssuingDeps = {
    ...{ pool, outcomePool, logPool, consolePool },
    companyReads: createShares(readPool, systemClock, readsOf(readPool)),
    readingLog: createShares(logPool, systemClock, admissionsOf(logPool)),
    keyCompanies: createKeyCompanies(),
    commits: createCommits(),
    mh: ministry,
    breaker,
    fence,
    clock,
    time,
    random: systemRandom,
    secrets,
    printer: createPrinter(log, { pool, monotonicMs: systemMonotonicMs }, DRAWING),
    mail: options.mail ?? NO_MAIL,
    storageNotices: createStorageNotices({ pool, clock, log }),
    monthReads: createMonthReads(MONTH_READS),
    daySums: createDaySums(systemMonotonicMs),
    feedWaits: createFeedWaits(
      { pool: readPool, clock: systemClock, log },
      options.feedWaits ?? FEED_WAITS,
    ),
    webhooks: options.webhooks ?? createWebhookSender({ innerNetwork: true }),
    metrics,
    security: createSecurityEvents({ clock, random: systemRandom, secrets, metrics }),
    log,
    keyPrefix: 'sello',
  }
  const { basePath = '', trustedProxies = [], publicOrigin = CONSOLE_ORIGIN } = options
  const folder = await mkdtemp(join(tmpdir(), 'sello-test-'))
  const app = createApp(deps, {
    basePath,
    trustedProxies,
    console: {
      storageDir: join(folder, 'consola'),
      innerStorage: options.innerStorage ?? false,
      publicOrigin,
      isDemonstration: options.isDemonstration ?? false,
      files: options.consoleFiles ?? null,
    },
  })
  const admin: Admin = {
    pool,
    secrets,
    clock,
    random: systemRandom,
    keyPrefix: 'sello',
    passphraseCost: { N: 2, r: 8, p: 1 }, // nobody guesses here; the vault's own tests use the real cost
  }
  const mh = controlOf(simulator.url)

  let companies = 0
  async function addCompany(given: Partial<NewCompany> = {}, key: Partial<NewKey> = {}) {
    companies += 1
    const nit = given.nit ?? `0614010190${String(companies).padStart(4, '0')}`
    await createCompany(admin, { ...EMPRESA, responsable: RESPONSABLE, ...given, nit })
    await setMinistryPassword(admin, nit, { ambiente: '00', password: MH_PASSWORD })
    await addPointOfSale(admin, nit, { codEstable: 'M001', codPuntoVenta: 'P001' })
    const { xml, publicKeyPem } = issueCertificadoMH({
      nit,
      nombre: EMPRESA.nombre,
      password: 'Prueba-Llave-1',
      validFrom: new Date('2026-01-01'),
      validTo: new Date('2031-01-01'),
      privateKey: preparedKey(companies),
    })
    await importCertificate(admin, nit, {
      ambiente: '00',
      xml: Buffer.from(xml),
      password: 'Prueba-Llave-1',
      passphrase: PASSPHRASE,
    })
    await mh.register({
      nit,
      password: MH_PASSWORD,
      publicKeyPem,
      puntosDeVenta: [{ codEstable: 'M001', codPuntoVenta: 'P001' }],
    })
    await connectManagedFolder(admin, nit, join(folder, nit))
    return { nit, publicKeyPem, certificado: xml, key: await mint(nit, key) }
  }

  function mint(nit: string, key: Partial<NewKey> = {}) {
    return mintKey(admin, nit, { ...KEY, passphrase: PASSPHRASE, ...key })
  }

  /** The address as the service sees it: its dots resolved, as `inject` does, and without the base path. */
  function wirePath({ url, path }: InjectOptions): string {
    const given = String(url ?? path ?? '')
    const { pathname, search } = new URL(
      given.startsWith('//') ? `http://sello${given}` : given,
      'http://sello',
    )
    const base = options.basePath ?? ''
    return (pathname.startsWith(base) ? pathname.slice(base.length) : pathname) + search
  }

  async function inject(request: InjectOptions): Promise<Reply> {
    const reply = await app.inject(request)
    const { statusCode: status, headers, payload: text } = reply
    const isJson = String(headers['content-type'] ?? '').includes('json')
    const body = isJson && text !== '' ? JSON.parse(text) : null
    const answer: Reply = { status, headers, text, body }
    assertDescribed({ method: request.method ?? 'GET', url: wirePath(request) }, answer)
    return answer
  }

  const company = await addCompany()
  return {
    deps,
    admin,
    app,
    company,
    mh,
    consoleOrigin: publicOrigin ?? CONSOLE_ORIGIN,
    databaseUrl: database.url,
    addCompany,
    mintKey: mint,
    inject,
    async advance(ms) {
      shift.ms += ms
    },
    issue(body = SALE, { key = company.key, idempotencyKey = systemRandom.uuid(), headers } = {}) {
      return inject({
        method: 'POST',
        url: `${options.basePath ?? ''}/v1/dte`,
        headers: {
          'content-type': 'application/json',
          'x-service-key': key.apiKey,
          ...(key.signKey === null ? {} : { 'x-service-sign-key': key.signKey }),
          'idempotency-key': idempotencyKey,
          ...headers,
        },
        payload: JSON.stringify(body),
      })
    },
    query(codigoGeneracion, key = company.key) {
      const url = `${options.basePath ?? ''}/v1/dte/${codigoGeneracion}`
      return inject({ method: 'GET', url, headers: { 'x-service-key': key.apiKey } })
    },
    async numbersSpent() {
      const { spent } = await pool.one<{ spent: string }>(
        'select coalesce(sum(last), 0) as spent from series',
      )
      return Number(spent)
    },
    async close() {
      await app.close()
      await ministry.close()
      await deps.webhooks.close()
      await deps.printer.close()
      await database.drop()
      await simulator.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The world has one clock, which a test may move: all of its parts agree. Processes that do not: test/time. */
export const timeOf = (clock: Clock): SharedTime => ({
  clock,
  ownDifferenceMs: () => 0,
  ministryDifferenceMs: () => null,
  noteDate: () => {},
  stop: async () => {},
})

/** Who answers for the contingency events of the companies of a world. */
const RESPONSABLE = { nombre: 'Rosa Ficticia Peña', numDocumento: '00016297-5' }

export const EMPRESA: NewCompany = {
  nit: '06140101900019',
  nrc: '1234567',
  nombre: 'Cafetalera de Prueba, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  nombreComercial: 'Café de Prueba',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Arce 100' },
  telefono: '22220000',
  correo: 'facturas@example.com',
}

export const KEY: NewKey = {
  label: 'prueba',
  ambiente: '00',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
  scopes: ['issue', 'query', 'download', 'webhooks'] as Scope[],
  tiposDte: [...TIPOS_DTE],
  amountMax: 100_000,
  limits: { hour: 1_000_000, day: 1_000_000, status: 1_000_000 },
  ipRanges: [],
  expiresAt: null,
  passphrase: null,
}
