/** A document reaches its buyer by mail: once it is sealed, in contingency, and when it is invalidated. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { headerOf, type Mailbox, partOf, startMailbox } from '../../../test/mail-server.ts'
import { createWorld, EMPRESA, SALE, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { createSmtp } from '../../outside/mail/smtp.ts'
import { setBrand } from '../admin/brand.ts'
import { setMail } from '../admin/mail.ts'
import { deliverDue } from './deliver.ts'

const TO = 'maria.perez@example.com'
const MAILED = { ...SALE, entrega: { correo: [TO] } }

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

let box: Mailbox
let world: World
before(async () => {
  box = await startMailbox()
  const send = createSmtp(box.server, { connectMs: 2_000, greetingMs: 2_000, silenceMs: 2_000 })
  world = await createWorld({ mail: { service: send, through: createSmtp, origin: null }, log })
})
after(async () => {
  await world.close()
  await box.close()
})
beforeEach(async () => {
  box.received.length = 0
  box.refuse = null
  box.silent = false
  await world.mh.clearFaults()
})

/** What the jobs do. */
async function deliver(): Promise<void> {
  await relay(world.deps)
  await deliverDue(world.deps)
}

const entregasOf = async (code: string) => (await world.query(code)).body.entregas

test('a sealed document is sent with its files, byte for byte, and its query says so', async () => {
  const { body } = await world.issue(MAILED)
  assert.equal(body.estado, 'sellado', JSON.stringify(body))
  await deliver()
  await deliver()
  const [mail, ...more] = box.received
  assert.ok(mail)
  assert.deepEqual([mail.to, more], [[TO], []])
  assert.deepEqual(
    partOf(mail, 'application/pdf'),
    Buffer.from(body.representacionGrafica, 'base64'),
  )
  const json = partOf(mail, 'application/json')
  const file = await world.inject({
    url: `/v1/dte/${body.codigoGeneracion}/file?kind=json`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(json?.toString(), file.text)
  assert.equal(headerOf(mail, 'Auto-Submitted'), 'auto-generated')
  assert.equal(headerOf(mail, 'Content-Language'), 'es')
  const company = '=?UTF-8?Q?Caf=C3=A9_de_Prueba?='
  assert.equal(headerOf(mail, 'Reply-To'), `${company} <facturas@example.com>`)
  assert.ok(headerOf(mail, 'From')?.startsWith(`${company} <`), headerOf(mail, 'From') ?? '')
  assert.match(headerOf(mail, 'Subject') ?? '', /^=\?UTF-8\?Q\?Factura_de_Caf=C3=A9_de_Prueba\?=$/)
  assert.deepEqual(
    [...mail.bytes.toString('latin1').matchAll(/filename="?([^"\r\n;]+)/g)].map(([, name]) => name),
    [`${body.numeroControl}.pdf`, `${body.numeroControl}.json`],
  )
  const text = partOf(mail, 'text/plain')?.toString() ?? ''
  assert.match(text, new RegExp(body.numeroControl))
  assert.doesNotMatch(text, /Ver el documento/, 'the service does not know its own address')

  const [entrega] = await entregasOf(body.codigoGeneracion)
  assert.deepEqual(
    [entrega.destino, entrega.estado, entrega.motivo],
    ['m…z@e…e.com', 'enviada', null],
  )
  assert.equal(headerOf(mail, 'Message-ID'), `<${entrega.id}@example.com>`)
})

