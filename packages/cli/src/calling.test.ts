/** The command as a caller of a service: with a profile, against the demonstration. */
import assert from 'node:assert/strict'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Demo, endFaults, fault, startDemo } from '../../client/test/demo.ts'
import { type Ended, run, start } from '../test/cli.ts'

let demo: Demo
before(async () => {
  demo = await startDemo()
  await put('factura.json', FACTURA)
  const env = { HOME: demo.folder, SELLO_API_KEY: demo.apiKey, SELLO_SIGN_KEY: demo.signKey }
  const ended = await run(['profile', 'set', '--url', demo.baseUrl], { env, cwd: demo.folder })
  assert.equal(ended.code, 0, ended.stderr)
})
after(() => demo.stop())

const FACTURA = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}
const put = (name: string, value: object) =>
  writeFile(join(demo.folder, name), JSON.stringify(value))
const home = () => ({ env: { HOME: demo.folder }, cwd: demo.folder })
const sello = (...args: readonly string[]) => run(args, home())

function jsonOf({ code, stdout, stderr }: Ended) {
  assert.equal(code, 0, stderr + stdout)
  return JSON.parse(stdout)
}

test('a profile is stored where only its owner can read it, and listed without its keys', async () => {
  const file = join(demo.folder, '.config/sello/profiles.json')
  const listed = await sello('profile', 'list')

  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.match(listed.stdout, /default +http:\/\/127\.0\.0\.1/)
  assert.ok(!listed.stdout.includes(demo.apiKey) && !listed.stdout.includes(demo.signKey))
})

test('a profile that others can read is refused, saying how to fix it', async () => {
  const file = join(demo.folder, '.config/sello/profiles.json')
  await chmod(file, 0o644)
  const ended = await sello('status')
  await chmod(file, 0o600)

  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /chmod 600/)
})

test('an invoice is issued, and its files are in the folder', async () => {
  const ended = await sello('issue', 'factura.json', '--out', 'emitidas')
  const [json = '', pdf = ''] = [...ended.stdout.matchAll(/archivo +(\S+)/g)].map(([, f]) => f)

  assert.equal(ended.code, 0, ended.stderr)
  assert.match(ended.stdout, /estado +sellado\n +numeroControl +DTE-01-/)
  const written = JSON.parse(await readFile(join(demo.folder, json), 'utf8'))
  assert.match(written.selloRecibido, /^\w{40}$/)
  assert.match(await readFile(join(demo.folder, pdf), 'latin1'), /^%PDF-/)
})

test('no key is in the process list while it issues', async () => {
  const running = start(['issue', 'factura.json', '--json'], home())
  const seen = await readFile(`/proc/${running.pid}/cmdline`, 'utf8').catch(() => '') // only on Linux
  const issued = jsonOf(await running.ended())

  assert.equal(issued.estado, 'sellado')
  assert.ok(!seen.includes(demo.apiKey) && !seen.includes(demo.signKey))
})

test('a repeated sale with a referencia gives the same document', async () => {
  await put('venta.json', { ...FACTURA, referencia: 'V-1' })
  const first = jsonOf(await sello('issue', 'venta.json', '--json'))
  const again = await sello('issue', 'venta.json')

  assert.match(again.stdout, /respuesta de un intento anterior/)
  assert.match(again.stdout, new RegExp(first.codigoGeneracion))
})

test('a document is prepared, signed, shown, listed and downloaded', async () => {
  const prepared = await sello('prepare', 'factura.json', '--json')
  await put('preparado.json', jsonOf(prepared))
  const signed = jsonOf(await sello('sign', 'preparado.json', '--json'))
  const shown = await sello('get', signed.codigoGeneracion)
  const listed = await sello('list', '--limit', '1')
  const saved = await sello('file', signed.codigoGeneracion, '--kind', 'pdf', '--out', 'hoja.pdf')

  assert.equal(signed.numeroControl, jsonOf(prepared).numeroControl)
  assert.match(shown.stdout, /totalPagar +\$11\.30/)
  assert.match(listed.stdout, /^fecha +estado +tipo[^\n]*\n[^\n]* +11\.30 /)
  assert.match(saved.stdout, /^hoja\.pdf +\(\d+ bytes\)/)
  assert.match(await readFile(join(demo.folder, 'hoja.pdf'), 'latin1'), /^%PDF-/)
})

test('--watch waits for a silent ministry', async () => {
  await fault(demo, { service: '*', kind: 'status', status: 503 })
  const running = start(['issue', 'factura.json', '--watch', '--json'], home())
  await running.said(/contingencia/)
  await endFaults(demo)
  running.kill('SIGTERM')
  const ended = await running.ended()

  assert.match(ended.stdout, /"estado":"(contingencia|sellado)"/)
})

