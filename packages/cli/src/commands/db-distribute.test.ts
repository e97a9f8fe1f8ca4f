/** What an operator reads who asks for a cluster where there is none; on one: ledger/cluster/distribute.test.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../service/test/database.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
})
after(async () => {
  await database.drop()
  await folder.remove()
})

test('a database without Citus is refused, with what it needs', async () => {
  const env = { DATABASE_URL: database.url }
  const { code, stdout, stderr } = await run(['db', 'distribute'], { env, cwd: folder.path })
  assert.match(
    stderr,
    /^sello: La base de datos no tiene la extensión Citus\. Instálela en todas las máquinas/,
  )
  assert.deepEqual([code, stdout], [1, ''])
})

test('the embedded database is refused, and is not started for it', async () => {
  const { code, stderr } = await run(['db', 'distribute'], { cwd: folder.path })
  assert.match(
    stderr,
    /^sello: La base de datos propia de Sello es de una sola máquina\. Ponga en DATABASE_URL/,
  )
  assert.equal(code, 1)
})
