/** From an empty database to a sealed invoice using only commands, on the test run's server. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { createTestDatabase, type TestDatabase } from '../../service/test/database.ts'
import { until } from '../../service/test/until.ts'
import { createFolder, type Ended, endAll, type Folder, run, start } from '../test/cli.ts'

const NIT = '06140101900019'
const MH_PASSWORD = 'Clave-De-Hacienda-1'
const KEY_PASSWORD = 'Clave-De-Llave-1'
const PASSPHRASE = 'una frase larga que nadie adivina'
const POS = ['--establishment-code', 'M001', '--pos-code', 'P001']

const EMPRESA = {
  nit: '0614-010190-001-9',
  nrc: '1234567',
  nombre: 'Ferretería El Clavo, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Arce 100' },
  telefono: '22220000',
  correo: 'facturas@example.com',
}

const certificate = issueCertificadoMH({
  nit: NIT,
  nombre: EMPRESA.nombre,
  password: KEY_PASSWORD,
  validFrom: new Date('2026-01-01'),
  validTo: new Date('2036-01-01'),
})

let database: TestDatabase
let folder: Folder
before(async () => {
  database = await createTestDatabase()
  folder = await createFolder()
  await writeFile(folder.in('certificado.crt'), certificate.xml)
  await writeFile(folder.in('frase'), `${PASSPHRASE}\n`)
})
after(async () => {
  await endAll()
  await database.drop()
  await folder.remove()
})

function sello(args: readonly string[], given: { env?: object; input?: string } = {}) {
  const env = { DATABASE_URL: database.url, ...given.env }
  return run(args, { cwd: folder.path, env, input: given.input ?? '' })
}

/** The single output line of a successful command. */
function lineOf({ code, stdout, stderr }: Ended) {
  assert.equal(code, 0, stdout + stderr)
  assert.equal(stderr, '')
  assert.match(stdout, /^\{.*\}\n$/)
  return JSON.parse(stdout)
}

test('a company is created from a file with the members of an issuer', async () => {
  const input = JSON.stringify(EMPRESA)
  const made = lineOf(await sello(['company', 'create', '--file', '-', '--json'], { input }))

  assert.equal(made.nit, NIT)
  assert.equal(made.nombre, EMPRESA.nombre)
})

test('rule violations are reported by their options, all at once', async () => {
  const wrong = ['--nit', '06140101900027', '--nrc', 'x', '--email', 'nadie']
  const input = JSON.stringify(EMPRESA)
  const ended = await sello(['company', 'create', '--file', '-', ...wrong], { input })

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^sello: --nrc: .+\n {7}--email: .+\n$/)
})

test('a company states who answers for its contingency events; the doctor warns until then', async () => {
  const responsible = (...more: string[]) =>
    sello(['company', 'responsible', '--nit', NIT, ...more, '--json'])
  const warned = async () => {
    const { stdout } = await sello(['doctor', '--json'])
    return stdout.includes('"responsable"')
  }
  assert.equal(lineOf(await responsible()).responsable, null)
  assert.ok(await warned())

  const wrong = await responsible('--full-name', 'Rosa Ficticia', '--document', '00016297-4')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stdout + wrong.stderr, /--document/)
  assert.equal((await responsible('--full-name', 'Rosa Ficticia')).code, 2)
  assert.equal((await responsible('--remove', '--full-name', 'Rosa Ficticia')).code, 2)

  const given = await responsible('--full-name', 'Rosa Ficticia', '--document', '00016297-5')
  const rosa = { nombre: 'Rosa Ficticia', tipoDocumento: '13', numDocumento: '000162975' }
  assert.deepEqual(lineOf(given).responsable, rosa)
  assert.deepEqual(lineOf(await responsible()).responsable, rosa)
  assert.ok(!(await warned()))
  assert.equal(lineOf(await responsible('--remove')).responsable, null)
})

test('an existing company is refused, as JSON if requested', async () => {
  const input = JSON.stringify(EMPRESA)
  const ended = await sello(['company', 'create', '--file', '-', '--json'], { input })

  assert.equal(ended.code, 1)
  const { error } = JSON.parse(ended.stdout)
  assert.equal(error.code, 'refused')
  assert.equal(error.details.issues[0].option, '--nit')
})

