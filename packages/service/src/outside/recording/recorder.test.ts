/** What a recording has, what it never has, and that it costs nobody a sale. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openedBy } from '../../../test/left-open.ts'
import { CONTRIBUYENTE } from '../../../test/notas.ts'
import { createRecordedWorld, playDay, TURISTA, VENTA } from '../../../test/recording.ts'
import { until } from '../../../test/until.ts'
import { EMPRESA, MH_PASSWORD, PASSPHRASE } from '../../../test/world.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import { createLog } from '../../base/log.ts'
import { createRecorder } from './recorder.ts'
import { standIn } from './stand-ins.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-recording-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('a recording has every kind of exchange, and nothing of a secret or a person', async () => {
  const path = join(folder, 'day')
  const { world, recorder } = await createRecordedWorld(path)
  await playDay(world)
  const ledger = await world.mh.ledger()
  const { key } = world.company
  await world.close()
  await recorder.close()

  const [name = ''] = await readdir(path)
  const text = await readFile(join(path, name), 'utf8')
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([head.recording, head.version], ['sello', 1])
  const paths = new Set(lines.map((line) => line.path))
  assert.deepEqual([...paths].sort(), [
    '/fesv/anulardte',
    '/fesv/contingencia',
    '/fesv/recepcion/consultadte/',
    '/fesv/recepcion/consultadtelote/',
    '/fesv/recepciondte',
    '/fesv/recepcionlote/',
    '/seguridad/auth',
  ])
  const statuses = new Set(lines.map(({ answer }) => answer.status ?? answer.silence))
  for (const status of [200, 400, 503, 'unreachable']) assert.ok(statuses.has(status), `${status}`)

  const persons = [TURISTA, CONTRIBUYENTE, EMPRESA, { nombre: 'Rosa Ficticia Peña' }]
  const texts = persons.flatMap(textsOf).filter((one) => one.length >= 5 && !KEPT.has(one))
  const secrets = [
    MH_PASSWORD,
    PASSPHRASE,
    key.apiKey,
    key.signKey ?? '',
    'eyJhbGciOi',
    'PRIVATE KEY',
  ]
  const signed = ledger.flatMap(({ jws, codigoGeneracion, selloRecibido }) => [
    ...[codigoGeneracion, selloRecibido ?? codigoGeneracion],
    ...[jws.split('.')[2] ?? '', jws.split('.')[1] ?? ''],
  ])
  const written = text.toLowerCase()
  for (const one of [...texts, ...texts.map(unhyphened), ...secrets, ...signed, ...SAID]) {
    assert.ok(!written.includes(one.toLowerCase()), `the recording has ${one}`)
  }
  assert.match(text, /DTE-01-M001P001-0{14}1\b/, 'while numbers of series stay')
})

/** Codes of catalogues that a company's data has too. */
const KEPT: ReadonlySet<string> = new Set([EMPRESA.codActividad])
const SAID = [
  'Consulta de Hortensia',
  'Harina, 10 quintales',
  'Ana María López',
  '12345678-4',
  '123456784',
]
const unhyphened = (text: string) => text.replaceAll('-', '')
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf)

test('without a place to write the sale is sealed all the same, and the log says it once', async () => {
  const path = join(folder, 'file')
  await writeFile(path, 'not a folder')
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const { world, recorder } = await createRecordedWorld(path, { log })
  for (let i = 0; i < 3; i++) assert.equal((await world.issue(VENTA)).status, 200)
  await world.close()
  await recorder.close()
  const said = lines.filter((line) => line.includes('no longer recorded'))
  assert.equal(said.length, 1, lines.join(''))
  assert.match(said[0] ?? '', /ENOTDIR|EEXIST/)
  const { level, folder: told, msg } = JSON.parse(said[0] ?? '{}')
  assert.deepEqual([level, told, msg], [50, path, 'the exchanges are no longer recorded'])
})

test('exchanges for which there is no room are counted, and none waits for the disk', async () => {
  const path = join(folder, 'full')
  let ms = Date.parse('2026-12-01T12:00:00Z')
  const clock = { ...systemClock, now: () => new Date(ms) }
  const parts = { folder: path, secret: Buffer.alloc(32), clock, random: systemRandom }
  const said: string[] = []
  const log = createLog('warn', { write: (line: string) => void said.push(line) })
  const recorder = createRecorder({ ...parts, log, waitingCharsMax: 1 })
  const answer = { kind: 'response', status: 200, json: { estado: 'PROCESADO' } } as const
  const post250 = async () => {
    ms += 250
    return answer
  }
  const exchange = recorder.keep({ post: post250, close: async () => {} })
  const post = { path: '/fesv/recepciondte', body: null, timeoutMs: 1 }
  await exchange.post({ ...post, method: 'HEAD' }) // asks only whether somebody is there
  for (let i = 0; i < 3; i++) assert.equal(await exchange.post(post), answer)
  await recorder.close()
  const [name = ''] = await readdir(path)
  const lines = (await readFile(join(path, name), 'utf8')).trimEnd().split('\n')
  const [head, first, second, ...others] = lines.map((line) => JSON.parse(line))
  assert.deepEqual(head, { recording: 'sello', version: 1, begun: '2026-12-01T12:00:00.000Z' })
  assert.match(name, /^20261201T120000Z-[0-9a-f]{8}\.jsonl$/)
  assert.deepEqual(first, {
    ...{ askedAt: '2026-12-01T12:00:00.250Z', ms: 250, path: post.path, nit: null, request: null },
    answer: { status: 200, json: answer.json },
  })
  assert.deepEqual([second, others], [{ missed: 2 }, []])
  const [told = '{}', ...more] = said
  assert.deepEqual([JSON.parse(told).path, more], [join(path, name), []])
  assert.match(told, /the exchanges with the test service are recorded/)
  assert.equal((await stat(join(path, name))).mode & 0o777, 0o600)
  assert.equal((await stat(path)).mode & 0o777, 0o700)
})

