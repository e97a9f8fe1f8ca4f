/** The settings of a process: the only reader of the environment. docs/configuration.md lists them. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MailSettings, readMail } from './config-mail.ts'
import { readRange } from './net/ip-ranges.ts'
import { isLoopback } from './net/origins.ts'
import type { ListenAddress } from './net/small-server.ts'

export interface Config {
  /** The folder of the embedded database and the generated secrets. */
  readonly dataDir: string
  /** Null: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null
  /** Connections of each process; null: as many as fit for the processes that serve together. */
  readonly databaseConnections: number | null
  /** How long a starting process or command waits for a database that does not answer yet. */
  readonly databaseWaitMs: number
  /** Behind a pooler in transaction mode: `pooler` if it tracks prepared statements, else `off`. */
  readonly preparedStatements: 'on' | 'pooler' | 'off'
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly basePath: string
  /** How many processes of `sello start` serve together; null: as many as this machine carries. */
  readonly processes: number | null
  /** Set in those processes alone: how many they are, which share the limits of the whole. */
  readonly sharedBy: number
  /** Where background jobs run: in the serving process, or in a separate worker. */
  readonly jobs: 'here' | 'none'
  /** The folder of the built console; null: it is not served. */
  readonly consoleDir: string | null
  /** The console's origin in people's browsers; null: taken from each request. Passkeys are bound to it. */
  readonly publicOrigin: string | null
  /** Set by `sello demo` alone: everything runs on this machine. */
  readonly isDemonstration: boolean
  /** Whether the console may connect buckets of this machine and its internal networks. */
  readonly innerStorage: boolean
  /** Whether webhooks may be delivered to this machine and its internal networks, there also without TLS. */
  readonly innerWebhooks: boolean
  /** Proxies whose X-Forwarded-For is trusted: addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[]
  readonly connectionsMax: number
  /** For one address that is not a trusted proxy. */
  readonly connectionsPerAddress: number
  readonly logLevel: string
  /** Null: created on first start and kept in the data folder. */
  readonly masterKey: Keys | null
  readonly pepper: Keys | null
  /** The prefix of API keys: `sello_test_…`, `sellosk_…`. */
  readonly keyPrefix: string
  /** The time helper; null: disabled. */
  readonly clock: ClockHelperSettings | null
  /** Health and metrics, on their own port; null: disabled. */
  readonly operator: ListenAddress | null
  /** The OpenTelemetry collector for traces; null: disabled. */
  readonly otlpEndpoint: string | null
  /** How mail is sent to buyers. */
  readonly mail: MailSettings
  readonly mh: {
    readonly hosts: Hosts
    readonly timeoutMs: number
    readonly budgetMs: number
    readonly connections: number
  }
  /** The folder in which the exchanges with the ministry's test service are recorded; null: they are not. */
  readonly recordDir: string | null
}

/** The ministry's addresses, by environment. */
export interface Hosts {
  readonly '00': string
  readonly '01': string
}

export interface ClockHelperSettings extends ListenAddress {
  /** The value of `colo` in the answer: where this process runs. */
  readonly colo: string
}

