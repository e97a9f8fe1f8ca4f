/** What a program that runs prints once it is ready, for people and for programs, and which port it lacks. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../service/test/database.ts'
import { createFolder, type Folder, occupy } from '../../test/cli.ts'
import { ioOf } from '../../test/io.ts'
import { run } from '../run.ts'

let database: TestDatabase
let folder: Folder
let taken: Awaited<ReturnType<typeof occupy>>
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
  taken = await occupy(0)
})
after(async () => {
  taken.close()
  await database.drop()
  await folder.remove()
})

const OFF = { SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' }

/** Runs it until it has printed that it is ready; `meanwhile` is called then. */
async function ran(
  args: readonly string[],
  own: Readonly<Record<string, string>> = OFF,
  meanwhile = () => {},
) {
  const env = {
    ...{ DATABASE_URL: database.url, SELLO_DATA_DIR: folder.in('datos'), SELLO_PROCESSES: '1' },
    ...{ SELLO_LOG_LEVEL: 'fatal', SELLO_CONSOLE_DIR: 'off', ...own },
  }
  const { io, said } = ioOf({ env })
  let stop = () => {}
  const requested = new Promise<void>((resolve) => {
    stop = resolve
  })
  const out = (text: string) => {
    said.out.push(text)
    meanwhile()
    stop()
  }
  const stopping = { requested, isRequested: () => said.out.length > 0 }
  const code = await run(args, { ...io, out, stopping })
  return { code, text: said.out.join('\n'), said: said.err.join('\n') }
}

/** With the ports that the machine gave. */
const anyPort = (text: string) => text.replaceAll(/(127\.0\.0\.1:)[1-9]\d*/g, '$1N')

const START = ['start', '--port', '0']

test('the service says where each of its parts is, or that it is off', async (t) => {
  const before = new Set(process.listeners('SIGUSR2'))
  const own = () => process.listeners('SIGUSR2').filter((one) => !before.has(one))
  t.after(() => {
    for (const one of own()) process.removeListener('SIGUSR2', one)
  })
  const { code, text, said } = await ran(START, OFF, () => {
    for (const restart of own()) restart('SIGUSR2')
  })
  assert.equal(
    anyPort(text),
    `Sello escucha.
  dirección      http://127.0.0.1:N
  consola        apagada
  reloj          apagado
  operador       apagado
  procesos       1
  datos          ${folder.in('datos')}
  base de datos  la de DATABASE_URL
Ctrl-C para detener.`,
  )
  assert.equal(
    said,
    'sello: con un solo proceso no hay reinicio sin corte. Detenga el servicio y póngalo en marcha otra vez.',
  )
  assert.equal(code, 0)
  const json = await ran([...START, '--json'], {
    ...{ SELLO_CLOCK_PORT: '0', SELLO_OPERATOR_PORT: '0' },
    SELLO_CONSOLE_DIR: folder.in('nada'),
  })
  const url = 'http://127.0.0.1:N'
  assert.deepEqual(JSON.parse(anyPort(json.text)), {
    ...{ baseUrl: url, clockUrl: url, operatorUrl: url, processes: 1, database: 'external' },
    ...{ dataDir: folder.in('datos'), console: 'unbuilt' },
  })
})

test('a worker says where its operator looks', async () => {
  const quiet = await ran(['worker'])
  assert.deepEqual(quiet, {
    ...{ code: 0, said: '' },
    text: 'Sello trabaja de fondo.\n  operador  apagado\nCtrl-C para detener.',
  })
  const seen = await ran(['worker', '--json'], { SELLO_OPERATOR_PORT: '0' })
  assert.deepEqual(JSON.parse(anyPort(seen.text)), { operatorUrl: 'http://127.0.0.1:N' })
})

test('a simulator says where it is, and how a company and a service come to it', async () => {
  const { code, text } = await ran(['simulator', '--port', '0'])
  const url = 'http://127.0.0.1:N'
  assert.equal(
    anyPort(text),
    `El simulador de Hacienda escucha.
  dirección  ${url}
  página     ${url}/_sim/
Una empresa de ensayo:  sello simulator certificate --simulator ${url} …
Para que el servicio lo use:  SELLO_MH_TEST_URL=${url} sello start
Ctrl-C para detener.`,
  )
  assert.equal(code, 0)
  const json = await ran(['simulator', '--port', '0', '--json'])
  assert.deepEqual(JSON.parse(anyPort(json.text)), { simulatorUrl: url })
})

test('a port that is taken is told with what selects another, before anything runs', async () => {
  const port = String(taken.port)
  // biome-ignore format: a table
  const lines: readonly (readonly [args: readonly string[], env: Record<string, string>, setting: string])[] = [
    [['start', '--port', port],     OFF,                                    '--port'],
    [START,                         { ...OFF, SELLO_CLOCK_PORT: port },     'SELLO_CLOCK_PORT'],
    [START,                         { ...OFF, SELLO_OPERATOR_PORT: port },  'SELLO_OPERATOR_PORT'],
    [['worker'],                    { SELLO_OPERATOR_PORT: port },          'SELLO_OPERATOR_PORT'],
    [['simulator', '--port', port], OFF,                                    '--port'],
  ]
  for (const [args, env, setting] of lines) {
    assert.deepEqual(await ran(args, env), {
      ...{ code: 3, text: '' },
      said: `sello: El puerto ${port} está ocupado. Elija otro con ${setting}.`,
    })
  }
})

test('a simulator with a file or schemas that are none says which option it was', async () => {
  await writeFile(folder.in('otro.txt'), 'de otro')
  const simulator = (...args: readonly string[]) => ran(['simulator', '--port', '0', ...args])
  assert.deepEqual(await simulator('--data-file', folder.in('otro.txt')), {
    ...{ code: 1, text: '' },
    said: `sello: --data-file: ${folder.in('otro.txt')} no es un archivo del simulador; no se tocó.`,
  })
  const { code, said } = await simulator('--schemas', folder.in('nada'))
  assert.match(said, /^sello: --schemas: no se pueden leer los esquemas\. .*nada.*: no existe\.$/)
  assert.equal(code, 1)
})
