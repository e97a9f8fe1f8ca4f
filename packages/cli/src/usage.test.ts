/** The output and exit status for a mistyped command. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Command } from 'commander'
import { createFolder, type Folder, occupy, run } from '../test/cli.ts'
import { createProgram } from './program.ts'

let folder: Folder
let taken: Awaited<ReturnType<typeof occupy>>
before(async () => {
  folder = await createFolder()
  taken = await occupy(0)
})
after(async () => {
  taken.close()
  await folder.remove()
})

const NIT = ['--nit', '06140101900019']
const MINT = [
  'key',
  'mint',
  ...NIT,
  '--label',
  'Caja',
  '--establishment-code',
  'M001',
  '--pos-code',
  'P001',
]

interface Case {
  readonly args: readonly string[]
  readonly says: RegExp
  readonly code: number
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

// biome-ignore format: a table
const CASES: readonly Case[] = [
  { args: ['emitir'],                                    code: 2, says: /^sello: No existe el comando emitir\. Vea: sello --help$/ },
  { args: ['dmeo'],                                      code: 2, says: /No existe el comando dmeo\. ¿Quiso decir demo\?/ },
  { args: ['key', 'mnt'],                                code: 2, says: /No existe el comando mnt\. ¿Quiso decir mint\? Vea: sello key --help$/ },
  { args: ['start', '--prot', '1'],                      code: 2, says: /No existe la opción --prot\. ¿Quiso decir --port\? Vea: sello start --help$/ },
  { args: ['start', '--port'],                           code: 2, says: /La opción --port <número> lleva un valor\./ },
  { args: ['start', '--port', 'ocho'],                   code: 2, says: /--port: es un número entero de 0 a 65535\./ },
  { args: ['start', '--jobs', 'no'],                     code: 2, says: /--jobs <here\|none>: ese valor no vale\. Valen: here, none\. Vea: sello start --help$/ },
  { args: ['start', 'ya'],                               code: 2, says: /Sobran palabras: los valores van con su opción\. Vea: sello start --help$/ },
  { args: ['template', '99'],                            code: 2, says: /99: ese valor no vale\. Valen: 01, .*\. Vea: sello template --help$/ },
  { args: ['trigger', 'dte.otro'],                       code: 2, says: /dte\.otro: ese valor no vale\. Valen: dte\.sellado\./ },
  { args: ['simulator', '--environment', '02'],          code: 2, says: /--environment: es 00 \(pruebas\) o 01/ },
  { args: ['simulator', '--lot', 'x'],                   code: 2, says: /--lot: es un número entero de 0 a 86400000\./ },
  { args: ['simulator', '--latency', '-5'],              code: 2, says: /--latency: es un número entero de 0 a 60000\./ },
  { args: ['company', 'create', '--nit', '12'],          code: 2, says: /Faltan --nrc <nrc>, --full-name <texto>, .* y --email <dirección>\./ },
  { args: ['company', 'create', '--file', '-'],          code: 2, says: /--file: no es un objeto JSON\./, input: '[1]' },
  { args: ['company', 'create', '--file', '-'],          code: 2, says: /--file: no se conoce rfc\. Quítelo\./, input: '{"rfc":"1"}' },
  { args: ['company', 'create', '--file', '-'],          code: 2, says: /--file: nrc debe ser un texto\./, input: '{"nrc":1234567}' },
  { args: ['company', 'create', '--file', 'no.json'],    code: 1, says: /--file: no\.json: no existe\./ },
  { args: ['company', 'password'],                       code: 2, says: /Falta --nit <nit>\. Vea: sello company password --help$/ },
  { args: ['company', 'password', '--nit', '1-2'],       code: 2, says: /--nit: el NIT tiene 14 cifras, o 9 si es el DUI\./ },
  { args: ['company', 'password', ...NIT],               code: 2, says: /Falta la contraseña de la API de Hacienda: use --password-file RUTA \(o -\), o la variable SELLO_MH_PASSWORD\./ },
  { args: ['company', 'password', ...NIT, '--password-file', '-'], code: 2, says: /--password-file: la contraseña de la API de Hacienda está vacía\./, input: '\n' },
  { args: ['mcp', '--url', 'http://127.0.0.1:1', '--api-key-file', '-'],              code: 2, says: /--api-key-file: la entrada estándar es del agente; dé la llave en un archivo\./ },
  { args: ['issue', '-', '--url', 'http://127.0.0.1:1', '--api-key-file', '-'], code: 2, says: /Solo una puede leerse de la entrada estándar: <archivo>, --api-key-file\./, input: '{}' },
  { args: ['products', 'create', '-', '--url', 'http://127.0.0.1:1', '--sign-key-file', '-'], code: 2, says: /Solo una puede leerse de la entrada estándar: <archivo>, --sign-key-file\./, input: '{}' },
  { args: ['company', 'password', ...NIT, '--environment', 'prod'],   code: 2, says: /--environment: es 00 \(pruebas\) o 01 \(producción\)\./ },
  { args: ['company', 'password', ...NIT, '--password=Secreta-1'], code: 2, says: /No existe la opción --password\./ },
  { args: ['certificate', 'import', ...NIT],             code: 2, says: /Falta --file <ruta>\./ },
  { args: ['certificate', 'import', ...NIT, '--file', '-', '--password-file', '-'], code: 2, says: /Solo una puede leerse de la entrada estándar: --file, --password-file\./ },
  { args: ['certificate', 'import', ...NIT, '--file', 'no.crt'],   code: 1, says: /--file: no\.crt: no existe\./ },
  { args: ['pos', 'add', ...NIT, '--establishment-code', 'M001', '--pos-code', 'P001', '--district', '14'], code: 2, says: /La dirección propia lleva las cuatro/ },
  { args: [...MINT, '--scopes', 'todo'],                 code: 2, says: /--scopes: todo no vale\. Valen: issue, query, download, catalog, webhooks\./ },
  { args: [...MINT, '--dte-types', '01,99'],             code: 2, says: /--dte-types: 99 no vale\./ },
  { args: [...MINT, '--amount-max', '0'],                code: 2, says: /--amount-max: son dólares, mayor que cero/ },
  { args: [...MINT, '--expires', '2027-02-30'],          code: 2, says: /--expires: es una fecha AAAA-MM-DD, de hoy en adelante\./ },
  { args: [...MINT, '--expires', '2020-01-01'],          code: 2, says: /--expires: es una fecha AAAA-MM-DD, de hoy en adelante\./ },
  { args: [...MINT, '--no-sign', '--passphrase-file', 'x'], code: 2, says: /--passphrase-file: esta llave no firma y no la necesita\./ },
  { args: ['status'], env: { SELLO_URL: 'http://127.0.0.1:1', SELLO_API_KEY: '' }, code: 2, says: /SELLO_API_KEY está vacía: dele un valor o quítela\./ },
  { args: ['status'], env: { SELLO_URL: '', SELLO_API_KEY: 'x' }, code: 2, says: /SELLO_URL está vacía: dele un valor o quítela\./ },
  { args: ['migrate'], env: { SELLO_PORT: 'x' },         code: 1, says: /La configuración no vale: SELLO_PORT es un número entero de 0 a 65535\./ },
  { args: ['migrate'], env: { SELLO_MASTER_KEY: 'x' },   code: 1, says: /La configuración no vale: SELLO_MASTER_KEY debe tener 32 bytes en base64url\./ },
  { args: ['migrate'], env: { DATABASE_URL: 'postgres://u:Secreta-1@127.0.0.1:1/x', SELLO_DATABASE_WAIT_MS: '0' }, code: 3, says: /La base de datos de DATABASE_URL no responde\./ },
  { args: ['migrate'], env: { DATABASE_URL: 'postgres://u:Secreta-1@[' },              code: 3, says: /La base de datos de DATABASE_URL no tiene una dirección válida\./ },
  { args: ['migrate', '--data-dir', '/dev/null/x'],      code: 3, says: /^sello: \/dev\/null\/x: una parte de la ruta no es una carpeta\.$/ },
]

describe('an invalid command line gets a sentence and its exit code', () => {
  for (const { args, says, code, env = {}, input = '' } of CASES) {
    const variables = Object.keys(env).map((name) => `${name}=… `)
    test(`${variables.join('')}sello ${args.join(' ')}`, async () => {
      const ended = await run(args, { env, input, cwd: folder.path })

      assert.match(ended.stderr.trim(), says)
      assert.equal(ended.code, code)
      assert.equal(ended.stdout, '')
      assert.doesNotMatch(ended.stderr, /^\s+at /m, 'no stack trace')
      assert.doesNotMatch(ended.stderr, /Secreta-1/, 'no secret')
    })
  }
})

/** The members that only a call of the service has. */
const OWN = {
  ...{ status: null, field: null, help: null, requestId: null, outcome: null },
  ...{ idempotencyKey: null, retryAfterSeconds: null, details: {} },
}

