/** Behind PgBouncer in transaction mode the right setting works, and a wrong one is refused with the right one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Sello } from '@sello/client'
import { startSimulator } from '@sello/mh-simulator'
import { readConfig, startService } from '@sello/service'
import { withAdmin } from '@sello/service/admin'
import { without } from '../../../scripts/test-tools.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import {
  type PgBouncer,
  startPgBouncer,
  TRACKING,
  tracksStatements,
} from '../../service/test/pgbouncer.ts'
import { createFolder, type Folder, run } from '../test/cli.ts'
import { prepareCompany } from './demo/prepare.ts'

const skip = without(import.meta.url, 'pgbouncer')
const SALES = 60

describe('behind PgBouncer in transaction mode', { skip }, () => {
  const isNew = skip === false && tracksStatements()
  const old = isNew ? ['max_prepared_statements = 0'] : [] // as every PgBouncer before 1.21
  let database: TestDatabase
  let folder: Folder
  const poolers: PgBouncer[] = []
  before(async () => {
    database = await createTestDatabase()
    folder = await createFolder()
  })
  after(async () => {
    for (const { stop } of poolers) await stop()
    await database.drop()
    await folder.remove()
  })
  const behind = async (...lines: readonly string[]) => {
    const pooler = await startPgBouncer(database.url, lines)
    poolers.push(pooler)
    return pooler.url
  }
  const migrate = (url: string, setting: string) =>
    run(['migrate'], {
      cwd: folder.path,
      env: { DATABASE_URL: url, SELLO_PREPARED_STATEMENTS: setting },
    })

  // biome-ignore format: a table
  const REFUSED: readonly (readonly [what: string, lines: readonly string[], setting: string, says: RegExp])[] = [
    ['the setting of a direct connection',                     old,                                             'on',     /SELLO_PREPARED_STATEMENTS=pooler .*SELLO_PREPARED_STATEMENTS=off/],
    ['the same, where the startup options are thrown away',    [...old, 'ignore_startup_parameters = options'], 'on',     /SELLO_PREPARED_STATEMENTS=off/],
    ['named statements that the pooler does not track',        old,                                             'pooler', /Ponga SELLO_PREPARED_STATEMENTS=off/],
  ]
  for (const [what, lines, setting, says] of REFUSED) {
    test(`${what}: the command ends at once and names the setting`, async () => {
      const { code, stderr } = await migrate(await behind(...lines), setting)

      assert.equal(code, 1, stderr)
      assert.match(stderr, /^sello: La base de datos de DATABASE_URL está detrás de un pooler/)
      assert.match(stderr, says)
    })
  }

  const sells = (setting: string, ...lines: readonly string[]) =>
    issueMany({ url: () => behind(...lines), setting, folder: () => folder })

  test('an old one works with off', () => sells('off', ...old))
  test('a new one works with pooler', { skip: !isNew }, () => sells('pooler', TRACKING))
})

interface Selling {
  readonly setting: string
  url(): Promise<string>
  folder(): Folder
}

/** Two processes' worth of calls at once, over four connections of the server. */
async function issueMany({ url, setting, folder }: Selling): Promise<void> {
  const ministry = await startSimulator({ port: 0 })
  const config = readConfig({
    DATABASE_URL: await url(),
    SELLO_PREPARED_STATEMENTS: setting,
    SELLO_DATA_DIR: folder().in('datos'),
    SELLO_MH_TEST_URL: ministry.url,
    ...{ SELLO_PORT: '0', SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' },
    SELLO_LOG_LEVEL: 'silent',
  })
  const state = await withAdmin(config, (admin) => prepareCompany(admin, config.dataDir))
  const { nit, nombre, mhPassword: password, publicKeyPem } = state
  await fetch(`${ministry.url}/_sim/taxpayers`, {
    method: 'POST',
    body: JSON.stringify({ nit, nombre, password, publicKeyPem }),
  })
  const services = [await startService(config), await startService(config)]
  try {
    const [key] = state.keys
    const { apiKey, signKey } = key ?? {}
    assert.ok(apiKey && signKey)
    const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 5 }]
    const issued = await Promise.all(
      Array.from({ length: SALES }, (_, n) => {
        const { url: baseUrl = '' } = services[n % services.length] ?? {}
        return new Sello({ baseUrl, apiKey, signKey }).issue({ tipoDte: '01', items })
      }),
    )
    assert.deepEqual(
      issued.map(({ estado }) => estado),
      Array(SALES).fill('sellado'),
    )
    assert.equal(new Set(issued.map(({ numeroControl }) => numeroControl)).size, SALES)
  } finally {
    for (const { stop } of services) await stop()
    await ministry.close()
  }
}
