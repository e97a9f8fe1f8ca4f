/** Behind PgBouncer in transaction mode the right setting works, and a wrong one is refused with the right one. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { without } from '../../../scripts/test-tools.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import {
  type PgBouncer,
  startPgBouncer,
  TRACKING,
  tracksStatements,
} from '../../service/test/pgbouncer.ts'
import { createFolder, type Folder, run } from '../test/cli.ts'
import { assertSells } from '../test/selling.ts'

const skip = without(import.meta.url, 'pgbouncer')

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

  const sells = async (preparedStatements: string, ...lines: readonly string[]) =>
    assertSells({ url: await behind(...lines), preparedStatements, dataDir: folder.in('datos') })

  test('an old one works with off', () => sells('off', ...old))
  test('a new one works with pooler', { skip: !isNew }, () => sells('pooler', TRACKING))
})
