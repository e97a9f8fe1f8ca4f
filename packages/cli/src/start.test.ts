/** `sello start` with a database that is not available yet, and without a built console: it says so. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import { createFolder, endAll, type Folder, occupy, run, start } from '../test/cli.ts'

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

/** Forwards every connection to the database's server. */
async function passTo(target: URL, port: number): Promise<Server> {
  const server = createServer((socket) => {
    const there = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('it waits while the database is down, then while it drops connections, and then listens', async () => {
  const { port, close } = await occupy(0)
  close()
  const url = new URL(database.url)
  const target = new URL(url)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const env = { DATABASE_URL: url.href, SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' }
  const setting = { cwd: folder.path, env, fromSources: true }
  const service = start(['start', '--port', '0', '--json'], setting)
  await service.said(/the database does not answer yet/)

  const rude = createServer((socket) => socket.destroy())
  rude.listen(port, '127.0.0.1')
  await once(rude, 'connection')
  await new Promise((resolve) => rude.close(resolve))
  const proxy = await passTo(target, port)
  const { baseUrl } = await service.ready<{ baseUrl: string }>()
  assert.equal((await fetch(`${baseUrl}/v1/openapi.json`)).status, 200)

  service.kill('SIGTERM')
  assert.equal((await service.ended()).code, 0)
  proxy.close()
})

test('https in the public origin without trusted proxies is told by start and by doctor, which both go on', async () => {
  const own = await createTestDatabase() // its secrets are of another folder
  const env = {
    DATABASE_URL: own.url,
    SELLO_CLOCK_PORT: 'off',
    SELLO_OPERATOR_PORT: 'off',
    SELLO_PUBLIC_ORIGIN: 'https://sello.example.com',
  }
  const data = ['--data-dir', folder.in('https')]
  const service = start(['start', '--port', '0', '--json', ...data], { env })
  await service.ready()
  assert.match(await service.said(/aviso/), /^sello: aviso: SELLO_PUBLIC_ORIGIN .*TRUSTED_PROXIES/m)
  const doctor = await run(['doctor', ...data], { env })
  assert.equal(doctor.code, 0, doctor.stderr)
  assert.match(doctor.stdout, /aviso SELLO_PUBLIC_ORIGIN .*TRUSTED_PROXIES/)

  const sound = { ...env, TRUSTED_PROXIES: '10.0.0.1' }
  assert.doesNotMatch((await run(['doctor', ...data], { env: sound })).stdout, /TRUSTED_PROXIES/)
  service.kill('SIGTERM')
  const { code, stderr } = await service.ended()
  await own.drop()
  assert.equal(code, 0)
  assert.equal(stderr.match(/sello: aviso/g)?.length, 1)
})

test('without a built console it starts, and it and every page name the command that builds it', async () => {
  const COMMAND = 'npm ci && npm run build -w @sello/console'
  const env = {
    ...{ DATABASE_URL: database.url, SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' },
    SELLO_CONSOLE_DIR: folder.in('nada'),
  }
  const service = start(['start', '--port', '0'], { cwd: folder.path, env })
  const said = await service.printed(/Ctrl-C/)
  assert.ok(said.includes(COMMAND), said)
  const [, url = ''] = /dirección +(\S+)/.exec(said) ?? []

  const page = await fetch(`${url}/entrar`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.ok((await page.text()).includes(COMMAND.replaceAll('&', '&amp;')))
  const program = await fetch(`${url}/entrar`)
  assert.equal(program.status, 404)

  service.kill('SIGTERM')
  assert.equal((await service.ended()).code, 0)
})
