/** What an administrator is told of a place that cannot be used, and how a place is marked as one company's. */
import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import { orFailed } from './folder.ts'
import { assertOwn, claimStore, MARKER } from './marker.ts'
import { encryptCredentials, openStore, probe } from './open.ts'
import type { Store } from './store.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const SECRETS = { masterKey: key(1), olderMasterKeys: [], pepper: key(2), olderPeppers: [] }
const OPENER = { clock: systemClock, random: systemRandom, secrets: SECRETS }
const OWNER = { companyId: '00000000-0000-4000-8000-000000000001', nit: '06140101900019' }
const failed = (message: string) => ({ name: 'StoreFailed', message })

test('what the system says of a folder is told with its code, a full disk in other words, and a bug is none of it', async () => {
  const failing = (error: Error) => orFailed('/datos', () => Promise.reject(error))
  // biome-ignore format: a table
  const words = [
    ['ENOSPC', 'El disco de /datos está lleno (ENOSPC). Haga espacio o amplíelo.'],
    ['EDQUOT', 'El disco de /datos está lleno (EDQUOT). Haga espacio o amplíelo.'],
    ['EACCES', 'No se puede escribir, leer y borrar en /datos (EACCES).'],
    ['ENOENT', 'No se puede escribir, leer y borrar en /datos (ENOENT).'],
  ] as const
  for (const [code, message] of words) {
    const cause = Object.assign(new Error('x'), { code })
    await assert.rejects(failing(cause), { ...failed(message), cause })
  }
  const bug = new Error('bug: x')
  await assert.rejects(failing(bug), (error) => error === bug)
})

test('a mark names its company, and whoever is not that company is told whose the place is', () => {
  const whose = (text: string) =>
    `Ese lugar ya tiene la marca de ${text} (archivo .sello-empresa.json). Use un lugar para cada una.`
  const mark = (empresa: unknown, nit: unknown) => JSON.stringify({ empresa, nit })
  const named = (nit: string) => whose(`la empresa con NIT ${nit} de otra instalación o base`)
  // biome-ignore format: a table
  const marks = [
    [mark(OWNER.companyId, '000162975'),  null],
    [mark('otra', OWNER.nit),             named(OWNER.nit)],
    [mark('otra', '000162975'),           named('000162975')],
    [mark('otra', '12345678'),            whose('otra empresa')],
    [mark('otra', '123456789012345'),     whose('otra empresa')],
    [mark('otra', undefined),             whose('otra empresa')],
    [mark(7, OWNER.nit),                  whose('otra empresa')],
    ['null',                              whose('otra empresa')],
    ['{}',                                whose('otra empresa')],
    ['no es JSON',                        whose('otra empresa')],
    ['',                                  whose('otra empresa')],
  ] as const
  for (const [text, message] of marks) {
    const check = () => assertOwn(Buffer.from(text), OWNER)
    if (message === null) check()
    else assert.throws(check, failed(message), text)
  }
})

/** A store with these answers to `get`, the last again and again; it takes whatever is created. */
function storeOf(...answers: readonly (Buffer | null)[]) {
  const asked: string[] = []
  const made: string[] = []
  const store: Pick<Store, 'get' | 'create'> = {
    async get(path) {
      asked.push(path)
      return answers[Math.min(asked.length, answers.length) - 1] ?? null
    },
    async create({ path, bytes }) {
      made.push(`${path} ${Buffer.from(bytes)}`)
      return true
    },
  }
  return { store: store as Store, asked, made }
}

const MARK = `{"aviso":"Sello guarda aquí los documentos de esta empresa. No lo borre ni lo comparta con otra.","empresa":"${OWNER.companyId}","nit":"${OWNER.nit}"}\n`

test('a place is marked once, and one whose mark cannot be read back is refused after three tries', async () => {
  const marked = storeOf(Buffer.from(MARK))
  await claimStore(marked.store, OWNER)
  assert.deepEqual([marked.asked, marked.made], [[MARKER], []])
  const free = storeOf(null, Buffer.from(MARK))
  await claimStore(free.store, OWNER)
  assert.deepEqual([free.asked.length, free.made], [2, [`${MARKER} ${MARK}`]])
  const forgetful = storeOf(null)
  await assert.rejects(
    claimStore(forgetful.store, OWNER),
    failed('No se pudo dejar la marca .sello-empresa.json: lo que se escribe no se lee.'),
  )
  assert.deepEqual([forgetful.asked.length, forgetful.made.length], [3, 3])
  const taken = storeOf(null, Buffer.from('{"empresa":"otra","nit":"000162975"}'))
  await assert.rejects(claimStore(taken.store, OWNER), /con NIT 000162975/)
})

/** What a bucket returns of the file that the probe has written. */
let altered: (bytes: Buffer) => Buffer | null = (bytes) => bytes
const asked: { readonly method: string | undefined; readonly path: string }[] = []
const files = new Map<string, Buffer>()
let server: Server
let location = ''
let folder = ''
before(async () => {
  folder = await makeFolder('words')
  server = createServer(async (request, response) => {
    const { method, url: path = '' } = request
    asked.push({ method, path })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (method === 'PUT') files.set(path, Buffer.concat(chunks))
    const known = files.get(path) ?? null
    const there = known && !path.endsWith(MARKER) ? altered(known) : known
    if (method !== 'GET') response.end()
    else if (there) response.end(there)
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  location = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uno`
})
after(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

function bucket() {
  const which = { companyId: OWNER.companyId, kind: 'managed_bucket', location } as const
  const credentials = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secreta' }
  const encrypted = encryptCredentials(credentials, which, OPENER)
  return { ...which, ...OWNER, credentials: encrypted, innerNetwork: true }
}

test('a bucket that gives back something else than was written is refused, and nothing is left but its mark', async () => {
  for (const [what, back] of [
    ['the same', (bytes: Buffer) => bytes],
    ['a byte less', (bytes: Buffer) => bytes.subarray(1)],
    ['another byte', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => byte ^ +(at === 63)))],
    ['nothing', () => null],
  ] as const) {
    altered = back
    files.clear()
    asked.length = 0
    const probed = probe(bucket(), OPENER)
    if (what === 'the same') await probed
    else await assert.rejects(probed, failed('Lo que se leyó no es lo que se escribió.'), what)
    const of = asked.slice(-3)
    assert.deepEqual(
      of.map(({ method }) => method),
      ['PUT', 'GET', 'DELETE'],
      what,
    )
    const [path = '', ...others] = new Set(of.map((one) => one.path))
    assert.match(path, /^\/uno\/DTE\/\.sello-[0-9a-f-]{36}$/)
    assert.deepEqual([others, files.get(path)?.length], [[], 64])
    assert.equal(String(files.get(`/uno/${MARKER}`)), MARK)
  }
})

test('a folder that is probed has its mark, and nothing of the probe', async () => {
  const kind = 'managed_folder' as const
  const place = { ...OWNER, kind, location: folder, credentials: null, innerNetwork: true }
  await probe(place, OPENER)
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), [MARKER, 'DTE'])
  assert.equal(await readFile(join(folder, MARKER), 'utf8'), MARK)
})

test('credentials that no key of this process opens are told so, and a bucket has some', () => {
  const other = { ...OPENER, secrets: { ...SECRETS, masterKey: key(3) } }
  assert.throws(
    () => openStore(bucket(), other),
    failed(
      'Sus credenciales no se abren con la llave maestra de este proceso: conéctelo de nuevo.',
    ),
  )
  assert.throws(
    () => openStore({ ...bucket(), credentials: null }, OPENER),
    /^Error: bug: a bucket/,
  )
})
