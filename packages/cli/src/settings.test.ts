/** What of the command line and of the environment the service is set by, and what the demonstration does not read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoSettings, settingsOf, workerSettings } from './settings.ts'

const PORTS = { SELLO_CLOCK_PORT: '4700', SELLO_OPERATOR_PORT: '4701' }

test('an option is taken in place of its variable, and one that was not given changes nothing', async () => {
  const env = {
    ...{ SELLO_DATA_DIR: '/a', SELLO_HOST: '::1', SELLO_PORT: '1', SELLO_JOBS: 'here' },
    ...{ SELLO_PROCESSES: '2', SELLO_MH_RECORD: '/r' },
  }
  const told = async (over: Parameters<typeof settingsOf>[1]) => {
    const { dataDir, host, port, jobs, processes, recordDir } = await settingsOf({ env }, over)
    return [dataDir, host, port, jobs, processes, recordDir]
  }
  assert.deepEqual(await told({}), ['/a', '::1', 1, 'here', 2, '/r'])
  const over = { dataDir: '/b', host: '::2', port: 0, jobs: 'none', processes: 3, record: '/s' }
  assert.deepEqual(await told(over), ['/b', '::2', 0, 'none', 3, '/s'])
})

test('a worker has no time helper, and a port for its operator only where one is named', async () => {
  const quiet = await workerSettings({ env: { SELLO_PORT: '1' } }, { dataDir: '/a' })
  const asked = await workerSettings({ env: PORTS }, {})
  assert.deepEqual([quiet.clock, quiet.operator, quiet.dataDir], [null, null, '/a'])
  assert.deepEqual([asked.clock, asked.operator?.port], [null, 4701])
})

test('the demonstration reads the level of its log and the pages’ folder, and nothing that leads elsewhere', async () => {
  const over = { dataDir: '/demo', port: 4600, mhUrl: 'http://127.0.0.1:1' }
  const env = {
    ...{ ...PORTS, DATABASE_URL: 'postgres://a/b', SELLO_MASTER_KEY: 'x', SELLO_HOST: '0.0.0.0' },
    ...{ SELLO_DATA_DIR: '/real', SELLO_MH_LIVE_URL: 'https://a', SELLO_MH_RECORD: '/real' },
  }
  const plain = await demoSettings({ env: {} }, over)
  assert.deepEqual(await demoSettings({ env }, over), plain)
  const { dataDir, port, mh, logLevel, recordDir, databaseUrl } = plain
  assert.deepEqual(
    [dataDir, port, mh.hosts, logLevel, recordDir, databaseUrl],
    ['/demo', 4600, { '00': over.mhUrl, '01': over.mhUrl }, 'warn', null, null],
  )
  const own = { SELLO_LOG_LEVEL: 'debug', SELLO_CONSOLE_DIR: '/' }
  const said = await demoSettings({ env: own }, { ...over, record: '/r' })
  assert.deepEqual([said.logLevel, said.consoleDir, said.recordDir], ['debug', '/', '/r'])
})

test('a setting that cannot be is refused by its name', async () => {
  await assert.rejects(settingsOf({ env: { SELLO_PORT: 'x' } }, {}), {
    ...{ name: 'CliError', ending: 'refused' },
    message: 'La configuración no vale: SELLO_PORT es un número entero de 0 a 65535.',
  })
})
