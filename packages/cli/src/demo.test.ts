/** The demonstration as users run it: from scratch, after a kill, and for other programs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SCOPES, TIPOS_DTE } from '@sello/contract'
import { noteSkipped, without } from '../../../scripts/test-tools.ts'
import { createFolder, endAll, type Folder, occupy, type Running, start } from '../test/cli.ts'

const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url))
const exec = promisify(execFile)
const WITHOUT_CURL = without(import.meta.url, 'curl')

interface Ready {
  readonly baseUrl: string
  readonly clockUrl: string | null
  readonly operatorUrl: string | null
  readonly simulatorUrl: string
  readonly consoleUrl: string
  readonly consoleOwner: object
  readonly mailboxUrl: string
  readonly dataDir: string
  readonly companies: readonly { nit: string; nombre: string; keys: readonly Key[] }[]
}

interface Key {
  readonly apiKey: string
  readonly signKey: string | null
  readonly scopes: readonly string[]
  readonly tiposDte: readonly string[]
}

let folder: Folder
let demo: Running
let ready: Ready
before(async () => {
  folder = await createFolder()
  demo = startDemo()
  ready = await demo.ready<Ready>()
})
after(async () => {
  await endAll()
  await folder.remove()
})

/** Every later start continues with the data of the previous one. */
function startDemo(...args: readonly string[]): Running {
  const all = ['demo', '--json', '--port', '0', '--data-dir', 'demo', ...args]
  return start(all, { cwd: folder.path })
}

test('its line has its addresses and keys, and nothing else', () => {
  const { baseUrl, simulatorUrl, dataDir, companies, clockUrl, operatorUrl, ...rest } = ready
  const { consoleUrl, consoleOwner, mailboxUrl, ...more } = rest
  const [company] = companies
  const [first, second] = company?.keys ?? []

  assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.match(simulatorUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(dataDir, folder.in('demo'))
  assert.match(String(clockUrl), /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.match(String(operatorUrl), /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.match(consoleUrl, /^http:\/\/localhost:\d+\/entrar#enlace=[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(Object.keys(consoleOwner), ['correo', 'contrasena', 'frase'])
  assert.match(String(mailboxUrl), /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.deepEqual(more, {})
  assert.deepEqual(first?.scopes, SCOPES)
  assert.deepEqual(first?.tiposDte, TIPOS_DTE)
  assert.match(first?.signKey ?? '', /^sellosk_/)
  assert.deepEqual(second?.scopes, ['query'])
  assert.equal(second?.signKey, null)
})

test('its time helper answers at the address of the line', async () => {
  const response = await fetch(`${ready.clockUrl}/?t0=1&id=demo`)
  const { v, t0, id } = (await response.json()) as Record<string, unknown>

  assert.deepEqual([response.status, v, t0, id], [200, 1, 1, 'demo'])
})

test('what is to be issued by a person has the address of the page where they sign in', async () => {
  const [key] = ready.companies[0]?.keys ?? []
  const response = await fetch(`${ready.baseUrl}/v1/propuestas`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key?.apiKey ?? '',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      tipoDte: '01',
      items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }],
    }),
  })
  const { consola } = (await response.json()) as { readonly consola: string }
  assert.equal(new URL(consola).origin, new URL(ready.consoleUrl).origin)
})

test('the operator port reports liveness and readiness', async () => {
  for (const path of ['healthz', 'readyz']) {
    assert.equal((await fetch(`${ready.operatorUrl}/${path}`)).status, 200)
  }
})

test('a first invoice was sealed, and its printed copy is in the data folder', async () => {
  const names = await readdir(ready.dataDir)
  const pdf = names.find((name) => name.endsWith('.pdf'))
  const response = await fetch(`${ready.simulatorUrl}/_sim/ledger`)
  const { documents } = (await response.json()) as { documents: readonly Issued[] }

  assert.equal(pdf, 'DTE-01-M001P001-000000000000001.pdf')
  assert.equal((await readFile(`${ready.dataDir}/${pdf}`)).subarray(0, 5).toString(), '%PDF-')
  assert.equal(documents[0]?.numeroControl, 'DTE-01-M001P001-000000000000001')
  assert.ok(documents[0]?.selloRecibido)
})