test('processes of one service record into one folder, and give a person the same stand-in', async () => {
  const path = join(folder, 'both')
  const secret = Buffer.alloc(32, 9)
  const parts = { folder: path, secret, clock: systemClock, random: systemRandom }
  const record = async () => {
    const recorder = createRecorder({ ...parts, log: createLog('silent') })
    const { post } = recorder.keep({
      post: async () => ({ kind: 'response', status: 200, json: {} }),
      close: async () => {},
    })
    const body = JSON.stringify({ nombre: 'Ana Ficticia' })
    await post({ path: '/a', body, contentType: 'application/json', timeoutMs: 1 })
    await recorder.close()
  }
  for (const _ of [1, 2]) assert.deepEqual(await openedBy(record), { opened: 1, leftOpen: 0 })
  const key = createHmac('sha256', secret).update('stand-ins of recordings').digest()
  const files = await readdir(path)
  assert.equal(files.length, 2)
  for (const file of files) {
    const [, line = '{}'] = (await readFile(join(path, file), 'utf8')).trimEnd().split('\n')
    assert.deepEqual(JSON.parse(line).request, { nombre: standIn(key, 'Ana Ficticia') })
  }
})

/** A recorder with so much room, over a ministry that answers at once; `text`: of its file. */
async function recorderOf(name: string, waitingCharsMax: number) {
  const path = join(folder, name)
  const parts = { folder: path, secret: Buffer.alloc(32), clock: systemClock, random: systemRandom }
  const recorder = createRecorder({ ...parts, log: createLog('silent'), waitingCharsMax })
  const { post } = recorder.keep({
    post: async () => ({ kind: 'response', status: 200, json: {} }),
    close: async () => {},
  })
  async function linesOf(): Promise<{ readonly ms?: number; readonly missed?: number }[]> {
    const [file] = await readdir(path)
    if (file === undefined) return []
    const [, ...lines] = (await readFile(join(path, file), 'utf8')).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
  const recorded = async () => (await linesOf()).filter(({ ms }) => ms !== undefined).length
  const missed = async () => (await linesOf()).reduce((sum, line) => sum + (line.missed ?? 0), 0)
  const ask = (length = 0) => {
    const body = length === 0 ? null : JSON.stringify('x'.repeat(length - 2))
    return post({ path: '/a', body, contentType: 'application/json', timeoutMs: 1 })
  }
  return { ask, recorded, missed, close: recorder.close }
}

test('what waits is counted by its body, of a kibibyte at least, and the last may pass the room', async () => {
  // biome-ignore format: a table
  const rows = [
    ['two',   2_048, [0, 0, 0, 0],         2],
    ['three', 2_049, [0, 1_000, 0, 0],     3],
    ['long',  2_050, [1_025, 0, 0],        3],
    ['whole', 2_049, [1_025, 0, 0],        2],
    ['first', 2_048, [9_000, 0],           1],
  ] as const
  for (const [name, room, lengths, kept] of rows) {
    const recorder = await recorderOf(name, room)
    await Promise.all(lengths.map((length) => recorder.ask(length)))
    await recorder.close()
    assert.deepEqual(
      [await recorder.recorded(), await recorder.missed()],
      [kept, lengths.length - kept],
      name,
    )
  }
})

test('there is room again once what waited is written, and what was left out is told once', async () => {
  const recorder = await recorderOf('again', 1)
  let asked = 0
  const ask = async () => {
    asked += 1
    await recorder.ask()
  }
  await Promise.all([ask(), ask()])
  for (const wanted of [2, 3])
    await until(`${wanted} are recorded`, async () => {
      await ask()
      return (await recorder.recorded()) >= wanted
    })
  await recorder.close()
  await recorder.ask()
  assert.equal((await recorder.recorded()) + (await recorder.missed()), asked)
})

test('production is refused by its address, and by what is sent', async () => {
  const { readConfig } = await import('../../base/config.ts')
  const live = { SELLO_MH_RECORD: 'x', SELLO_MH_TEST_URL: 'https://API.dtes.mh.gob.sv/' }
  assert.throws(() => readConfig(live), /graba solo intercambios de prueba/)
  assert.match(readConfig({ SELLO_MH_RECORD: 'x' }).recordDir ?? '', /\/x$/)
  const { createBlotter } = await import('./blotter.ts')
  const blotter = createBlotter(Buffer.alloc(32))
  assert.throws(() => blotter.sent('{"identificacion":{"ambiente":"01"}}'), /what is no test/)
})