test('the password of the ministry comes from the environment', async () => {
  const args = ['company', 'password', '--nit', NIT, '--json']
  const stored = lineOf(await sello(args, { env: { SELLO_MH_PASSWORD: MH_PASSWORD } }))

  assert.deepEqual(stored, { nit: NIT, ambiente: '00' })
})

const IMPORT = ['certificate', 'import', '--nit', NIT, '--file', 'certificado.crt']

test('a certificate is refused with a wrong password, which is not printed', async () => {
  const secrets = ['--password-file', '-', '--passphrase-file', 'frase']
  const ended = await sello([...IMPORT, ...secrets], { input: 'Clave-Equivocada' })

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^sello: --password-file: .*contraseña/)
  assert.doesNotMatch(ended.stderr, /Clave-Equivocada/)
})

/** Empty for a process that was only just forked. */
function commandLineOf(pid: number): Promise<string> {
  return until('the command is in the process list', async () => {
    const seen = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return seen.includes('certificate') && seen
  })
}

test('a certificate is imported, and its secrets are not in the process list', async () => {
  const secrets = ['--password-file', '-', '--passphrase-file', 'frase']
  const env = { DATABASE_URL: database.url }
  const setting = { cwd: folder.path, env, input: `${KEY_PASSWORD}\n` }
  const running = start([...IMPORT, ...secrets, '--json'], setting)
  const seen = process.platform === 'linux' ? await commandLineOf(running.pid) : ''
  const imported = lineOf(await running.ended())

  assert.equal(imported.publicKeyPem, certificate.publicKeyPem)
  assert.equal(imported.validTo, '2036-01-01T00:00:00.000Z')
  assert.ok(!seen.includes(KEY_PASSWORD) && !seen.includes(PASSPHRASE))
})

test('a point of sale is added, and a folder connected', async () => {
  const pos = lineOf(await sello(['pos', 'add', '--nit', NIT, ...POS, '--json']))
  const connect = ['storage', 'connect', '--nit', NIT, '--managed', 'documentos', '--json']
  const destination = lineOf(await sello(connect))

  assert.equal(pos.codEstable + pos.codPuntoVenta, 'M001P001')
  assert.equal(destination.location, folder.in('documentos'))
})

test('a series continues where another program stopped, and never goes back', async () => {
  const set = ['series', 'set', '--nit', NIT, ...POS, '--dte-type', '05']
  const done = lineOf(await sello([...set, '--first', '42', '--json']))
  assert.equal(done.numeroControl, 'DTE-05-M001P001-000000000000042')

  const added = await sello([
    ...['pos', 'add', '--nit', NIT, '--establishment-code', 'M001', '--pos-code', 'P002'],
    ...['--first', '01=4501,03=121'],
  ])
  assert.equal(added.code, 0, added.stderr)
  const gaps = await sello(['series', 'gaps', '--nit', NIT])
  assert.match(gaps.stdout, /^05 M001P001 \d{4}: empieza en el 42, sin huecos\.$/m)
  assert.match(gaps.stdout, /^03 M001P002 \d{4}: empieza en el 121, sin huecos\.$/m)

  for (const [wrong, words] of [
    [['--first', 'x'], /--first: x no es un número/],
    [['--first', '0'], /--first: 0 no es un número/],
    [['--first', '1', '--year', '2020'], /--year: El año es/],
  ] as const) {
    const ended = await sello([...set, ...wrong])
    assert.notEqual(ended.code, 0)
    assert.match(ended.stderr, words)
  }
})

test('the destinations of a company are listed, probed again, and named if they fail', async () => {
  const shown = lineOf(await sello(['storage', 'list', '--nit', NIT, '--json']))
  assert.equal(shown.destinos[0].location, folder.in('documentos'))
  const verified = await sello(['storage', 'verify', '--nit', NIT])
  assert.match(verified.stdout, /documentos {2}comprobado el \d{4}-/)

  for (const args of [[], ['--managed', 'a', '--s3', 'https://s3.example.com/a']]) {
    const ended = await sello(['storage', 'connect', '--nit', NIT, ...args])
    assert.equal(ended.code, 2, ended.stderr)
    assert.match(ended.stderr, /--managed CARPETA o --s3 DIRECCIÓN/)
  }
  const keyless = await sello([
    'storage',
    'connect',
    '--nit',
    NIT,
    '--s3',
    'https://s3.example.com/a',
  ])
  assert.match(keyless.stderr, /--access-key-id/)
})