test('a mail has its company’s colour and logo, but for one in SVG, which mail programs do not show', async () => {
  const { nit } = world.company
  const mailed = async () => {
    box.received.length = 0
    await world.issue(MAILED)
    await deliver()
    const [mail] = box.received
    assert.ok(mail)
    return partOf(mail, 'Content-Type: text/html')?.toString() ?? ''
  }
  const colours = (html: string) => [...new Set(html.match(/border-top:4px solid [^"]+/g))]
  assert.deepEqual(colours(await mailed()), ['border-top:4px solid #1f3a5f'])

  await setBrand(world.admin, nit, { logo: PNG, accent: '#1a5fb4' })
  const html = await mailed()
  assert.deepEqual(colours(html), ['border-top:4px solid rgb(26, 95, 180)'])
  assert.match(html, /<img src="cid:logo@sello"/)
  assert.deepEqual(partOf(box.received[0] as never, 'Content-Type: image/png'), PNG)

  await setBrand(world.admin, nit, { logo: SVG })
  const named = await mailed()
  assert.doesNotMatch(named, /<img/)
  assert.match(named, /<span style="[^"]*color:rgb\(26, 95, 180\)">Caf/)
})

test('nothing is written for a sale without delivery', async () => {
  await statement(world.deps.pool, 'delete from deliveries')
  await statement(world.deps.pool, 'delete from delivery_addresses')
  const { body } = await world.issue()
  await deliver()
  assert.deepEqual(await entregasOf(body.codigoGeneracion), [])
  assert.deepEqual(await world.deps.pool.many('select from delivery_addresses'), [])
  assert.deepEqual(box.received, [])
})

test('a document in contingency is sent at once, as transitory, and again when it is sealed', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const { status, body } = await world.issue(MAILED)
  assert.equal(status, 202)
  await deliver()
  assert.match(
    partOf(box.received[0] as never, 'text/plain')?.toString() ?? '',
    /todavía no tiene el sello/,
  )
  assert.equal(partOf(box.received[0] as never, 'application/json'), null)
  await world.mh.clearFaults()
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)
  await deliver()
  assert.equal(box.received.length, 2)
  assert.notEqual(partOf(box.received[1] as never, 'application/json'), null)
  const estados = (await entregasOf(body.codigoGeneracion)).map(
    (one: { estado: string }) => one.estado,
  )
  assert.deepEqual(estados, ['enviada', 'enviada'])
})

test('a transitory copy that could not be sent before the seal is not sent after it', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const { body } = await world.issue(MAILED)
  await relay(world.deps)
  await world.mh.clearFaults()
  await world.advance(HOUR_MS)
  await transmitDue(world.deps)
  await deliver()
  assert.equal(box.received.length, 1)
  assert.equal((await entregasOf(body.codigoGeneracion)).length, 1)
})

test('an invalidation tells the same addresses', async () => {
  const { body } = await world.issue(MAILED)
  await deliver()
  assert.equal((await invalidate(world, body.codigoGeneracion)).status, 200)
  await deliver()
  assert.deepEqual(
    box.received.map(({ to }) => to),
    [[TO], [TO]],
  )
  assert.match(
    partOf(box.received[1] as never, 'text/plain')?.toString() ?? '',
    /invalidó esta factura/,
  )
  const files = box.received.map((mail) => partOf(mail, 'application/json') !== null)
  assert.deepEqual(files, [true, false], 'what has no effect any more is not sent as a document')
  assert.notEqual(partOf(box.received[1] as never, 'application/pdf'), null)
})

test('a correction that names addresses takes the place of those of the attempt, and one without keeps them', async () => {
  const OTHER = 'otra.persona@example.com'
  // biome-ignore format: a table
  const rows = [
    [{ correo: [OTHER] }, [OTHER]],
    [undefined,           [TO]],
  ] as const
  const another = (await world.issue(MAILED)).body.codigoGeneracion
  await deliver()
  for (const [entrega, told] of rows) {
    box.received.length = 0
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
    const rejected = await world.issue(MAILED)
    const corrige = rejected.body.error.details.codigoGeneracion
    const { status, text } = await world.issue({ ...SALE, corrige, entrega })
    assert.equal(status, 200, text)
    await deliver()
    assert.equal((await invalidate(world, corrige)).status, 200)
    await deliver()
    const tos = box.received.map(({ to }) => to)
    assert.deepEqual(tos, [told, told], 'of the seal and of the invalidation')
  }
  box.received.length = 0
  assert.equal((await invalidate(world, another)).status, 200)
  await deliver()
  assert.deepEqual(box.received[0]?.to, [TO], 'those of another document stay')
})

test('a refusal for now is tried again for 48 hours, with growing pauses, and then given up', async () => {
  box.refuse = { code: 451, said: `<${TO}>: try later` }
  const { body } = await world.issue(MAILED)
  await deliver()
  await deliver()
  const [first] = await entregasOf(body.codigoGeneracion)
  assert.deepEqual([first.estado, first.motivo], ['pendiente', '451 … try later'])
  let tries = 0
  for (let hours = 0; hours < 60; hours++) {
    await world.advance(HOUR_MS)
    await deliver()
    tries++
    if ((await entregasOf(body.codigoGeneracion))[0].estado !== 'pendiente') break
  }
  assert.equal(tries, 48)
  assert.equal((await entregasOf(body.codigoGeneracion))[0].estado, 'fallida')
})

test('a refusal for good ends it with the words of the server, without the address', async () => {
  box.refuse = { code: 550, said: `<${TO}>: no such user\u0007` }
  const { body } = await world.issue(MAILED)
  await deliver()
  const [entrega] = await entregasOf(body.codigoGeneracion)
  assert.deepEqual([entrega.estado, entrega.motivo], ['fallida', '550 … no such user'])
  const { deliveryId, attempts, said, msg } = JSON.parse(lines.at(-1) ?? '{}')
  assert.deepEqual(
    [deliveryId, attempts, said, msg],
    [entrega.id, 1, entrega.motivo, 'a mail was not accepted'],
  )
  assert.doesNotMatch(lines.join(''), /maria/)
  const feed = await world.inject({
    url: '/v1/events?despues=ahora',
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(feed.status, 200)
  await relay(world.deps)
  const told = await world.inject({
    url: '/v1/events?tipo=entrega.fallida',
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(told.body.novedades.at(-1).datos.entrega, entrega.id)
  assert.doesNotMatch(told.text, /maria/)
})

test('a server that says nothing after the message is asked again with the same id', async () => {
  box.silent = true
  await world.issue(MAILED)
  await deliver()
  box.silent = false
  await world.advance(2 * MINUTE_MS)
  await deliver()
  const ids = box.received.map((mail) => headerOf(mail, 'Message-ID'))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

test('what was asked for again of a document that Hacienda then rejects ends, and says why', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const { body } = await world.issue(MAILED)
  assert.equal(body.estado, 'contingencia')
  await deliver()
  const asked = await world.inject({
    method: 'POST',
    url: `/v1/dte/${body.codigoGeneracion}/entregas`,
    headers: { 'x-service-key': world.company.key.apiKey },
    payload: { correo: [TO] },
  })
  assert.equal(asked.status, 201, asked.text)
  await statement(
    world.deps.pool,
    `update documents set estado = 'rechazado' where codigo_generacion = $1`,
    [body.codigoGeneracion],
  )
  box.received.length = 0
  await deliver()
  const [, again] = await entregasOf(body.codigoGeneracion)
  assert.deepEqual([again.estado, again.motivo], ['fallida', 'El documento está rechazado.'])
  assert.deepEqual(box.received, [])
})

test('without a server of the service or of the company a mail ends, and says what is missing', async () => {
  const { body } = await world.issue(MAILED)
  await relay(world.deps)
  await deliverDue({ ...world.deps, mail: { ...world.deps.mail, service: null } })
  const [{ estado, motivo }] = await entregasOf(body.codigoGeneracion)
  assert.deepEqual(
    [estado, motivo],
    [
      'fallida',
      'Este servicio no tiene un servidor de correo: pida a quien lo opera que lo configure, o conecte el de la empresa.',
    ],
  )
})

test('a company at whose own address no mail arrives names none to reply to', async () => {
  const { pool } = world.deps
  const { nit } = world.company
  await pool.many('update companies set correo = $2 where nit = $1', [nit, 'josé@example.com'])
  await world.issue(MAILED)
  await deliver()
  await pool.many('update companies set correo = $2 where nit = $1', [nit, EMPRESA.correo])
  const [mail] = box.received
  assert.ok(mail)
  assert.equal(headerOf(mail, 'Reply-To'), null)
})

test('a mail leads to the page of its document, unless its company has none', async () => {
  const { nit } = world.company
  const said: string[][] = []
  const delivery = (...outcome: string[]) => void said.push(outcome)
  const metrics = { ...world.deps.metrics, delivery }
  const mail = { ...world.deps.mail, origin: 'https://sello.example' }
  const linkIn = async () => {
    box.received.length = 0
    await world.issue(MAILED)
    await relay(world.deps)
    await deliverDue({ ...world.deps, mail, metrics })
    const [one] = box.received
    const text = (one && partOf(one, 'text/plain')?.toString()) ?? ''
    return /^Ver el documento: (\S+)$/m.exec(text)?.[1] ?? null
  }
  assert.match((await linkIn()) ?? '', /^https:\/\/sello\.example\/d\/[\w-]{20,}$/)
  await setMail(world.admin, nit, { pagina: false })
  assert.equal(await linkIn(), null)
  await setMail(world.admin, nit, { pagina: true })
  box.refuse = { code: 550, said: 'no' }
  await linkIn()
  const delivered = ['mail', 'delivered']
  assert.deepEqual(said, [delivered, delivered, ['mail', 'failed']])
})

test('where the others of a company cannot be told to wait the log says so, and they are tried', async () => {
  const { key } = await world.addCompany()
  for (let n = 0; n < 5; n++) await world.issue(MAILED, { key })
  await relay(world.deps)
  const { pool, clock } = world.deps
  const later = new Date(clock.now().getTime() + 1_000).toISOString()
  await statement(
    pool,
    `alter table deliveries add constraint dead check (attempts > 0 or attempt_at < '${later}') not valid`,
  )
  const down = { kind: 'later', said: 'no', isServer: true } as const
  const mail = { ...world.deps.mail, service: async () => down }
  lines.length = 0
  try {
    assert.equal(await deliverDue({ ...world.deps, mail }), 0)
  } finally {
    await statement(pool, 'alter table deliveries drop constraint dead')
  }
  const told = lines.map((line) => JSON.parse(line))
  const failed = told.filter(({ msg }) => msg === 'a delivery failed')
  assert.deepEqual(
    failed.map(({ job, companyId, error }) => [job, typeof companyId, typeof error.message]),
    [['mail', 'string', 'string']],
  )
  assert.equal(told.length - failed.length, 5, 'each was tried')
})
