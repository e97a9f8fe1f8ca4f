import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { verifyAudit } from '../../admin.ts'
import { systemRandom } from '../../base/clock.ts'
import { createMetrics } from '../../base/telemetry/metrics.ts'
import { SERVICE_CHAIN } from './chain.ts'
import { createSecurityEvents } from './security.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const HOUR_MS = 3_600_000

interface Row {
  readonly acto: string
  readonly persona: string
  readonly person_id: string | null
  readonly sobre: string | null
  readonly detalle: { readonly veces: number; readonly desde: string; readonly red: string | null }
}

/** A process with its own clock, and the entries that it wrote. */
async function start() {
  const { pool, random, secrets } = world.deps
  const time = { ms: world.deps.clock.now().getTime() }
  const metrics = createMetrics()
  const clock = { now: () => new Date(time.ms) }
  const events = createSecurityEvents({ clock, random, secrets, metrics })
  const { last } = await pool.one<{ last: bigint }>(
    'select coalesce(max(seq), 0) as last from audit_log where company_id = $1',
    [SERVICE_CHAIN],
  )
  const entries = () =>
    pool.many<Row>(
      `select acto, persona, person_id, sobre, detalle from audit_log where company_id = $1 and seq > $2 order by seq`,
      [SERVICE_CHAIN, last],
    )
  return { events, time, entries, pool }
}

const someone = (name: string) => ({
  personId: systemRandom.uuid(),
  nombre: name,
  correo: `${name.toLowerCase()}@example.com`,
})

test('a flood of 2,000 failed sign-ins from as many addresses adds six entries an hour at most, which count them all', async () => {
  const { events, entries, pool, time } = await start()
  for (let i = 0; i < 2_000; i += 1) {
    const peer = `10.0.${i >> 8}.${i & 255}`
    events.note({ kind: 'entrada_fallida', person: null, peer })
    if (i % 100 === 0) await events.record(pool, 'due')
  }
  time.ms += HOUR_MS
  await events.record(pool, 'due')
  const rows = await entries()
  assert.ok(rows.length <= 12, `${rows.length} entries`)
  assert.equal(
    rows.reduce((sum, { detalle }) => sum + detalle.veces, 0),
    2_000,
  )
  assert.ok(rows.every(({ acto, person_id }) => acto === 'seguridad.entrada_fallida' && !person_id))
  assert.doesNotMatch(JSON.stringify(rows), /10\.0\.\d/, 'no address is written, only its hash')
  assert.equal(rows.filter(({ persona }) => persona === 'Desconocidos de otras redes').length, 2)
})

test('an hour of failures of one person is two entries: the first at once, then the count of the rest', async () => {
  const { events, time, entries, pool } = await start()
  const person = someone('Ana')
  const fail = (kind: 'entrada_fallida' | 'entrada_bloqueada' = 'entrada_fallida') =>
    events.note({ kind, person, peer: '203.0.113.9' })
  fail()
  await events.record(pool, 'due')
  for (let i = 0; i < 300; i += 1) {
    fail()
    await events.record(pool, 'due')
  }
  assert.deepEqual(
    (await entries()).map(({ detalle }) => detalle.veces),
    [1],
  )
  fail('entrada_bloqueada')
  time.ms += HOUR_MS
  await events.record(pool, 'due')
  const rows = await entries()
  assert.deepEqual(
    rows.map(({ acto, detalle }) => [acto, detalle.veces]),
    [
      ['seguridad.entrada_fallida', 1],
      ['seguridad.entrada_fallida', 300],
      ['seguridad.entrada_bloqueada', 1],
    ],
  )
  assert.ok(rows.every((row) => row.person_id === person.personId))
  assert.ok(rows.every((row) => row.persona === 'Ana <ana@example.com>'))
  assert.match(String(rows[0]?.detalle.red), /^[0-9a-f]{12}$/)
})

