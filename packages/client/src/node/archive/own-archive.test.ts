/** What an archive does when a destination, the service or its own outbox does not answer as it should. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { archiving, codeOf, DAYS, idOf, MINUTES, NIT, refused } from '../../../test/archiving.ts'
import { failureOf, SALE, START, scripted } from '../../../test/scripted.ts'
import { isSelloError, newUnlockKey, type StorageLocation } from '../../index.ts'
import { type Fetch, runtime } from '../../platform.ts'
import { connectDestination, endOwnDestination, openDestinations, ownArchive } from '../index.ts'

const UNMARKED =
  'Disco 1: el lugar no es el que se conectó, falta su marca. Si es un disco, conéctelo; si no, conecte el destino de nuevo.'

const VERIFICATION = `POST /v1/storage/destinations/${idOf(1)}/verification`
const DESTINATIONS = 'GET /v1/storage/destinations'
const copyOf = (n: number) => `POST /v1/storage/copies/${codeOf(n)}/byos`

test('a destination is verified again once twenty days have passed', async (t) => {
  const verificadoEl = [new Date(START - 20 * DAYS).toISOString()]
  const { sellAndFlush, asked, wait } = await archiving(t, { verificadoEl })
  await sellAndFlush()
  assert.equal(asked(VERIFICATION), 0)
  for (const ms of [1, 0, 16 * MINUTES]) {
    wait(ms)
    const { pending, problem } = await sellAndFlush()
    assert.deepEqual([pending, problem, asked(VERIFICATION)], [0, null, 1], `${ms} ms later`)
  }
})

test('a verification that failed is told, stops no copy, and is tried again after a quarter of an hour', async (t) => {
  const problems: string[] = []
  const onProblem = (problem: string) => void problems.push(problem)
  const given = { verificadoEl: [null], onProblem }
  const { sellAndFlush, asked, wait, says } = await archiving(t, given)
  says.set(VERIFICATION, () => refused(409, 'revision_conflict'))
  for (const [ms, tries] of [
    [0, 1],
    [15 * MINUTES, 1],
    [1, 2],
  ] as const) {
    wait(ms)
    const { pending } = await sellAndFlush()
    const told = Array.from({ length: tries }, () => 'Por revision_conflict.')
    assert.deepEqual([pending, asked(VERIFICATION), problems], [0, tries, told], `${ms} ms later`)
  }
})

test('only the destinations that are asked for are written to', async (t) => {
  const at = new Date(START).toISOString()
  const given = { verificadoEl: [at, at], wanted: [idOf(2)] }
  const { sellAndFlush, pathOf } = await archiving(t, given)
  assert.deepEqual(await sellAndFlush(), { pending: 0, destinations: [idOf(2)], problem: null })
  assert.deepEqual(await readdir(pathOf(1)), ['.sello-destino'])
  assert.deepEqual((await readdir(pathOf(2))).toSorted(), ['.sello-destino', 'DTE'])
})

test('a destination that failed is asked for again: its credentials may be others, or it has ended', async (t) => {
  const { sellAndFlush, archive, asked, says, mark, pathOf } = await archiving(t)
  await sellAndFlush()
  await rm(join(pathOf(1), '.sello-destino'))
  assert.deepEqual(await sellAndFlush(), { pending: 1, destinations: [], problem: UNMARKED })
  await mark(1)
  assert.equal((await archive.flush()).pending, 0)
  assert.equal(asked(DESTINATIONS), 3, 'by the sale, and by each flush')
  for (const [n, syncRequired, times] of [
    [3, true, 5],
    [4, false, 5],
  ] as const) {
    says.set(copyOf(n), () => refused(422, 'validation_failed', { issues: [], syncRequired }))
    assert.equal((await sellAndFlush()).problem, 'Por validation_failed.')
    says.delete(copyOf(n))
    assert.equal((await archive.flush()).pending, 0)
    assert.equal(asked(DESTINATIONS), times, String(syncRequired))
  }
})

test('what is refused for one document stops none of the others, and what is refused for all stops', async (t) => {
  const COUNT = 9
  for (const [status, code, tried] of [
    [422, 'validation_failed', COUNT],
    [404, 'not_found', COUNT],
    [401, 'unauthorized', 4],
    [403, 'forbidden', 4],
    [429, 'rate_limited', 4],
    [500, 'internal', 4],
    [503, 'unavailable', 4],
  ] as const) {
    const { archive, sell, says, reports, lines } = await archiving(t)
    says.set('GET /v1/status', () => refused(503, 'unavailable'))
    for (let n = 1; n <= COUNT; n += 1) {
      await sell()
      says.set(copyOf(n), () => refused(status, code))
    }
    await archive.flush()
    assert.equal(reports.size, 0)
    says.delete('GET /v1/status')
    lines.length = 0
    const { pending, problem } = await archive.flush()
    assert.deepEqual([pending, problem], [COUNT, `Por ${code}.`])
    assert.equal(reports.size, tried, code)
  }
})

test('a call that was refused or answered leaves nothing to search for', async (t) => {
  const { archive, client, folder, says, lines, sellAndFlush } = await archiving(t)
  says.set('POST /v1/dte', () => refused(422, 'validation_failed'))
  await failureOf(client.issue(SALE))
  assert.deepEqual(await readdir(folder), [])
  assert.deepEqual(await archive.flush(), { pending: 0, destinations: [], problem: null })
  assert.deepEqual(lines, ['POST /v1/dte'])
  says.delete('POST /v1/dte')
  await sellAndFlush()
  assert.deepEqual(await readdir(folder), [])
})

test('a document without a seal waits without a problem, and one without a printed copy is copied alone', async (t) => {
  const { archive, client, says, reports, pathOf } = await archiving(t)
  const code = codeOf(1)
  const waiting = { estado: 'contingencia', codigoGeneracion: code, numeroControl: 'DTE-01-1' }
  says.set('POST /v1/dte', () => ({ status: 202, body: waiting }))
  const query = {
    ...waiting,
    ambiente: '00',
    fecEmi: '2026-10-05',
    selloRecibido: null,
    jws: 'a.b.c',
  }
  const found = (more: object) => () => ({
    body: { ...query, tipoEvento: null, documentoRelacionado: null, ...more },
  })
  says.set(`GET /v1/dte/${code}`, found({}))
  await client.issue(SALE)
  const { pending, problem } = await archive.flush()
  assert.deepEqual([pending, problem, reports.size], [1, null, 0])
  says.set(`GET /v1/dte/${code}`, found({ estado: 'sellado', selloRecibido: 'S' }))
  says.set(`GET /v1/dte/${code}/file`, () => ({ body: '{}' }))
  says.set(`GET /v1/dte/${code}/file?kind=pdf`, () => refused(409, 'return_pdf_unavailable'))
  assert.equal((await archive.flush()).pending, 0)
  const { jsonPath, ...report } = reports.get(code) as { jsonPath: string }
  const json = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a' // of {}
  assert.deepEqual(report, { secretId: idOf(1), pdfPath: null, sha256: { json } })
  assert.equal(await readFile(join(pathOf(1), jsonPath), 'utf8'), '{}')
  assert.equal(
    (await readdir(pathOf(1), { recursive: true })).filter((name) => name.endsWith('.pdf')).length,
    0,
  )
})

test('pull reads every page of what is held, and takes what no own destination has', async (t) => {
  const { archive, says, lines } = await archiving(t)
  const row = (n: number, whereLanded: string) => ({ codigoGeneracion: codeOf(n), whereLanded })
  const page =
    (siguiente: string | null, ...documentos: object[]) =>
    () => ({
      body: { documentos, siguiente },
    })
  says.set('GET /v1/dte/holding?limit=100', page('c-2', row(1, 'holding'), row(2, 'byos')))
  says.set('GET /v1/dte/holding?limit=100&cursor=c-2', page(null, row(3, 'managed')))
  for (const n of [1, 2, 3]) {
    says.set(`GET /v1/dte/${codeOf(n)}`, () => refused(404, 'not_found'))
  }
  const state = await archive.pull()
  assert.deepEqual(state, { pending: 0, destinations: [idOf(1)], problem: null, found: 2 })
  const asked = lines.filter((line) => !/status|storage/.test(line))
  assert.deepEqual(asked.slice(0, 2), [
    'GET /v1/dte/holding?limit=100',
    'GET /v1/dte/holding?limit=100&cursor=c-2',
  ])
  const fetched = asked.slice(2).toSorted() // at once, in no order
  assert.deepEqual(
    fetched,
    [1, 3].map((n) => `GET /v1/dte/${codeOf(n)}`),
  )
})

test('a sale whose outbox fails after it was sent is answered, and told as pending', async (t) => {
  const problems: string[] = []
  const { archive, client, folder, says } = await archiving(t, {
    onProblem(problem) {
      problems.push(problem)
      throw new Error('of the listener, whose own it is')
    },
  })
  const sealed = { estado: 'sellado', codigoGeneracion: codeOf(1), archivoDte: '{}' }
  says.set('POST /v1/dte', () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, '')
    return { body: sealed }
  })
  assert.equal((await client.issue(SALE)).estado, 'sellado')
  const { pending, problem } = await archive.flush()
  assert.equal(pending, 1)
  const told = 'La bandeja del archivo propio no se puede usar: '
  const unread = `${told}ENOTDIR: not a directory, scandir '${folder}'`
  const unwritten = `${told}EEXIST: file already exists, mkdir '${folder}'`
  assert.deepEqual([problem, problems], [unread, [unwritten, unread, unread]])
})

test('what is read back otherwise than it was written is no copy, and no destination', async (t) => {
  const bucket: StorageLocation = {
    ...{ kind: 'byos_bucket', url: 'https://s3.example.com/dte', region: 'us-east-1' },
    ...{ accessKeyId: 'k', secretAccessKey: 's' },
  }
  const fetch: Fetch = async (url, { method }) => {
    const isMark = url.endsWith('/.sello-destino')
    return new Response(method === 'GET' ? (isMark ? `${idOf(1)}\n` : 'otra cosa') : null, {
      status: method === 'DELETE' ? 204 : 200,
    })
  }
  const { sellAndFlush, client, unlockKey, reports, lines } = await archiving(t, { bucket, fetch })
  const { pending, problem } = await sellAndFlush()
  assert.equal(pending, 1)
  assert.match(problem ?? '', /^Lo que se leyó en DTE\/\S+\.json no es lo que se escribió\.$/)
  assert.equal(reports.size, 0)
  const whose = { sello: client, unlockKey, platform: { ...runtime, fetch } }
  const connecting = { label: 'Depósito', location: bucket, id: idOf(1) }
  const failed = await failureOf(connectDestination(whose, connecting))
  assert.equal(failed.message, 'Lo que se leyó no es lo que se escribió.')
  const before = lines.length
  const open = { ...bucket, url: 'http://s3.example.com/dte' } as StorageLocation
  const wrong = await failureOf(connectDestination(whose, { label: 'x', location: open }))
  assert.ok(isSelloError(wrong, 'invalid_option'))
  assert.deepEqual(
    [wrong.message, wrong.details.field, lines.length],
    ['url: el depósito va con https://; con http:// solo en esta misma máquina.', 'url', before],
  )
  assert.ok(!lines.some((line) => line.startsWith('PUT')))
})

test('a destination whose place is lost is ended, and an archive serves one client', async (t) => {
  const { archive, client, unlockKey, pathOf, asked } = await archiving(t)
  const [one] = await openDestinations({ sello: client, unlockKey }, NIT)
  assert.ok(one)
  await rm(pathOf(1), { recursive: true })
  await writeFile(pathOf(1), '')
  await endOwnDestination({ sello: client }, one)
  assert.equal(asked(`DELETE /v1/storage/destinations/${idOf(1)}`), 1)
  const error = await failureOf(Promise.resolve().then(() => scripted(() => ({}), { archive })))
  assert.ok(isSelloError(error, 'invalid_option'))
  assert.deepEqual(
    [error.message, error.details],
    ['archive: es de otro cliente.', { field: 'archive' }],
  )
})

test('a key that opens no destination says so, and one that is connected later is found', async (t) => {
  const { archive, sellAndFlush, says } = await archiving(t)
  says.set(DESTINATIONS, () => ({ body: { destinos: [] } }))
  const problem =
    'La llave de apertura no abre ningún destino de esta empresa: conecte uno con ella.'
  assert.deepEqual(await sellAndFlush(), { pending: 1, destinations: [], problem })
  says.delete(DESTINATIONS)
  assert.deepEqual(await archive.flush(), { pending: 0, destinations: [idOf(1)], problem: null })
})

test('a sale and its invalidation that both waited are copied one after the other', async (t) => {
  const { archive, client, sell, says, lines } = await archiving(t)
  const [code, sale] = [codeOf(1), { codigoGeneracion: codeOf(1) }]
  says.set('GET /v1/status', () => refused(503, 'unavailable'))
  await sell()
  says.set(`POST /v1/dte/${code}/invalidate`, () => ({ body: { estado: 'invalidado', ...sale } }))
  await client.invalidate(code, {} as never)
  assert.equal((await archive.flush()).pending, 2)
  says.delete('GET /v1/status')
  const found = { ...sale, ambiente: '00', fecEmi: '2026-10-05', numeroControl: 'DTE-01-1' }
  const sealed = { tipoEvento: null, documentoRelacionado: null, selloRecibido: 'S', jws: 'a.b.c' }
  says.set(`GET /v1/dte/${code}`, () => ({ body: { ...found, ...sealed, estado: 'invalidado' } }))
  says.set(`GET /v1/dte/${code}/file`, () => ({ body: '{}' }))
  says.set(`GET /v1/dte/${code}/file?kind=pdf`, () => ({ body: '%PDF-marked' }))
  lines.length = 0

  assert.deepEqual(await archive.flush(), { pending: 0, destinations: [idOf(1)], problem: null })
  const fetched = ['', '/file', '/file?kind=pdf'].map((file) => `GET /v1/dte/${code}${file}`)
  assert.deepEqual(lines, [
    ...['GET /v1/status', DESTINATIONS, copyOf(1)],
    ...[...fetched, copyOf(1)],
  ])
})

test('a new archive has nothing pending, and is refused at once without an unlock key', () => {
  const fresh = ownArchive({ unlockKey: newUnlockKey(), folder: '/nowhere' })
  assert.deepEqual(fresh.state, { pending: 0, destinations: [], problem: null })
  assert.throws(
    () => ownArchive({ unlockKey: `sellosk_${'a'.repeat(43)}`, folder: '/nowhere' }),
    (error) => isSelloError(error, 'invalid_option') && error.details.field === 'unlockKey',
  )
})