test('only its owner can read its keys, and no process list shows a secret', async (t) => {
  const file = `${ready.dataDir}/demo.json`
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  if (process.platform !== 'linux') {
    return t.skip(noteSkipped(import.meta.url, 'the process list is read from /proc'))
  }

  const { mhPassword, passphrase, keys } = JSON.parse(await readFile(file, 'utf8'))
  const password = (await readFile(`${ready.dataDir}/postgres.password`, 'utf8')).trim()
  const list = await processList()
  assert.ok(list.includes(`${ready.dataDir}/postgres`), 'its database is in the list')
  for (const secret of [mhPassword, passphrase, password, keys[0].apiKey, keys[0].signKey]) {
    assert.ok(!list.includes(secret))
  }
})

test('the examples can issue with it', { skip: WITHOUT_CURL }, async () => {
  await writeFile(folder.in('demo.json'), JSON.stringify(ready))
  const args = [folder.in('demo.json'), folder.path]
  const factura = await exec(process.execPath, [`${EXAMPLES}emitir-factura.mjs`, ...args])
  const credito = await exec('sh', [`${EXAMPLES}emitir-credito-fiscal.sh`, ...args])

  assert.match(factura.stdout, /^DTE-01-M001P001-0{14}2 sellado: \S{40}\nTotal \$18\.30/)
  assert.match(credito.stdout, /^HTTP 200\n\{\n {2}"estado": "sellado",\n {2}"tipoDte": "03"/)
})

test('after a kill and a restart it has its keys, people and documents and continues without a gap', async () => {
  const before = await issue(ready)
  demo.kill('SIGKILL')
  await demo.ended()

  demo = startDemo('--no-first-document')
  const again = await demo.ready<Ready>()
  const kept = await query(again, before.codigoGeneracion)
  const next = await issue(again)

  assert.deepEqual(again.companies, ready.companies)
  assert.deepEqual(again.consoleOwner, ready.consoleOwner)
  assert.equal(kept.estado, 'sellado')
  assert.equal(kept.selloRecibido, before.selloRecibido)
  assert.equal(numberOf(next), numberOf(before) + 1)
  ready = again
})

test('if its port is taken it uses another one and says so', { skip: WITHOUT_CURL }, async () => {
  demo.kill('SIGTERM')
  assert.equal((await demo.ended()).code, 0)
  const { port } = new URL(ready.simulatorUrl) // free again
  const taken = await occupy(Number(port))

  // As `npm run demo` does.
  const setting = { cwd: folder.path, fromSources: true }
  demo = start(['demo', '--port', port, '--data-dir', 'demo'], setting)
  const text = await demo.printed(/Ctrl-C/).finally(() => taken.close())

  const baseUrl = /servicio +(\S+)/.exec(text)?.[1] ?? ''
  assert.notEqual(new URL(baseUrl).port, port)
  await assertPastes(text)
  demo.kill('SIGINT')
  const { code, stderr } = await demo.ended()
  assert.equal(code, 0)
  assert.match(stderr, new RegExp(`El puerto ${port} está ocupado: se usa otro\\.`))
})

/** Runs the printed commands in a shell, as pasted. */
async function assertPastes(text: string): Promise<void> {
  const commands = text.split('\n\n').filter((block) => block.startsWith('curl '))
  assert.equal(commands.length, 2)
  const [issued, queried] = await Promise.all(
    commands.map(async (command) => JSON.parse((await exec('sh', ['-c', command])).stdout)),
  )
  const first = /numeroControl +(\S+)/.exec(text)?.[1]
  assert.equal(issued.estado, 'sellado')
  assert.equal(numberOf(issued), numberOf({ numeroControl: first ?? '' }) + 1)
  assert.equal(queried.numeroControl, first)
}

interface Issued {
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string
}

async function issue({ baseUrl, companies }: Ready): Promise<Issued> {
  const key = companies[0]?.keys[0]
  const response = await fetch(`${baseUrl}/v1/dte`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key?.apiKey ?? '',
      'x-service-sign-key': key?.signKey ?? '',
      'idempotency-key': randomUUID(),
    },
    body: '{"tipoDte":"01","items":[{"descripcion":"Café","cantidad":1,"precioUni":2.5}]}',
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Issued
}

/** With the key that may only query. */
async function query({ baseUrl, companies }: Ready, codigoGeneracion: string) {
  const headers = { 'x-service-key': companies[0]?.keys[1]?.apiKey ?? '' }
  const response = await fetch(`${baseUrl}/v1/dte/${codigoGeneracion}`, { headers })
  assert.equal(response.status, 200)
  return (await response.json()) as Issued & { estado: string }
}

const numberOf = ({ numeroControl }: Pick<Issued, 'numeroControl'>) =>
  Number(numeroControl.slice(-15))

async function processList(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(lines)).join('\n')
}