test('what happens is told while it happens, and later from the place where it ended', async () => {
  const running = start(['listen', '--after', '0-0', '--type', 'dte.sellado'], home())
  const first = jsonOf(await sello('issue', 'factura.json', '--json'))
  const line = await running.printed(new RegExp(first.codigoGeneracion))
  assert.match(line, /dte\.sellado {2}DTE-01-\S+ {2}\$11\.30 {2}/)
  running.kill('SIGTERM')
  const { stdout } = await running.ended()
  const [, after = ''] = /--after (\S+)/.exec(stdout) ?? []

  const second = jsonOf(await sello('issue', 'factura.json', '--json'))
  const again = start(['listen', '--after', after, '--json'], home())
  const told = await again.printed(/dte\.sellado[^\n]*\n/)
  again.kill('SIGTERM')
  assert.equal(
    JSON.parse(told.split('\n')[0] ?? '').datos.codigoGeneracion,
    second.codigoGeneracion,
  )
  assert.match((await again.ended()).stdout, /\{"siguiente":"[0-9a-z-]+"\}\n$/)
})

test('the status and the customers are printed for people', async () => {
  const shown = await sello('status')
  await put('cliente.json', { nombre: 'Ana Ficticia', externalId: 'C-7' })
  const made = jsonOf(await sello('customers', 'create', 'cliente.json', '--json'))
  const listed = await sello('customers', 'list', '--external-id', 'C-7')

  assert.match(shown.stdout, /empresa +Café Demostración/)
  assert.match(shown.stdout, /lista +sí/)
  assert.ok(listed.stdout.includes(made.customerId))
})

test('a customer and a product are changed, shown and deactivated', async () => {
  await put('cliente-2.json', { nombre: 'Luis Ficticio', telefono: '22220000' })
  await put('cambio.json', { nombre: 'Luis F. Ficticio', telefono: null })
  await put('producto.json', { codigo: 'C-1', descripcion: 'Café', precioConIva: 5.65 })
  await put('precio.json', { precioConIva: 6.1, uniMedida: 36 })
  await put('mal-precio.json', { precio: 6 })
  const { customerId } = jsonOf(await sello('customers', 'create', 'cliente-2.json', '--json'))
  const customer = await sello('customers', 'update', customerId, 'cambio.json')
  const customerNow = jsonOf(await sello('customers', 'show', customerId, '--json'))
  const { productId } = jsonOf(await sello('products', 'create', 'producto.json', '--json'))
  const product = await sello('products', 'update', productId, 'precio.json')
  const refused = await sello('products', 'update', productId, 'mal-precio.json')
  const productNow = jsonOf(await sello('products', 'show', productId, '--json'))
  const lost = await sello('customers', 'update', productId, 'cambio.json')
  const gone = [
    await sello('products', 'deactivate', productId),
    await sello('customers', 'deactivate', customerId),
  ]

  assert.match(customer.stdout, /Luis F\. Ficticio/)
  assert.deepEqual([customerNow.nombre, customerNow.telefono], ['Luis F. Ficticio', null])
  assert.match(product.stdout, /Café/)
  assert.deepEqual([productNow.precioConIva, productNow.uniMedida], [6.1, 36])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /precio/)
  assert.equal(lost.code, 1, 'a product is no customer')
  for (const { code, stdout } of gone) {
    assert.equal(code, 0)
    assert.match(stdout, /desactivado/)
  }
})

test('one document is partly returned, and another one is invalidated', async () => {
  const first = jsonOf(await sello('issue', 'factura.json', '--json'))
  const returned = await sello('return', first.codigoGeneracion, '--line', '1=1')
  const tooMuch = await sello('return', first.codigoGeneracion, '--line', '1=2')
  const second = jsonOf(await sello('issue', 'factura.json', '--json'))
  const who = ['--responsible', 'Ana Ficticia,00016297-5']
  const args = ['invalidate', second.codigoGeneracion, '--invalidation-type', '2', ...who]
  const cancelled = await sello(...args)
  const again = await sello(...args, '--idempotency-key', 'otra')

  assert.equal(returned.code, 0, returned.stderr)
  assert.match(returned.stdout, /estado +sellado\n[\s\S]*devuelto +\$5\.65/)
  assert.equal(tooMuch.code, 1, tooMuch.stdout)
  assert.equal(cancelled.code, 0, cancelled.stderr)
  assert.match(cancelled.stdout, /estado +invalidado\n/)
  assert.match(again.stdout, /ya lo estaba/)
})

test('a refusal names each field, and has its own exit code', async () => {
  await put('mala.json', { tipoDte: '03', items: FACTURA.items })
  const refused = await sello('issue', 'mala.json')
  const asJson = await sello('issue', 'mala.json', '--json')
  const away = await sello('status', '--url', 'http://127.0.0.1:1', '--api-key-file', 'llave')

  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^ {7}receptor: /m)
  assert.ok(JSON.parse(asJson.stdout).error.details.issues.length > 0)
  assert.equal(away.code, 1)
  assert.match(away.stderr, /--api-key-file: llave: no existe/)
})

const errorOf = ({ stdout }: Ended) => JSON.parse(stdout).error

