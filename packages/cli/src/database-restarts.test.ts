/** Commands whose database restarts while they open it: they wait, and say so. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import { createFolder, endAll, type Folder, run, start } from '../test/cli.ts'

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
})
after(async () => {
  await endAll()
  await database.drop()
  await folder.remove()
})

/** What becomes of a connection: refused while it opens, ended at its first statement, or led to the database. */
type Fate = '57P03' | '57P01' | 'pass'

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const fatal = (code: Fate) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system restarts\0\0`))
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** PostgreSQL behind a server that gives its connections these fates, in turn; the last one for all others. */
async function restarting(fates: readonly Fate[]): Promise<{ url: string; server: Server }> {
  const target = new URL(database.url)
  let count = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const fate = fates[Math.min(count++, fates.length - 1)] ?? 'pass'
    if (fate === 'pass') return forward(socket, connect(Number(target.port), target.hostname))
    socket.once('data', () => {
      if (fate === '57P03') return void socket.end(fatal(fate))
      socket.write(WELCOME)
      socket.once('data', () => socket.end(fatal(fate)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, server }
}

function forward(socket: Socket, there: Socket): void {
  for (const [from, to] of [
    [socket, there],
    [there, socket],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy()).on('close', () => to.destroy())
  }
}

const envOf = (url: string) => ({
  DATABASE_URL: url,
  SELLO_CLOCK_PORT: 'off',
  SELLO_OPERATOR_PORT: 'off',
})

/** Every opening and the first statements after it meet the restart. */
const RESTARTS: readonly Fate[] = [
  '57P03',
  '57P01',
  'pass',
  '57P03',
  'pass',
  '57P01',
  '57P03',
  'pass',
]

/** Of two runs one after the other; `reconcile` prints the time of its own start where the database has no earlier. */
const withoutTimes = ({ stdout }: { readonly stdout: string }) =>
  stdout.replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g, 'a time')

for (const args of [
  ['reconcile', '--without-storage'],
  ['doctor'],
  ['maintenance', 'list'],
  ['migrate'],
]) {
  test(`sello ${args.join(' ')} waits for a database that restarts, and says so once`, async (t) => {
    const direct = await run(args, { cwd: folder.path, env: envOf(database.url) })
    const { url, server } = await restarting(RESTARTS)
    t.after(() => server.close())

    const ended = await run(args, { cwd: folder.path, env: envOf(url) })

    assert.deepEqual([ended.code, withoutTimes(ended)], [direct.code, withoutTimes(direct)])
    const waits = ended.stderr.match(/la base de datos no responde todavía; se espera/g)
    assert.equal(waits?.length, 1, ended.stderr)
  })
}

test('sello start waits through a restart at each of its steps, and then listens', async (t) => {
  const { url, server } = await restarting(RESTARTS)
  t.after(() => server.close())
  const service = start(['start', '--port', '0', '--json'], { cwd: folder.path, env: envOf(url) })
  const { baseUrl } = await service.ready<{ baseUrl: string }>()
  assert.match(await service.said(/listening/), /the database does not answer yet/)
  assert.equal((await fetch(`${baseUrl}/v1/openapi.json`)).status, 200)
  service.kill('SIGTERM')
  assert.equal((await service.ended()).code, 0)
})

// biome-ignore format: a table
const TOO_LONG: readonly (readonly [string, readonly Fate[]])[] = [
  ['is still starting up',               ['57P03']],
  ['restarts once it is open',           ['pass', '57P03']],
  ['ends connections of the command',    ['pass', 'pass', '57P01']],
]

for (const [what, fates] of TOO_LONG) {
  test(`where the database ${what} for too long the command says so and exits with 3`, async (t) => {
    const { url, server } = await restarting(fates)
    t.after(() => server.close())
    const env = { ...envOf(url), SELLO_DATABASE_WAIT_MS: '0' }
    const { code, stderr } = await run(['reconcile'], { cwd: folder.path, env })
    assert.equal(code, 3, stderr)
    assert.match(stderr, /La base de datos de DATABASE_URL se reinicia o dejó de responder\./)
  })
}
