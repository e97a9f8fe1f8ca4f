/** Every setting that the documentation lists is read, each into its own place. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const text = (byte: number) => key(byte).toString('base64url')

/** Each with a value that no other has, and that is not its default. */
const ENV = {
  SELLO_DATA_DIR: '/datos',
  DATABASE_URL: 'postgres://u:p@h:5432/d',
  SELLO_DATABASE_CONNECTIONS: '11',
  SELLO_DATABASE_WAIT_MS: '12',
  SELLO_PREPARED_STATEMENTS: 'pooler',
  SELLO_HOST: '10.0.0.1',
  SELLO_PORT: '4601',
  PUBLIC_BASE_PATH: '/api',
  SELLO_PROCESSES: '13',
  SELLO_JOBS: 'none',
  SELLO_CONSOLE_DIR: '/consola',
  SELLO_PUBLIC_ORIGIN: 'https://sello.example.com',
  SELLO_INNER_STORAGE: 'on',
  SELLO_INNER_WEBHOOKS: 'on',
  TRUSTED_PROXIES: ' 10.0.0.2 , 10.1.0.0/16',
  SELLO_CONNECTIONS_MAX: '14',
  SELLO_CONNECTIONS_PER_ADDRESS: '15',
  SELLO_LOG_LEVEL: 'debug',
  SELLO_MASTER_KEY: `${text(1)}, ${text(2)}`,
  SELLO_PEPPER: text(3),
  SELLO_KEY_PREFIX: 'otro1',
  SELLO_CLOCK_PORT: '16',
  SELLO_CLOCK_HOST: '10.0.0.3',
  SELLO_CLOCK_COLO: 'SAL',
  SELLO_OPERATOR_PORT: '17',
  SELLO_OPERATOR_HOST: '10.0.0.4',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.5:4318',
  SELLO_SMTP_URL: 'smtps://a:b@correo.example.com',
  SELLO_MAIL_FOLDER: 'correo',
  SELLO_MAIL_FROM: 'facturas@example.com',
  SELLO_DKIM_KEY_FILE: 'dkim.pem',
  SELLO_DKIM_SELECTOR: 'sello',
  SELLO_MH_TEST_URL: 'https://pruebas.example.com',
  SELLO_MH_LIVE_URL: 'https://mh.example.com',
  SELLO_MH_TIMEOUT_MS: '118',
  SELLO_MH_BUDGET_MS: '119',
  SELLO_MH_CONNECTIONS: '20',
  SELLO_MH_RECORD: '/grabado',
}

const READ = {
  dataDir: '/datos',
  databaseUrl: 'postgres://u:p@h:5432/d',
  databaseConnections: 11,
  databaseWaitMs: 12,
  preparedStatements: 'pooler',
  host: '10.0.0.1',
  port: 4_601,
  basePath: '/api',
  processes: 13,
  sharedBy: 1,
  jobs: 'none',
  consoleDir: '/consola',
  publicOrigin: 'https://sello.example.com',
  isDemonstration: false,
  innerStorage: true,
  innerWebhooks: true,
  trustedProxies: ['10.0.0.2', '10.1.0.0/16'],
  connectionsMax: 14,
  connectionsPerAddress: 15,
  logLevel: 'debug',
  masterKey: [key(1), key(2)],
  pepper: [key(3)],
  keyPrefix: 'otro1',
  clock: { host: '10.0.0.3', port: 16, colo: 'SAL' },
  operator: { host: '10.0.0.4', port: 17 },
  otlpEndpoint: 'http://10.0.0.5:4318',
  mail: {
    folder: 'correo',
    server: {
      ...{ host: 'correo.example.com', port: 465, tls: 'implicit' },
      ...{ auth: { user: 'a', pass: 'b' }, innerNetwork: true, ca: null },
    },
    sender: 'facturas@example.com',
    dkim: { selector: 'sello', keyFile: 'dkim.pem' },
    origin: 'https://sello.example.com/api',
  },
  mh: {
    hosts: { '00': 'https://pruebas.example.com', '01': 'https://mh.example.com' },
    ...{ timeoutMs: 118, budgetMs: 119, connections: 20 },
  },
  recordDir: '/grabado',
}

test('every setting that is documented is read into its place, with spaces around it or without', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const names = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(Object.keys(ENV).sort(), names.sort())
  assert.deepEqual(readConfig(ENV), READ)
  const spaced = Object.entries(ENV).map(([name, value]) => [name, ` ${value}\n`])
  assert.deepEqual(readConfig(Object.fromEntries(spaced)), READ)
})

test('a setting that is empty, or of spaces, is not made', () => {
  for (const value of ['', ' ', undefined]) {
    const empty = Object.fromEntries(Object.keys(ENV).map((name) => [name, value]))
    assert.deepEqual(readConfig(empty), readConfig({}))
  }
})

test('what is off is nowhere', () => {
  const off = { SELLO_CONSOLE_DIR: 'off', SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' }
  const { consoleDir, clock, operator } = readConfig(off)
  assert.deepEqual([consoleDir, clock, operator], [null, null, null])
})