test('a key that only queries needs no passphrase, and the output says that it is shown once', async () => {
  const args = ['key', 'mint', '--nit', NIT, '--label', 'Consulta', ...POS, '--scopes', 'query']
  const { code, stdout } = await sello([...args, '--expires', '2099-12-31'])

  assert.equal(code, 0)
  assert.match(stdout, /^Llave creada\. Guárdela ahora: no se puede volver a mostrar\.$/m)
  assert.match(stdout, /^ {2}X-Service-Key {7}sello_test_\S+$/m)
  assert.match(stdout, /^ {2}X-Service-Sign-Key {2}\(esta llave no firma\)$/m)
})

test('a key of another company is not reactivated', async () => {
  const ended = await sello(['key', 'reactivate', '--nit', NIT, '--key-id', 'nadie'])

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /^sello: --key-id: La empresa no tiene esa llave\./)
})

test('a minted key issues a sealed invoice, and SIGTERM ends both programs with 0', async () => {
  const mint = ['key', 'mint', '--nit', NIT, '--label', 'Caja 1', ...POS, '--json']
  const key = lineOf(await sello([...mint, '--passphrase-file', '-'], { input: PASSPHRASE }))
  const simulator = start(['simulator', '--port', '0', '--json'])
  const { simulatorUrl } = await simulator.ready<{ simulatorUrl: string }>()
  await register(simulatorUrl)
  const env = { DATABASE_URL: database.url, SELLO_MH_TEST_URL: simulatorUrl }
  const service = start(['start', '--port', '0', '--json'], { cwd: folder.path, env })
  const { baseUrl, database: kind } = await service.ready<{ baseUrl: string; database: string }>()

  const issued = await issue(baseUrl, key)
  service.kill('SIGTERM')
  simulator.kill('SIGTERM')
  const [served] = await Promise.all([service.ended(), simulator.ended()])

  assert.equal(kind, 'external')
  assert.equal(issued.estado, 'sellado')
  assert.equal(served.code, 0)
  assert.equal(served.stdout.split('\n').length, 2, 'its line, and nothing else')
  assert.match(served.stderr, /"msg":"listening"/)
  for (const secret of [key.apiKey, key.signKey, MH_PASSWORD, PASSPHRASE]) {
    assert.ok(!served.stderr.includes(secret), 'no secret in the log')
  }
  assert.equal((await simulator.ended()).code, 0)
})

test('the books of a month are shown, and an annex becomes a file once its declarations are given', async () => {
  const [mes] = [new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 7)]
  const books = lineOf(await sello(['books', mes, '--nit', NIT, '--json']))
  assert.equal(books.consumidorFinal.totales.total, 11.3)
  const annex = ['books', mes, '--nit', NIT, '--export', 'anexo2']
  const unsaid = await sello(annex)
  assert.equal(unsaid.code, 1)
  assert.match(unsaid.stderr, /--operation: falta/)
  const { avisos } = books.anexos.find(({ archivo }: { archivo: string }) => archivo === 'anexo2')
  assert.ok(avisos.length > 0)
  const shown = await sello(['books', mes, '--nit', NIT])
  for (const aviso of avisos) assert.ok(shown.stdout.includes(`anexo2: ${aviso}`), shown.stdout)
  const stray = await sello(['books', mes, '--nit', NIT, '--operation', '1'])
  assert.equal(stray.code, 2)
  assert.match(stray.stderr, /--operation: va con --export/)
  const made = lineOf(await sello([...annex, '--operation', '1', '--income', '3', '--json']))
  const { file } = made
  assert.deepEqual(made.avisos, avisos)
  assert.equal(file, `anexo2-${mes}.csv`)
  const [line = ''] = (await readFile(folder.in(file), 'latin1')).split('\r\n')
  assert.equal(line.split(';')[19], '11.30')
})

async function register(simulatorUrl: string): Promise<void> {
  const { publicKeyPem } = certificate
  const reply = await fetch(`${simulatorUrl}/_sim/taxpayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nit: NIT, password: MH_PASSWORD, publicKeyPem }),
  })
  assert.equal(reply.status, 201)
}

async function issue(baseUrl: string, key: { apiKey: string; signKey: string }) {
  const reply = await fetch(`${baseUrl}/v1/dte`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey,
      'idempotency-key': randomUUID(),
    },
    body: '{"tipoDte":"01","items":[{"descripcion":"Clavos","cantidad":2,"precioUni":5.65}]}',
  })
  return JSON.parse(await reply.text())
}