/** The ministry's published addresses (docs/sources.md#transmission). */
const MH_HOSTS: Hosts = {
  '00': 'https://apitest.dtes.mh.gob.sv',
  '01': 'https://api.dtes.mh.gob.sv',
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Refuses an unreadable setting by its name. */
export function readConfig(env: Environment): Config {
  const port = integer(env, 'SELLO_PORT', 4600, 0, 65_535)
  return {
    dataDir: resolve(text(env, 'SELLO_DATA_DIR') ?? '.sello'),
    databaseUrl: text(env, 'DATABASE_URL'),
    databaseConnections: integer(env, 'SELLO_DATABASE_CONNECTIONS', null, 2, 500),
    databaseWaitMs: integer(env, 'SELLO_DATABASE_WAIT_MS', 60_000, 0, 3_600_000), // a restart takes seconds
    preparedStatements: (oneOf(env, 'SELLO_PREPARED_STATEMENTS', ['on', 'pooler', 'off']) ??
      'on') as Config['preparedStatements'],
    host: text(env, 'SELLO_HOST') ?? '127.0.0.1',
    port,
    basePath: basePath(env),
    processes: integer(env, 'SELLO_PROCESSES', null, 1, 64),
    sharedBy: 1,
    jobs: (oneOf(env, 'SELLO_JOBS', ['here', 'none']) ?? 'here') as Config['jobs'],
    consoleDir: consoleDir(env),
    publicOrigin: publicOrigin(env),
    isDemonstration: false,
    innerStorage: oneOf(env, 'SELLO_INNER_STORAGE', ['on', 'off']) === 'on',
    innerWebhooks: oneOf(env, 'SELLO_INNER_WEBHOOKS', ['on', 'off']) === 'on',
    trustedProxies: ranges(env, 'TRUSTED_PROXIES'),
    connectionsMax: integer(env, 'SELLO_CONNECTIONS_MAX', 4_096, 1, 1_000_000),
    connectionsPerAddress: integer(env, 'SELLO_CONNECTIONS_PER_ADDRESS', 1_024, 1, 1_000_000),
    logLevel: oneOf(env, 'SELLO_LOG_LEVEL', LOG_LEVELS) ?? 'info',
    masterKey: keys(env, 'SELLO_MASTER_KEY'),
    pepper: keys(env, 'SELLO_PEPPER'),
    keyPrefix: keyPrefix(env),
    clock: clockHelper(env, port),
    operator: operator(env, port),
    otlpEndpoint: otlpEndpoint(env),
    mail: readMail(
      {
        smtpUrl: text(env, 'SELLO_SMTP_URL'),
        folder: text(env, 'SELLO_MAIL_FOLDER'),
        sender: text(env, 'SELLO_MAIL_FROM'),
        keyFile: text(env, 'SELLO_DKIM_KEY_FILE'),
        selector: text(env, 'SELLO_DKIM_SELECTOR'),
      },
      addressOf(env),
    ),
    mh: {
      hosts: {
        '00': ministryUrl(env, 'SELLO_MH_TEST_URL') ?? MH_HOSTS['00'],
        '01': ministryUrl(env, 'SELLO_MH_LIVE_URL') ?? MH_HOSTS['01'],
      },
      timeoutMs: integer(env, 'SELLO_MH_TIMEOUT_MS', 8_000, 100, 60_000), // the ministry's 8 seconds
      budgetMs: integer(env, 'SELLO_MH_BUDGET_MS', 40_000, 100, 50_000), // below a client's 60 s
      connections: integer(env, 'SELLO_MH_CONNECTIONS', 1_024, 1, 10_000),
    },
    recordDir: recordDir(env),
  }
}

function text(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function oneOf(env: Environment, name: string, values: readonly string[]): string | null {
  const value = text(env, name)
  if (value === null || values.includes(value)) return value
  throw new Error(`${name} es uno de: ${values.join(', ')}.`)
}

/** Newest first. */
export type Keys = readonly [Buffer, ...Buffer[]]

export const KEY_BYTES = 32

/** One key in base64url, or several while it is being changed: separated by commas in a variable, by lines in a file. */
export function readKeys(text: string, name: string): Keys {
  const [newest, ...older] = text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => Buffer.from(one, 'base64url'))
  if (!newest) throw new Error(`${name} está vacío.`)
  const keys: Keys = [newest, ...older]
  if (keys.every(({ length }) => length === KEY_BYTES)) return keys
  throw new Error(`${name} debe tener ${KEY_BYTES} bytes en base64url.`)
}

function keys(env: Environment, name: string): Keys | null {
  const value = text(env, name)
  return value === null ? null : readKeys(value, name)
}

function integer<Otherwise extends number | null>(
  env: Environment,
  name: string,
  otherwise: Otherwise,
  min: number,
  max: number,
): number | Otherwise {
  const value = text(env, name)
  if (value === null) return otherwise
  const number = Number(value)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw new Error(`${name} es un número entero de ${min} a ${max}.`)
}

function ranges(env: Environment, name: string): readonly string[] {
  const given = (text(env, name)?.split(',') ?? []).map((one) => one.trim())
  return given.map((one) => {
    const range = readRange(one)
    if (range !== null && !range.endsWith('/0')) return range // `/0` would trust every address
    throw new Error(
      `${name} lleva direcciones o rangos CIDR separados por comas; "${one}" no lo es.`,
    )
  })
}

function basePath(env: Environment): string {
  const path = (text(env, 'PUBLIC_BASE_PATH') ?? '').replace(/\/+$/, '')
  if (path === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path)) return path
  throw new Error('PUBLIC_BASE_PATH es una ruta como /api.')
}

