/** Being told, from the command line: addresses of the service, and a program on the developer's machine. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '@sello/client'
import { type Demo, startDemo } from '../../client/test/demo.ts'
import { until } from '../../service/test/until.ts'
import { type Receiver, startReceiver, withStatus } from '../../service/test/webhooks.ts'
import { type Ended, run, start } from '../test/cli.ts'

let demo: Demo
let receiver: Receiver
before(async () => {
  demo = await startDemo()
  receiver = await startReceiver()
  const env = { HOME: demo.folder, SELLO_API_KEY: demo.apiKey, SELLO_SIGN_KEY: demo.signKey }
  const ended = await run(['profile', 'set', '--url', demo.baseUrl], { env, cwd: demo.folder })
  assert.equal(ended.code, 0, ended.stderr)
})
after(async () => {
  await receiver.close()
  await demo.stop()
})

const home = () => ({ env: { HOME: demo.folder }, cwd: demo.folder })
const sello = (...args: readonly string[]) => run(args, home())

function jsonOf({ code, stdout, stderr }: Ended) {
  assert.equal(code, 0, stderr + stdout)
  return JSON.parse(stdout)
}

const headersOf = (one: Receiver['got'][number] | undefined) =>
  (one?.headers ?? {}) as Record<string, string>

test('a webhook is created, tried and told of a sale, and what it got is listed', async () => {
  const types = ['--types', 'dte.sellado', '--description', 'ERP']
  const { id, secreto } = jsonOf(
    await sello('webhooks', 'create', receiver.url, ...types, '--json'),
  )
  jsonOf(await sello('webhooks', 'test', id, '--json'))
  const issued = jsonOf(await sello('trigger', 'dte.sellado', '--json'))
  await until('both arrived', () => receiver.got.length === 2)
  const sale = receiver.got.find(({ body }) => body.tipo === 'dte.sellado')
  const told = await verifyWebhook(sale?.text ?? '', headersOf(sale), secreto)
  assert.ok('codigoGeneracion' in told.datos)
  assert.equal(told.datos.codigoGeneracion, issued.codigoGeneracion)

  const listed = await until('both are recorded', async () => {
    const { stdout } = await sello('webhooks', 'deliveries', id, '--state', 'entregada')
    return stdout.includes('webhook.prueba') && stdout.includes(told.id) ? stdout : null
  })
  assert.match(listed, /^webhook-id +tipo +estado/)
  assert.match((await sello('webhooks', 'retry', id, told.id)).stdout, /se envía otra vez/)
  await until('it came again', () => receiver.got.length === 3)
  assert.match((await sello('webhooks', 'rotate', id)).stdout, /whsec_/)
  const off = await sello('webhooks', 'update', id, '--off')
  assert.match(off.stdout, /activo +no/)
  assert.match((await sello('webhooks', 'list')).stdout, /apagado \(manual\)/)
  assert.equal((await sello('webhooks', 'delete', id)).code, 0)
  assert.equal((await sello('webhooks', 'list')).stdout.trim(), 'No hay webhooks.')
})

test('what happens is signed and forwarded to a program on this machine, which may refuse it', async () => {
  receiver.got.length = 0
  const listening = start(['listen', '--forward-to', receiver.url], home())
  const said = await listening.said(/Secreto: (whsec_\S+)\n/)
  const [, secret = ''] = /Secreto: (whsec_\S+)/.exec(said) ?? []
  await until('it listens', async () => {
    if (receiver.got.length > 0) return true
    await sello('trigger', 'dte.sellado')
    return null
  })
  const [got] = receiver.got
  const told = await verifyWebhook(got?.text ?? '', headersOf(got), secret)
  assert.equal(told.tipo, 'dte.sellado')
  await listening.printed(/dte\.sellado .*→ 204\n/)
  receiver.respond(withStatus(500))
  await sello('trigger', 'dte.sellado')
  await listening.printed(/dte\.sellado .*→ 500\n/)
  listening.kill('SIGTERM')
  assert.equal((await listening.ended()).code, 0)
})

test('what cannot be triggered, forwarded or switched is said', async () => {
  const wrong = [
    ['trigger', 'dte.rechazado'],
    ['listen', '--forward-to', 'localhost:3000'],
    ['webhooks', 'update', 'x', '--on', '--off'],
  ]
  for (const args of wrong) assert.equal((await sello(...args)).code, 2, args.join(' '))
  const refused = await sello('webhooks', 'create', 'http://erp.example.com:25/')
  assert.deepEqual([refused.code, /puerto/.test(refused.stderr)], [1, true], refused.stderr)
})