describe('with --json the error is one object on standard output', () => {
  test('for an invalid line', async () => {
    const ended = await run(['start', '--port', 'ocho', '--json'])

    const message = '--port: es un número entero de 0 a 65535.'
    assert.deepEqual(JSON.parse(ended.stdout), { error: { ...OWN, code: 'usage', message } })
    assert.equal(ended.stderr, '')
    assert.equal(ended.code, 2)
  })

  test('for a taken port', async () => {
    const ended = await run(['start', '--port', String(taken.port), '--json'], { cwd: folder.path })

    const message = `El puerto ${taken.port} está ocupado. Elija otro con --port.`
    assert.deepEqual(JSON.parse(ended.stdout).error, { ...OWN, code: 'unavailable', message })
    assert.equal(ended.code, 3)
  })
})

describe('help is on standard output when requested', () => {
  test('for the program', async () => {
    const ended = await run(['--help'], { fromSources: true })

    assert.equal(ended.code, 0)
    assert.match(ended.stdout, /^Uso: sello <comando> \[opciones\]/)
    assert.doesNotMatch(ended.stdout, /Usage|Options|Commands|display|default/)
  })

  test('for a command', async () => {
    const ended = await run(['key', 'mint', '--help'])

    assert.equal(ended.code, 0)
    assert.match(ended.stdout, /Obligatorias:\n {2}--nit <nit>/)
  })

  test('and on standard error when a command is missing', async () => {
    const ended = await run(['company'])

    assert.equal(ended.code, 2)
    assert.equal(ended.stdout, '')
    assert.match(ended.stderr, /^Uso: sello company <comando>/)
  })
})

const ENGLISH =
  /(?<!\p{L})(arguments|choices|commands|default|display|env|global|help for|options|preset|usage)(?!\p{L})/iu

test('the help of every command is in Spanish', () => {
  const { env, stdin, stderr } = process
  const stopping = { requested: new Promise<void>(() => {}), isRequested: () => false }
  const io = { env, stdin, stderr, stopping, out: () => {}, err: () => {}, now: () => new Date() }
  const all = (one: Command): readonly Command[] => [one, ...one.commands.flatMap(all)]
  for (const one of all(createProgram(io))) {
    const help = one.helpInformation()
    assert.match(help, /^Uso: /)
    assert.doesNotMatch(help.replaceAll('(si falta: default)', ''), ENGLISH, one.name())
  }
})