const BUILT_CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url))

function consoleDir(env: Environment): string | null {
  const given = text(env, 'SELLO_CONSOLE_DIR')
  if (given === 'off') return null
  return given === null ? BUILT_CONSOLE : resolve(given)
}

function publicOrigin(env: Environment): string | null {
  const given = text(env, 'SELLO_PUBLIC_ORIGIN')
  if (given === null) return null
  const { origin } = URL.canParse(given) ? new URL(given) : { origin: '' }
  if (origin.startsWith('http') && given.replace(/\/$/, '') === origin) return origin
  throw new Error('SELLO_PUBLIC_ORIGIN es un origen como https://sello.example.com, sin ruta.')
}

/** Where buyers reach this service; null: nobody said. */
function addressOf(env: Environment): string | null {
  const origin = publicOrigin(env)
  return origin === null ? null : origin + basePath(env)
}

/** The company's password and its signed documents travel there: unencrypted only within this machine. */
function ministryUrl(env: Environment, name: string): string | null {
  const given = text(env, name)
  if (given === null) return null
  const { protocol, hostname } = URL.canParse(given)
    ? new URL(given)
    : { protocol: '', hostname: '' }
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return given
  throw new Error(
    `${name} es una dirección https://. Con http:// solo vale una de esta misma máquina, como http://127.0.0.1:4700.`,
  )
}

/** Buyers' documents of production are never recorded, whatever they are called. */
function recordDir(env: Environment): string | null {
  const given = text(env, 'SELLO_MH_RECORD')
  if (given === null) return null
  const testUrl = ministryUrl(env, 'SELLO_MH_TEST_URL')
  const isLive = testUrl !== null && new URL(testUrl).host === new URL(MH_HOSTS['01']).host
  if (!isLive) return resolve(given)
  throw new Error(
    'SELLO_MH_RECORD graba solo intercambios de prueba, y SELLO_MH_TEST_URL es la dirección de producción.',
  )
}

/** Far enough from the service's port that processes on neighbouring ports do not collide. */
const CLOCK_PORT_DISTANCE = 1_000
const OPERATOR_PORT_DISTANCE = 2_000

function clockHelper(env: Environment, servicePort: number): ClockHelperSettings | null {
  const port = portAbove(env, 'SELLO_CLOCK_PORT', servicePort, CLOCK_PORT_DISTANCE)
  if (port === null) return null
  return {
    host: text(env, 'SELLO_CLOCK_HOST') ?? '127.0.0.1',
    port,
    colo: text(env, 'SELLO_CLOCK_COLO') ?? 'local',
  }
}

function operator(env: Environment, servicePort: number): ListenAddress | null {
  const port = portAbove(env, 'SELLO_OPERATOR_PORT', servicePort, OPERATOR_PORT_DISTANCE)
  return port === null ? null : { host: text(env, 'SELLO_OPERATOR_HOST') ?? '127.0.0.1', port }
}

function otlpEndpoint(env: Environment): string | null {
  const given = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (given === null || (URL.canParse(given) && /^https?:/.test(given))) return given
  throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT es una dirección como http://127.0.0.1:4318.')
}

const PORT_MAX = 65_535

/** Null for `off`; by default at this distance from the service's port, or any free one if that is 0. */
function portAbove(
  env: Environment,
  name: string,
  servicePort: number,
  distance: number,
): number | null {
  const given = text(env, name)
  if (given === 'off') return null
  const beside = servicePort + distance
  if (given === null) return servicePort === 0 || beside > PORT_MAX ? 0 : beside
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= PORT_MAX) return port
  throw new Error(`${name} es un número entero de 0 a ${PORT_MAX}, u off.`)
}

/** With any other form the keys would not be recognised (ledger/keys/api-key.ts). */
function keyPrefix(env: Environment): string {
  const word = text(env, 'SELLO_KEY_PREFIX') ?? 'sello'
  if (/^[a-z][a-z0-9]*$/.test(word)) return word
  throw new Error('SELLO_KEY_PREFIX lleva letras minúsculas y cifras, y empieza con letra.')
}
