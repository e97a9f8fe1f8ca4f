/** What each connection is told when it begins, or each transaction where a pooler gives another connection each time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPool,
  driverSettings,
  limitsOfMachines,
  limitsOfTransaction,
  type Pool,
  type PoolOptions,
  startupSettings,
} from './pool.ts'

const URL_OF = 'postgres://u:p@h:5432/d'
const GIVEN: PoolOptions = { url: URL_OF, max: 1, onError: () => {} }
const FIXED =
  '-c default_transaction_isolation=read\\ committed -c DateStyle=ISO -c TimeZone=UTC -c jit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'
const IDLE = '-c idle_in_transaction_session_timeout=10000'

test('a connection begins with its plans and its limits, and what the address adds is behind', () => {
  const limits = `-c lock_timeout=2000 -c statement_timeout=5000 ${IDLE} -c synchronous_commit=on`
  const options = `${FIXED} ${limits} `
  assert.deepEqual(startupSettings(GIVEN), { connectionString: URL_OF, options })
  const added = { ...GIVEN, url: `${URL_OF}?sslmode=disable&options=-c%20work_mem%3D9MB` }
  assert.deepEqual(startupSettings(added), {
    connectionString: `${URL_OF}?sslmode=disable`,
    options: `${options}-c work_mem=9MB`,
  })
  const socket = { ...GIVEN, url: 'socket without a scheme' }
  assert.deepEqual(startupSettings(socket), { connectionString: socket.url, options })
  const changed = { lockTimeoutMs: 7, statementTimeoutMs: 8, synchronousCommit: 'off' } as const
  assert.equal(
    startupSettings({ ...GIVEN, ...changed }).options,
    `${FIXED} -c lock_timeout=7 -c statement_timeout=8 ${IDLE} -c synchronous_commit=off `,
  )
  for (const preparedStatements of ['pooler', 'off'] as const)
    assert.deepEqual(startupSettings({ ...added, preparedStatements }), {
      connectionString: `${URL_OF}?sslmode=disable`,
    })
})

test('the driver waits for a connection and for an answer, and renews what is idle or old', () => {
  const { types: _, ...told } = driverSettings(GIVEN)
  const settings = {
    ...startupSettings(GIVEN),
    ...{ max: 1, application_name: 'sello', keepAlive: true, pipeline: true },
    ...{ connectionTimeoutMillis: 5_000, query_timeout: 10_000 },
    ...{ idleTimeoutMillis: 300_000, maxLifetimeSeconds: 3_600 },
  }
  assert.deepEqual(told, settings)
  const changed = driverSettings({ ...GIVEN, acquireTimeoutMs: 7, statementTimeoutMs: 8 })
  assert.deepEqual([changed.connectionTimeoutMillis, changed.query_timeout], [7, 5_008])
})

test('a transaction has the same limits, and a cluster’s machines wait as long for a lock', () => {
  const options: Pool['options'] = {
    ...GIVEN,
    ...{ preparedStatements: 'off', synchronousCommit: 'on', isCluster: true },
    ...{ acquireTimeoutMs: 1, lockTimeoutMs: 7, statementTimeoutMs: 8 },
  }
  assert.equal(
    limitsOfTransaction(options),
    "set local lock_timeout = '7'; set local statement_timeout = '8'; set local idle_in_transaction_session_timeout = '10000'; set local synchronous_commit = 'on'",
  )
  assert.deepEqual(limitsOfMachines(options), [
    "set local citus.propagate_set_commands = 'local'",
    "set local lock_timeout = '7'",
  ])
  assert.deepEqual(limitsOfMachines({ ...options, isCluster: false }), [])
})

test('a pool is told what it is not given, and an address without options stays as it is written', async () => {
  const { options, close } = createPool(GIVEN)
  const { onError: _, ...told } = options
  assert.deepEqual(told, {
    ...{ url: URL_OF, max: 1, preparedStatements: 'on', synchronousCommit: 'on', isCluster: false },
    ...{ acquireTimeoutMs: 5_000, lockTimeoutMs: 2_000, statementTimeoutMs: 5_000 },
  })
  await close()
  const url = `${URL_OF}?application_name=a%20b`
  assert.equal(startupSettings({ url }).connectionString, url)
})
