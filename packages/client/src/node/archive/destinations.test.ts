/** What connecting, verifying and ending a destination of one's own does there, and tells the service. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { archiving, idOf, NIT } from '../../../test/archiving.ts'
import { failureOf } from '../../../test/scripted.ts'
import { decryptLocation } from '../../index.ts'
import {
  connectDestination,
  endOwnDestination,
  openDestinations,
  StoreFailed,
  verifyDestination,
} from '../index.ts'

const MARK = '.sello-destino'
const OF_ANOTHER =
  'Ese lugar es de otro destino, y dos empresas no comparten uno: use otra carpeta u otro prefijo. Si es suyo de antes, tómelo.'
const UNMARKED =
  'Disco 1: el lugar no es el que se conectó, falta su marca. Si es un disco, conéctelo; si no, conecte el destino de nuevo.'

/** A folder that is marked as given, or not at all, beside the one that is connected. */
async function place(t: TestContext, mark?: string) {
  const world = await archiving(t)
  const path = world.pathOf(7)
  await mkdir(path)
  if (mark !== undefined) await writeFile(join(path, MARK), mark)
  const { client: sello, unlockKey } = world
  const location = { kind: 'byos_folder', path } as const
  const connect = (more: object = {}) =>
    connectDestination({ sello, unlockKey }, { label: 'Disco', location, ...more })
  const markThere = () => readFile(join(path, MARK), 'utf8').catch(() => null)
  return { ...world, path, location, connect, markThere }
}

const refuses = (code: string, message: string) => (error: unknown) => {
  assert.ok(error instanceof StoreFailed, String(error))
  assert.deepEqual([error.code, error.message], [code, message])
  return true
}

for (const [id, revision] of [
  [undefined, 1],
  [idOf(1), 2],
  [idOf(9), 1],
] as const) {
  test(`the service gets revision ${revision} of ${id ?? 'a new destination'}, encrypted for it alone`, async (t) => {
    const { connect, sent, lines, unlockKey, location, path, markThere } = await place(t)
    const connected = await connect({ id })
    const its = sent[2]?.url.split('/').at(-1) ?? ''
    if (id === undefined) assert.match(its, /^[0-9a-f-]{36}$/)
    else assert.equal(its, id)
    const { sellado, ...put } = JSON.parse(String(sent[2]?.body))

    assert.deepEqual(lines, [
      'GET /v1/status',
      'GET /v1/storage/destinations',
      `PUT /v1/storage/destinations/${its}`,
      `POST /v1/storage/destinations/${its}/verification`,
    ])
    assert.deepEqual(put, { kind: 'byos_folder', label: 'Disco', revision })
    assert.deepEqual(JSON.parse(String(sent[3]?.body)), { revision, writtenBy: 'sdk' })
    const binding = { nit: NIT, id: its, revision }
    assert.deepEqual(await decryptLocation(unlockKey, binding, sellado), location)
    assert.equal(await decryptLocation(unlockKey, { ...binding, revision: 9 }, sellado), null)
    assert.equal(connected.id, idOf(1), 'as the verification is answered')
    assert.equal(await markThere(), `${its}\n`)
    assert.deepEqual(await readdir(join(path, 'DTE')), [], 'the probe is gone')
  })
}

test('a place of another destination is refused, unless it is taken over, and one’s own is kept', async (t) => {
  const other = await place(t, 'somebody else’s')
  await assert.rejects(other.connect({ id: idOf(1) }), refuses('marked', OF_ANOTHER))
  assert.equal(await other.markThere(), 'somebody else’s')
  assert.ok(!other.lines.some((line) => line.startsWith('PUT')))
  await other.connect({ id: idOf(1), takeOver: true })
  assert.equal(await other.markThere(), `${idOf(1)}\n`)

  const own = await place(t, ` ${idOf(1)} `)
  await own.connect({ id: idOf(1) })
  assert.equal(await own.markThere(), ` ${idOf(1)} `, 'not written again')
})

test('a destination is verified where its mark is, by a file that is written, read and removed', async (t) => {
  const { client: sello, unlockKey, pathOf, mark, lines } = await archiving(t)
  const [one = assert.fail('it does not open')] = await openDestinations({ sello, unlockKey }, NIT)
  await verifyDestination({ sello }, one)
  const verification = `POST /v1/storage/destinations/${idOf(1)}/verification`
  assert.deepEqual(lines, ['GET /v1/storage/destinations', verification])
  assert.deepEqual(await readdir(join(pathOf(1), 'DTE')), [])
  await rm(join(pathOf(1), MARK))
  await assert.rejects(verifyDestination({ sello }, one), refuses('unmarked', UNMARKED))
  await mark(2).catch(() => {})
  assert.equal(lines.length, 2)

  let [puts, isAltered] = [0, true]
  const bytes = new Map<string, Uint8Array>([[MARK, Buffer.from(idOf(1))]])
  const store = {
    async put(path: string, given: Uint8Array) {
      puts += 1
      assert.match(path, /^DTE\/\.sello-[0-9a-f-]{36}$/)
      assert.equal(given.length, 64)
      bytes.set(path, isAltered ? given.with(63, (given[63] ?? 0) ^ 1) : given)
    },
    get: async (path: string) => bytes.get(path) ?? null,
    remove: async (path: string) => void bytes.delete(path),
  }
  const altered = 'Lo que se leyó no es lo que se escribió.'
  await assert.rejects(verifyDestination({ sello }, { ...one, store }), refuses('altered', altered))
  isAltered = false
  await verifyDestination({ sello }, { ...one, store })
  assert.deepEqual([puts, [...bytes.keys()]], [2, [MARK]])
})

test('a destination that is ended loses its mark and keeps its files; a bug is told', async (t) => {
  const { client: sello, unlockKey, pathOf } = await archiving(t)
  const [one = assert.fail('it does not open')] = await openDestinations({ sello, unlockKey }, NIT)
  await writeFile(join(pathOf(1), 'copia.json'), '{}')
  await endOwnDestination({ sello }, one)
  assert.deepEqual(await readdir(pathOf(1)), ['copia.json'])
  const bug = new TypeError('bug: not about the place')
  const store = { ...one.store, remove: () => Promise.reject(bug) }
  assert.equal(await failureOf(endOwnDestination({ sello }, { ...one, store })), bug)
})

test('what another key encrypted is passed over, and so is what has no location', async (t) => {
  const at = new Date(0).toISOString()
  const { client: sello, unlockKey, says, lines } = await archiving(t, { verificadoEl: [at, at] })
  const idsBy = async (key: string) =>
    (await openDestinations({ sello, unlockKey: key }, NIT)).map(({ destino }) => destino.id)
  assert.deepEqual(await idsBy(unlockKey), [idOf(1), idOf(2)])
  assert.deepEqual(await idsBy(`${unlockKey.slice(0, -1)}-`.replace(/--$/, '-_')), [])
  const managed = { id: idOf(3), kind: 'managed', label: 'Sello', revision: 1, sellado: null }
  says.set(lines[0] ?? '', () => ({ body: { destinos: [managed] } }))
  assert.deepEqual(await idsBy(unlockKey), [])
})