test('with --json an error has the service’s code, status, field and help', async () => {
  await put('mala.json', { tipoDte: '03', items: FACTURA.items })
  await put('rechazo.json', { ...FACTURA, referencia: 'J-1' })
  await put('repetida.json', { ...FACTURA, referencia: 'J-2' })
  const invalid = await sello('issue', 'mala.json', '--json')
  await fault(demo, { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await sello('issue', 'rechazo.json', '--json')
  const issued = jsonOf(await sello('issue', 'repetida.json', '--json'))
  const again = await sello('issue', 'repetida.json', '--json', '--idempotency-key', 'otra-clave')
  const lost = await sello('get', '00000000-0000-4000-8000-000000000000', '--json')
  const key = { SELLO_API_KEY: demo.apiKey, HOME: join(demo.folder, 'otro') }
  const away = await run(['status', '--json'], { env: { ...key, SELLO_URL: 'http://127.0.0.1:1' } })
  const first = errorOf(invalid)

  assert.deepEqual(Object.keys(first).sort(), [
    ...['code', 'details', 'field', 'help', 'idempotencyKey', 'message', 'outcome'],
    ...['requestId', 'retryAfterSeconds', 'status'],
  ])
  assert.deepEqual(
    [first.code, first.status, first.field, first.outcome],
    ['validation_failed', 422, 'receptor', 'refused'],
  )
  assert.match(first.help, /details\.issues/)
  assert.equal(first.details.issues[0].field, 'receptor')
  assert.match(first.requestId, /^[0-9a-f-]{36}$/)
  assert.deepEqual([errorOf(rejected).code, errorOf(rejected).status], ['mh_rejected', 422])
  assert.equal(errorOf(rejected).help, errorOf(rejected).details.ayuda.queHacer)
  assert.equal(errorOf(again).code, 'reference_in_use')
  assert.equal(errorOf(again).details.codigoGeneracion, issued.codigoGeneracion)
  assert.deepEqual([errorOf(lost).code, errorOf(lost).status, lost.code], ['not_found', 404, 1])
  assert.deepEqual([errorOf(away).code, errorOf(away).status, away.code], ['network', null, 3])
})

test('an invalid request file is refused in one sentence', async () => {
  await writeFile(join(demo.folder, 'texto.json'), '{"tipoDte":"01",}')
  await put('sin-cantidad.json', { tipoDte: '01', items: [{ descripcion: 'Pan' }] })
  const text = await sello('issue', 'texto.json')
  const unsigned = await sello('sign', 'factura.json')
  const incomplete = await sello('issue', 'sin-cantidad.json')

  assert.equal(text.code, 2)
  assert.match(text.stderr, /^sello: texto\.json: no es JSON, en la letra \d+\. [^\n]+\n$/)
  assert.equal(unsigned.code, 1, unsigned.stderr)
  assert.match(unsigned.stderr, /prepareToken|documento/)
  assert.equal(incomplete.stderr.match(/items\[0\]\.cantidad/g)?.length, 1, incomplete.stderr)
})

test('a profile’s keys are only sent to its own address', async () => {
  const ended = await sello('status', '--url', 'http://127.0.0.1:1')

  assert.equal(ended.code, 2)
  assert.match(ended.stderr, /Falta la llave de API/)
})

test('an empty variable of the sign key is none', async () => {
  const keys = { HOME: join(demo.folder, 'otro'), SELLO_API_KEY: demo.apiKey, SELLO_SIGN_KEY: '' }
  const ended = await run(['status', '--url', demo.baseUrl, '--json'], { env: keys })

  assert.equal(ended.code, 0, ended.stdout)
})

test('an unreachable service is reported, with exit code 3', async () => {
  const env = { HOME: join(demo.folder, 'otro'), SELLO_URL: 'http://127.0.0.1:1' }
  const ended = await run(['status'], { env: { ...env, SELLO_API_KEY: demo.apiKey } })

  assert.equal(ended.code, 3)
  assert.match(ended.stderr, /No hubo conexión/)
})

test('contingencies are listed, and closing without a pending event signs nothing', async () => {
  const listed = jsonOf(await sello('contingency', 'list', '--json'))
  const closed = jsonOf(await sello('contingency', 'close', '--json'))

  assert.equal(listed.abierta, false)
  assert.deepEqual(closed, { eventos: [], pendientes: 0 })
})

// The last one: after so long an outage the service takes a while to trust the ministry again.
test('--watch asks less and less often, and leaves the key its hour', async () => {
  const { limites } = jsonOf(await sello('status', '--json'))
  await fault(demo, { service: '*', kind: 'status', status: 503 })
  try {
    const running = start(['issue', 'factura.json', '--watch', '--json'], home())
    await running.said(/contingencia/)
    await sleep(9_000)
    running.kill('SIGTERM')
    const ended = await running.ended()
    const after = jsonOf(await sello('status', '--json'))

    assert.match(ended.stdout, /"estado":"contingencia"/)
    const spent = limites.hora.remaining - after.limites.hora.remaining
    assert.ok(spent >= 3 && spent <= 4, `${spent} calls in nine seconds`)
  } finally {
    await endFaults(demo)
  }
})