test('an entry says who or from which network, of what, and since when', async () => {
  const { events, time, entries, pool } = await start()
  const from = new Date(time.ms).toISOString()
  const eva = someone('Eva')
  events.note({ kind: 'rol_rechazado', person: eva, peer: '203.0.113.9', sobre: 'llaves' })
  events.note({ kind: 'entrada_fallida', person: null, peer: '203.0.113.9' })
  events.note({ kind: 'entrada_fallida', person: null, peer: null })
  time.ms += 1_000
  events.note({ kind: 'entrada_fallida', person: null, peer: '203.0.113.9' })
  await events.record(pool, 'due')
  const rows = await entries()
  const red = rows[0]?.detalle.red
  assert.deepEqual(rows, [
    {
      ...{ acto: 'seguridad.rol_rechazado', persona: 'Eva <eva@example.com>', sobre: 'llaves' },
      ...{ person_id: eva.personId, detalle: { veces: 1, desde: from, red } },
    },
    {
      ...{ acto: 'seguridad.entrada_fallida', persona: `Desconocido de la red ${red}` },
      ...{ person_id: null, sobre: null, detalle: { veces: 2, desde: from, red } },
    },
    {
      ...{ acto: 'seguridad.entrada_fallida', persona: 'Desconocido', sobre: null },
      ...{ person_id: null, detalle: { veces: 1, desde: from, red: null } },
    },
  ])
})

test('the next entry says since when and of what the first event was that it counts', async () => {
  const { events, time, entries, pool } = await start()
  const eva = someone('Eva')
  const begin = time.ms
  const refuse = (sobre: string, after: number) => {
    time.ms = begin + after
    events.note({ kind: 'rol_rechazado', person: eva, peer: null, sobre })
  }
  refuse('llaves', 0)
  await events.record(pool, 'due')
  refuse('marca', 1_000)
  refuse('correo', 2_000)
  time.ms = begin + HOUR_MS - 1
  await events.record(pool, 'due')
  assert.equal((await entries()).length, 1, 'an hour has not passed')
  time.ms = begin + HOUR_MS
  await events.record(pool, 'due')
  const since = (ms: number) => new Date(begin + ms).toISOString()
  assert.deepEqual(
    (await entries()).map(({ sobre, detalle }) => [sobre, detalle.veces, detalle.desde]),
    [
      ['llaves', 1, since(0)],
      ['marca', 2, since(1_000)],
    ],
  )
})

test('who did nothing for an hour leaves its place to others', async () => {
  const { events, time, entries, pool } = await start()
  const fail = (n: number) =>
    events.note({ kind: 'entrada_fallida', person: null, peer: `203.0.113.${n}` })
  for (let n = 0; n < 6; n++) fail(n)
  await events.record(pool, 'due')
  time.ms += HOUR_MS - 1
  await events.record(pool, 'due')
  fail(7)
  time.ms += 1
  await events.record(pool, 'due')
  time.ms += HOUR_MS
  await events.record(pool, 'due')
  fail(7)
  await events.record(pool, 'due')
  const own = (await entries()).map(({ persona }) => persona !== 'Desconocidos de otras redes')
  assert.deepEqual(own, [...Array(5).fill(true), false, false, true])
})

test('failures of a thousand persons are twenty entries and one of the others, and a stop writes what is left', async () => {
  const { events, entries, pool } = await start()
  const people = Array.from({ length: 1_000 }, (_, i) => someone(`P${i}`))
  const failAll = () => {
    for (const person of people) events.note({ kind: 'entrada_fallida', person, peer: null })
  }
  failAll()
  await events.record(pool, 'due')
  assert.equal((await entries()).length, 21)
  assert.equal((await entries()).at(-1)?.persona, 'Otras personas')
  assert.equal((await entries()).at(-1)?.detalle.veces, 980)
  failAll()
  await events.record(pool, 'due')
  assert.equal((await entries()).length, 21)
  await events.record(pool, 'all')
  assert.equal((await entries()).length, 42)
  await events.record(pool, 'all')
  assert.equal((await entries()).length, 42, 'nothing is written twice')
  const verdicts = await verifyAudit(world.admin)
  assert.ok(verdicts.every(({ broken }) => broken === null))
})

test('what could not be written is counted on and written later', async () => {
  const { events, entries, pool } = await start()
  events.note({ kind: 'rol_rechazado', person: someone('Eva'), peer: null, sobre: 'llaves' })
  const broken = { ...pool, lend: () => Promise.reject(new Error('no connection')) }
  await assert.rejects(events.record(broken, 'due'), /no connection/)
  events.note({ kind: 'rol_rechazado', person: someone('Eva'), peer: null, sobre: 'llaves' })
  await events.record(pool, 'due')
  assert.deepEqual(
    (await entries()).map(({ detalle }) => detalle.veces),
    [1, 1],
  )
})
