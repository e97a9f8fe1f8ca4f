/** The included database is stopped with the process that opened it, and by one that may not use it. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../src/base/config.ts'
import { createPool } from '../src/base/db/pool.ts'
import { openDatabase, startService } from '../src/main.ts'
import { clusterIn, folders } from './embedded.ts'

test('it runs while its process does, and is left running by none that cannot start', async (t) => {
  const { dataDir } = await folders(t)
  const config = (more: Readonly<Record<string, string>> = {}) =>
    readConfig({
      ...{ SELLO_DATA_DIR: dataDir, SELLO_PORT: '0', SELLO_JOBS: 'none' },
      ...{ SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off', SELLO_CONSOLE_DIR: 'off' },
      ...{ SELLO_LOG_LEVEL: 'silent', ...more },
    })
  const isRunning = () => existsSync(join(clusterIn({ dataDir }), 'postmaster.pid'))

  const service = await startService(config())
  assert.equal(isRunning(), true)
  await service.stop()
  assert.equal(isRunning(), false)

  const other = { SELLO_PEPPER: Buffer.alloc(32, 1).toString('base64url') }
  await assert.rejects(startService(config(other)), { name: 'OtherSecrets' })
  assert.equal(isRunning(), false)

  const opened = await openDatabase(config(), () => {})
  assert.equal(isRunning(), true)
  const pool = createPool({ url: opened.url, max: 1, onError: () => {} })
  await pool.many(
    `insert into schema_migrations (number, name, sha256) values (9999, '9999-later.sql', 'x')`,
  )
  await pool.close()
  await opened.stop()
  await assert.rejects(
    openDatabase(config(), () => {}),
    { name: 'MigrationRefused' },
  )
  assert.equal(isRunning(), false)
})
