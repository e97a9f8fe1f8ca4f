/** What an archive finds of calls that were interrupted, and when it gives up looking. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { archiving, codeOf, idOf, MINUTES, NIT, refused } from '../../../test/archiving.ts'
import { failureOf, SALE, START } from '../../../test/scripted.ts'
import { openOutbox } from './outbox.ts'

const BY_DAY = 'GET /v1/dte?desde=2026-10-04&hasta=2026-10-06&limit=100'
const BY_REFERENCIA = 'GET /v1/dte?referencia=V-1&limit=100'
const BY_CODE = `GET /v1/dte/${codeOf(7)}`
const NOTHING_FOUND =
  'De una venta sin referencia que se interrumpió (2026-10-05T16:00Z) no se halló documento. Revise la lista; si se emitió, tráigalo con pull.'
const row = (n: number) => ({
  codigoGeneracion: codeOf(n),
  fecEmi: '2026-10-05',
  horEmi: '10:00:00',
})
const rows = (...numbers: readonly number[]) => ({
  body: { documentos: numbers.map(row), siguiente: null },
})
const UNNAMED = { route: 'issue', codigoGeneracion: null, referencia: null } as const
const NAMED = { ...UNNAMED, referencia: 'V-1' } as const
const OF_DOCUMENT = { ...UNNAMED, route: 'invalidate', codigoGeneracion: codeOf(7) } as const

// biome-ignore format: a table
const SEARCHES = [
  // of what                              asks                  finds      after ms            says            left
  { what: 'a sale without a referencia', intent: UNNAMED,     asks: BY_DAY,        found: [],  ms: 15 * MINUTES,     problem: null,          left: 1 },
  { what: 'a sale without a referencia', intent: UNNAMED,     asks: BY_DAY,        found: [],  ms: 15 * MINUTES + 1, problem: NOTHING_FOUND, left: 0 },
  { what: 'a sale without a referencia', intent: UNNAMED,     asks: BY_DAY,        found: [8], ms: 15 * MINUTES + 1, problem: null,          left: 0 },
  { what: 'a sale with a referencia',    intent: NAMED,       asks: BY_REFERENCIA, found: [],  ms: 15 * MINUTES,     problem: null,          left: 1 },
  { what: 'a sale with a referencia',    intent: NAMED,       asks: BY_REFERENCIA, found: [],  ms: 15 * MINUTES + 1, problem: null,          left: 0 },
  { what: 'a sale with a referencia',    intent: NAMED,       asks: BY_REFERENCIA, found: [8], ms: 0,                problem: null,          left: 0 },
  { what: 'an invalidation',             intent: OF_DOCUMENT, asks: BY_CODE,       found: [],  ms: 15 * MINUTES,     problem: null,          left: 1 },
  { what: 'an invalidation',             intent: OF_DOCUMENT, asks: BY_CODE,       found: [],  ms: 15 * MINUTES + 1, problem: null,          left: 0 },
] as const

for (const { what, intent, asks, found, ms, problem, left } of SEARCHES) {
  const how = `${found.length} found, ${ms} ms after it`
  test(`${what} that was interrupted is ${left ? 'looked for again' : 'done with'}: ${how}`, async (t) => {
    const { archive, folder, says, lines, wait } = await archiving(t)
    const earlier = openOutbox(folder, randomUUID)
    await earlier.writeIntent({ ...intent, id: randomUUID(), at: START, byService: true })
    says.set(asks, () => (intent === OF_DOCUMENT ? refused(404, 'not_found') : rows(...found)))
    const gone = found.map((n) => `GET /v1/dte/${codeOf(n)}`)
    for (const line of gone) says.set(line, () => refused(404, 'not_found'))
    wait(ms)
    const state = await archive.flush()

    assert.deepEqual(state, { pending: left, destinations: [idOf(1)], problem })
    assert.equal((await readdir(folder)).length, left)
    const asked = lines.filter((line) => line.startsWith('GET /v1/dte'))
    assert.deepEqual(asked, [asks, ...gone], 'once')
  })
}

test('a call that is under way is not searched for, and one whose outcome is unknown is', async (t) => {
  const { archive, lines } = await archiving(t)
  const intent = { route: 'issue', codigoGeneracion: null, referencia: 'V-9' } as const
  const opened = await archive.begin(intent)
  assert.deepEqual(await archive.flush(), { pending: 0, destinations: [], problem: null })
  assert.equal(lines.length, 0)
  await opened.unknown()
  await archive.flush()
  assert.ok(lines.includes('GET /v1/dte?referencia=V-9&limit=100'), lines.join('\n'))
})

test('a search that fails is told, and made again', async (t) => {
  const { archive, client, says } = await archiving(t)
  says.set('POST /v1/dte', () => {
    throw new TypeError('fetch failed')
  })
  const list = 'GET /v1/dte?referencia=V-1&limit=100'
  says.set(list, () => refused(500, 'internal'))
  await failureOf(client.issue({ ...SALE, referencia: 'V-1' }))
  const { pending, problem } = await archive.flush()
  assert.deepEqual([pending, problem], [1, 'Por internal.'])
  says.set(list, () => ({
    body: { documentos: [{ codigoGeneracion: codeOf(7) }], siguiente: null },
  }))
  says.set(`GET /v1/dte/${codeOf(7)}`, () => refused(404, 'not_found'))
  assert.deepEqual((await archive.flush()).pending, 0)
})

test('a search by day copies nothing again that this program copied', async (t) => {
  const { archive, sellAndFlush, says, lines } = await archiving(t)
  await sellAndFlush()
  const opened = await archive.begin({ route: 'issue', codigoGeneracion: null, referencia: null })
  await opened.unknown()
  const row = (n: number) => ({
    codigoGeneracion: codeOf(n),
    fecEmi: '2026-10-05',
    horEmi: '10:00:00',
  })
  says.set('GET /v1/dte?desde=2026-10-04&hasta=2026-10-06&limit=100', () => ({
    body: { documentos: [row(2), row(1)], siguiente: null },
  }))
  says.set(`GET /v1/dte/${codeOf(2)}`, () => refused(404, 'not_found'))
  assert.deepEqual(await archive.flush(), { pending: 1, destinations: [idOf(1)], problem: null })
  const fetched = new Set(lines.filter((line) => line.startsWith('GET /v1/dte/A')))
  assert.deepEqual([...fetched], [`GET /v1/dte/${codeOf(2)}`])
})

test('the time of a call is the service’s, also if its first answer comes after the call', async (t) => {
  const { archive, folder, says, lines } = await archiving(t)
  const ahead = 48 * 60 * MINUTES
  const headers = { date: new Date(START + ahead).toUTCString() }
  says.set('GET /v1/status', () => ({ body: { emisor: { nit: NIT } }, headers }))
  const by = 'GET /v1/dte?desde=2026-10-06&hasta=2026-10-08&limit=100'
  says.set(by, () => rows())
  const outbox = openOutbox(folder, randomUUID)
  const begun = async () => {
    const opened = await archive.begin(UNNAMED)
    const [{ at, byService } = assert.fail('it is not on the disk')] = await outbox.intents()
    await opened.unknown()
    await archive.flush()
    return { at, byService, asked: lines.filter((line) => line.startsWith('GET /v1/dte')) }
  }
  const first = await begun()
  assert.deepEqual([first.at, first.byService], [START, false])
  for (const one of await outbox.intents()) await outbox.dropIntent(one.id)
  const second = await begun()
  assert.deepEqual([second.at, second.byService], [START + ahead, true])
  assert.deepEqual([...new Set(second.asked)], [by])
})

test('drafts that a killed program left an hour ago go with the first round', async (t) => {
  const { archive, folder } = await archiving(t)
  const draft = join(folder, `.${randomUUID()}.nuevo`)
  await mkdir(folder, { recursive: true })
  await writeFile(draft, '{')
  await utimes(draft, new Date(START), new Date(START - 61 * MINUTES))
  await archive.flush()
  assert.deepEqual(await readdir(folder), [])
})

test('a sale that could not be kept after its answer is searched for once it can be', async (t) => {
  const { archive, client, folder, says, lines } = await archiving(t)
  const taken = join(folder, `${codeOf(1)}.documento`)
  const sealed = { estado: 'sellado', codigoGeneracion: codeOf(1), archivoDte: '{}' }
  says.set('POST /v1/dte', () => {
    mkdirSync(join(taken, 'full'), { recursive: true })
    return { body: sealed }
  })
  says.set(BY_DAY, () => rows())
  assert.equal((await client.issue(SALE)).estado, 'sellado')
  const untold = /^La bandeja del archivo propio no se puede usar: /
  assert.deepEqual([archive.state.pending, untold.test(archive.state.problem ?? '')], [1, true])
  assert.match((await archive.flush()).problem ?? '', untold)
  await rm(taken, { recursive: true })
  lines.length = 0
  assert.deepEqual(await archive.flush(), { pending: 1, destinations: [idOf(1)], problem: null })
  assert.ok(lines.includes(BY_DAY), lines.join('\n'))
})

test('a document that another program copied meanwhile is none of this one’s', async (t) => {
  const { archive, sell, says, folder, lines } = await archiving(t)
  says.set('GET /v1/status', () => refused(503, 'unavailable'))
  for (let n = 1; n <= 5; n += 1) await sell()
  await archive.flush()
  says.delete('GET /v1/status')
  const last = join(folder, `${codeOf(5)}.documento`)
  const copies = [1, 2, 3, 4].map((n) => `POST /v1/storage/copies/${codeOf(n)}/byos`)
  for (const line of copies) {
    says.set(line, () => {
      rmSync(last, { force: true })
      return {}
    })
  }
  assert.deepEqual(await archive.flush(), { pending: 0, destinations: [idOf(1)], problem: null })
  assert.deepEqual(lines.filter((line) => line.includes('/copies/')).toSorted(), copies)
})
