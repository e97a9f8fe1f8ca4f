import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintSignKey } from '@sello/vault'
import { createMinistryProxy, type MinistryProxy } from '../../test/ministry-proxy.ts'
import { signInAs } from '../../test/people.ts'
import { createWorld, MH_PASSWORD, PASSPHRASE, type World } from '../../test/world.ts'
import { transmitDue } from '../entrypoints/jobs/transmit.ts'
import { systemRandom } from './clock.ts'
import { createLog } from './log.ts'

const RECEPTOR = {
  nombre: 'Remedios Buendía',
  numDocumento: '12345678-4',
  correo: 'remedios@macondo.example.com',
  telefono: '70001234',
}
const VENTA = {
  tipoDte: '01',
  receptor: RECEPTOR,
  items: [{ descripcion: 'Pescaditos de oro', cantidad: 1, precioUni: 32.17 }],
  observaciones: 'Entrega en casa',
}

const lines: string[] = []
let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  world = await createWorld({
    log: createLog('trace', { write: (line) => lines.push(line) }),
    mh: { hosts: { '00': proxy.url, '01': proxy.url }, timeoutMs: 500, budgetMs: 4_000 },
    pool: { lockTimeoutMs: 200 },
  })
  proxy.leadTo(world.mh.url)
})
after(async () => {
  await world.close()
  await proxy.close()
})

/** One call with each outcome: with a buyer, right and wrong secrets, and internal errors. */
async function callEverything(): Promise<{ statuses: number[]; secrets: string[] }> {
  const { key, nit } = world.company
  const wrongSignKey = mintSignKey(systemRandom.bytes)
  const sealed = await world.issue(VENTA)
  const { codigoGeneracion } = sealed.body
  await world.mh.fault({ service: 'recepciondte', kind: 'silence' })
  const silent = await world.issue(VENTA)
  await world.mh.clearFaults()
  await world.advance(16_000)
  await transmitDue(world.deps)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const replies = [
    sealed,
    silent,
    await world.issue(VENTA), // rejected
    await world.issue({ ...VENTA, formaPago: '77' }),
    await world.issue({ ...VENTA, nadie: RECEPTOR.nombre }),
    await world.issue(VENTA, { key: { ...key, signKey: wrongSignKey } }),
    await world.issue(VENTA, { headers: { 'x-service-key': `${key.apiKey}x` } }),
    await world.issue(VENTA, { headers: { 'x-service-sign-key': key.apiKey } }),
    await world.query(codigoGeneracion),
  ]
  await breakTotales(nit, codigoGeneracion)
  replies.push(await world.query(codigoGeneracion))
  await world.deps.pool.many(`alter table documents add constraint no_more check (false) not valid`)
  replies.push(await world.issue(VENTA)) // PostgreSQL's message quotes the row
  return { statuses: replies.map(({ status }) => status), secrets: [wrongSignKey, sealed.body.jws] }
}

/** An invalid row: reading it is an internal error. */
async function breakTotales(nit: string, codigoGeneracion: string): Promise<void> {
  await world.deps.pool.many(
    `update documents set payload = '\\x00' from companies c
      where documents.company_id = c.company_id and c.nit = $1 and codigo_generacion = $2`,
    [nit, codigoGeneracion],
  )
}

test('no log line contains a secret, or data of the buyer or of the sale', async () => {
  const { statuses, secrets } = await callEverything()

  assert.deepEqual(statuses, [200, 202, 422, 422, 400, 401, 401, 401, 200, 500, 500])
  const { apiKey, signKey } = world.company.key
  const [, secret = ''] = apiKey.split('.')
  const never: Readonly<Record<string, string>> = {
    'the secret of the API key': secret,
    'the sign key': signKey ?? '',
    'the password of the ministry': MH_PASSWORD,
    'the passphrase': PASSPHRASE,
    'the name of the buyer': RECEPTOR.nombre,
    'a part of the name': 'Buend',
    'the document of the buyer': '123456784',
    'the document as it was sent': RECEPTOR.numDocumento,
    'the e-mail of the buyer': RECEPTOR.correo,
    'the telephone of the buyer': RECEPTOR.telefono,
    'what was sold': 'Pescaditos',
    'its price': '32.17',
    'the remarks': VENTA.observaciones,
    'the master key': world.deps.secrets.masterKey.toString('base64url'),
    ...Object.fromEntries(secrets.map((text, i) => [`secret ${i}`, text])),
    ...Object.fromEntries([...proxy.tokens].map((token, i) => [`token ${i}`, token.slice(7)])),
  }
  assert.ok(proxy.tokens.size > 0 && lines.length >= statuses.length)
  for (const [what, text] of Object.entries(never)) {
    assert.ok(text.length > 3, what)
    const found = lines.filter((line) => line.includes(text))
    assert.deepEqual(found, [], what)
  }
})

test('a line names the call, its key, its outcome and its duration', async () => {
  const { headers } = await world.query('x')
  const [entry] = lines
    .map((line) => JSON.parse(line))
    .filter(({ requestId }) => requestId === headers['x-request-id'])

  assert.equal(entry.route, 'query')
  assert.equal(entry.keyId, world.company.key.keyId)
  assert.equal(entry.status, 400)
  assert.equal(typeof entry.ms, 'number')
})

test('a call of a person is logged as one of a known caller, who has no key', async () => {
  const person = await signInAs(world, 'lector')
  const before = lines.length
  assert.equal((await person.get('/session')).status, 200)
  const [call, ...others] = lines.slice(before).flatMap((line) => {
    const { time: _, ms: __, requestId, ...said } = JSON.parse(line)
    return requestId === undefined ? [] : [said]
  })
  assert.deepEqual(call, { level: 30, route: null, status: 200, keyId: null })
  assert.deepEqual(others, [])
})

test('an internal error is logged with its cause, under the caller’s request id', () => {
  const failures = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'internal_error')

  assert.equal(failures.length, 2)
  for (const { requestId, error } of failures) {
    assert.match(requestId, /^[0-9a-f-]{36}$/)
    assert.ok(error.name && error.message)
  }
})
