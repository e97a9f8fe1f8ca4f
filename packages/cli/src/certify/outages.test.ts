/** An outage that a certification announces: how long it is, who learns of it, and that nothing of it stays. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Sello } from '@sello/client'
import { createTestDatabase, type TestDatabase } from '../../../service/test/database.ts'
import { ioOf } from '../../test/io.ts'
import { API_KEY, startScripted } from '../../test/scripted-service.ts'
import { announcedOutages } from './outages.ts'

/** After the database's own time: what has ended is not announced. */
const NOW = new Date('2036-10-05T16:00:00Z')
let database: TestDatabase
let pool: ReturnType<TestDatabase['createPool']>
let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  service = await startScripted()
})
after(async () => {
  await service.stop()
  await database.drop()
})

const listed = () =>
  pool.many<{ ambiente: string; since: Date; until: Date; reason: string }>(
    'select ambiente, since, until, reason from maintenance_windows order by reason',
  )

/** A service that knows of it after so many looks. */
function outagesKnownAfter(looks: number) {
  const { io } = ioOf({ env: { DATABASE_URL: database.url }, now: NOW })
  const options = { dataDir: service.folder.path }
  const waits: number[] = []
  let left = looks
  const asked = service.answerEach(() => {
    left -= 1
    return { body: { ministerio: { mantenimientoHasta: left < 0 ? NOW.toISOString() : null } } }
  })
  const outages = announcedOutages({
    ...{ io, options, sello: new Sello({ baseUrl: service.url, apiKey: API_KEY }) },
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
  })
  return { outages, asked, waits }
}

test('one of five minutes is there while the work goes on, once the service knows of it, and then gone', async () => {
  const { outages, asked, waits } = outagesKnownAfter(2)
  const until = new Date('2036-10-05T16:05:00Z')
  const others = {
    ambiente: '00',
    since: NOW,
    until: new Date('2036-10-06'),
    reason: 'De Hacienda',
  }
  await pool.many(
    `insert into maintenance_windows (window_id, ambiente, since, until, reason, created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, now())`,
    Object.values(others),
  )
  const made = await outages.during(async () => {
    assert.deepEqual([asked.length, waits], [3, [1_000, 1_000, 2_000]])
    const own = { ambiente: '00', since: NOW, until, reason: 'Certificación' }
    assert.deepEqual(await listed(), [own, others])
    return 'hecho'
  })
  assert.equal(made, 'hecho')
  assert.deepEqual(await listed(), [others])
})

test('a service that never knows of it is given no work, and no outage stays', async () => {
  const unknown = outagesKnownAfter(1_000)
  await assert.rejects(
    unknown.outages.during(async () => assert.fail('nothing is issued')),
    {
      ...{ name: 'CliError', ending: 'unavailable' },
      message:
        'El servicio no supo del mantenimiento anunciado: --data-dir o DATABASE_URL no son los suyos. Dígalos, o siga sin --outages.',
    },
  )
  assert.deepEqual(unknown.waits, Array(30).fill(1_000))
  assert.equal((await listed()).length, 1)
})
