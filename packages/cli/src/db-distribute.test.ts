/** `sello db distribute`: what it refuses everywhere, and what works afterwards on a cluster (`npm run test:citus`). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_CLUSTER, ON_ONE } from '../../service/test/citus.ts'
import { createUndistributed, type TestDatabase } from '../../service/test/database.ts'
import { createFolder, type Folder, run } from '../test/cli.ts'
import { assertSells } from '../test/selling.ts'

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createUndistributed()
  folder = await createFolder()
})
after(async () => {
  await database.drop()
  await folder.remove()
})

const distribute = (env: Readonly<Record<string, string>>, ...options: readonly string[]) =>
  run(['db', 'distribute', ...options], { cwd: folder.path, env })

test('the embedded database is refused: it is on one machine', async () => {
  const { code, stderr } = await distribute({})

  assert.match(stderr, /^sello: El PostgreSQL incluido .* Ponga DATABASE_URL/)
  assert.equal(code, 1)
})

test('one PostgreSQL is refused, with what to do', ON_ONE, async () => {
  const { code, stderr } = await distribute({ DATABASE_URL: database.url })

  assert.match(stderr, /^sello: La base de datos de DATABASE_URL no tiene la extensión Citus\./)
  assert.equal(code, 1)
})

test('a cluster is distributed once, and companies sell on it', ON_CLUSTER, async () => {
  const env = { DATABASE_URL: database.url }
  const first = await distribute(env)
  const again = await distribute(env, '--json')

  assert.equal(first.stdout, 'La base de datos quedó repartida entre 2 máquinas.\n', first.stderr)
  assert.deepEqual(JSON.parse(again.stdout), { tables: [], workers: 2 }, again.stderr)
  await assertSells({ url: database.url, dataDir: folder.in('datos') })
})
