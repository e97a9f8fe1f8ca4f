/** A day of a company: every call, page and job whose statements run again and again. */
import assert from 'node:assert/strict'
import { systemRandom } from '../../src/base/clock.ts'
import { DAY_MS } from '../../src/base/time/durations.ts'
import { sweepClaims } from '../../src/entrypoints/jobs/claims.ts'
import { warnOfDeadlines } from '../../src/entrypoints/jobs/deadlines.ts'
import { transmitLots } from '../../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../../src/entrypoints/jobs/outages.ts'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { indexSearchWords } from '../../src/entrypoints/jobs/search-words.ts'
import { readTerceros } from '../../src/entrypoints/jobs/terceros.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { verifyDue } from '../../src/entrypoints/jobs/verify.ts'
import type { Deps } from '../../src/flows/context.ts'
import { deliverDue } from '../../src/flows/delivering/deliver.ts'
import { sendOwnerMails } from '../../src/flows/delivering/owner-mails.ts'
import { copyDue } from '../../src/flows/keeping/copy.ts'
import { notifyDue } from '../../src/flows/notifying/notify.ts'
import { tellExpiring } from '../../src/ledger/companies/certificates.ts'
import { takePendingCopies } from '../../src/ledger/holding/copies-due.ts'
import { expireHolding } from '../../src/ledger/holding/holding.ts'
import { forgetOldCalls } from '../../src/ledger/keys/quota.ts'
import { keepPartitions } from '../../src/ledger/keys/request-log.ts'
import { hastenWaiting } from '../../src/ledger/outages/outages.ts'
import { forgetOld } from '../../src/ledger/outbox/forget.ts'
import { relay } from '../../src/ledger/outbox/relay.ts'
import { forgetOwnerMails } from '../../src/ledger/owner-mails/due.ts'
import { sweepPeople } from '../../src/ledger/people/expired.ts'
import { forgetDeliveries } from '../../src/ledger/webhooks/forget.ts'
import type { Send, Sent } from '../../src/outside/mail/mail.ts'
import { giveBack, invalidate } from '../corrections.ts'
import { liquidacion, periodoOf, soldForOther } from '../liquidaciones.ts'
import { credito, nota } from '../notas.ts'
import { type Browser, signInAs } from '../people.ts'
import { prepare, sign } from '../prepared.ts'
import { type Reply, SALE, type World } from '../world.ts'
import { call, send } from './calls.ts'

/** A step of the day, by its name. */
export type Step = readonly [string, () => Promise<unknown>]

export function stepsOf(world: World, person: Browser): readonly Step[] {
  return [
    ['sign in', () => signInAs(world, 'dueno')],
    ...[...sales(world), ...reads(world), ...pages(world, person), ...jobs(world)],
    ...[...outage(world), ...jobs(world)],
    ...lateOutage(world),
    ['the end of an outage', () => hastenAll(world)],
  ]
}

const hastenAll = ({ deps: { pool, clock } }: World) =>
  hastenWaiting(pool, { ambiente: '00', now: clock.now() }, assert.ifError) // nothing is skipped

/** Until the next jobs find their rows due. */
const LATER_MS = 70_000

/** An empty table's outage is over by then, so that its copies are of sealed documents; among 20,000 rows it may go on. */
const ROUNDS_MAX = 10

const codeOf = ({ body }: Reply): string => body.codigoGeneracion

async function sealed(world: World, body: object = SALE): Promise<string> {
  const reply = await world.issue(body)
  assert.equal(reply.status, 200, reply.text)
  return codeOf(reply)
}

async function deferred(world: World): Promise<string> {
  const reply = await world.issue()
  assert.equal(reply.status, 202, reply.text)
  return codeOf(reply)
}

async function areSealed(world: World, codes: readonly string[]): Promise<boolean> {
  const found = await Promise.all(codes.map((code) => send(world, 'GET', `/v1/dte/${code}`)))
  return found.every((reply) => reply.json().estado === 'sellado')
}

function sales(world: World): Step[] {
  const post = (path: string, body: object) => call(world, 'POST', path, body)
  return [
    ['issue', () => sealed(world, { ...SALE, referencia: systemRandom.uuid() })],
    [
      'a repeat',
      async () => {
        const idempotencyKey = systemRandom.uuid()
        const first = await world.issue(SALE, { idempotencyKey })
        assert.equal((await world.issue(SALE, { idempotencyKey })).text, first.text)
      },
    ],
    [
      'prepare and sign',
      async () => {
        const { status, text } = await sign(world, await prepare(world))
        assert.equal(status, 200, text)
      },
    ],
    ['a sale by mail', () => byMail(world)],
    ['mail to owners', () => toOwners(world)],
    ['special operations', () => operaciones(world)],
    ['a liquidation', () => liquidated(world)],
    ['prepare', () => post('/v1/dte/prepare', SALE)],
    ['a note', async () => sealed(world, nota(await sealed(world, credito()), 10))],
    [
      'invalidate',
      async () => assert.equal((await invalidate(world, await sealed(world))).status, 200),
    ],
    [
      'return',
      async () => {
        const { status, text } = await giveBack(world, await sealed(world), [
          { linea: 1, cantidad: 1 },
        ])
        assert.equal(status, 200, text)
      },
    ],
    [
      'a rejection and its correction',
      async () => {
        await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
        const { status, body } = await world.issue()
        assert.equal(status, 422)
        await sealed(world, { ...SALE, corrige: body.error.details.codigoGeneracion })
      },
    ],
    [
      'customers and products',
      async () => {
        const n = systemRandom.uuid().slice(0, 8)
        await post('/v1/customers', { nombre: `Cliente ${n}`, numDocumento: null, externalId: n })
        await post('/v1/products', {
          codigo: n,
          descripcion: `Café ${n}`,
          precioUni: 5,
          tipoItem: 1,
          uniMedida: 59,
        })
      },
    ],
  ]
}

/** What was sold for a principal, gathered; invalidated afterwards, named, and taken over from a liquidation that ended. */
async function liquidated(world: World): Promise<void> {
  const periodo = periodoOf(world)
  const sold = await soldForOther(world, 10)
  const first = await sealed(world, liquidacion(periodo))
  assert.equal((await invalidate(world, first)).status, 200)
  const other = await soldForOther(world, 20)
  const named = [{ codigoGeneracion: sold }, { codigoGeneracion: other }]
  await sealed(world, liquidacion(periodo, named))
  assert.equal((await invalidate(world, sold)).status, 200)
  await soldForOther(world, 30)
  await sealed(world, liquidacion(periodo))
}

/** One that is sent, its page, one that waits for its server, and one of another address. */
async function byMail(world: World): Promise<void> {
  const { deps } = world
  const code = await sealed(world, { ...SALE, entrega: { correo: ['maria@example.com'] } })
  await relay(deps)
  let url = ''
  const sending = async (): Promise<Sent> => ({ kind: 'sent' })
  const by = (send: Send) => ({
    ...deps,
    mail: { ...deps.mail, service: send, origin: 'http://a' },
  })
  const later: Sent = { kind: 'later', said: 'no', isServer: true }
  assert.equal(await deliverDue(by(async () => later)), 0)
  const read: Send = async (message) => {
    url = /http:\/\/a(\S+)/.exec(message.text)?.[1] ?? url
    return sending()
  }
  await call(world, 'POST', `/v1/dte/${code}/entregas`, { correo: ['otra@example.com'] })
  await deliverDue(by(read))
  assert.equal((await world.app.inject({ method: 'GET', url })).statusCode, 200)
  await call(world, 'DELETE', `/v1/dte/${code}/pagina`)
  const kept = await sealed(world, { ...SALE, entrega: { correo: ['ana@example.com'] } })
  await relay(deps)
  await deliverDue(by(read))
  await call(world, 'GET', `/v1/dte/${kept}`)
}

/** Of something that is told again each time, to a server that asks to come back. */
async function toOwners(world: World): Promise<void> {
  const { deps } = world
  await deps.pool.many(
    `insert into outbox (company_id, ambiente, tipo, at, datos)
     select company_id, '00', 'llave.suspendida', $1, jsonb_build_object('keyId', $2::text)
       from companies where nit = $3`,
    [deps.clock.now(), systemRandom.uuid(), world.company.nit],
  )
  await relay(deps)
  const later: Sent = { kind: 'later', said: 'no', isServer: true }
  assert.equal(
    await sendOwnerMails({ ...deps, mail: { ...deps.mail, service: async () => later } }),
    0,
  )
}

/** Paper that is reported, and a part of it voided. */
async function operaciones(world: World): Promise<void> {
  const at = Date.now() * 1_000 + Math.floor(Math.random() * 1_000)
  const range = { tipoDocumento: '02', precioUni: 1, desde: `F${at}`, hasta: `F${at + 1}` }
  const path = '/v1/operaciones-especiales'
  const reply = await send(world, 'POST', path, { items: [range] })
  assert.equal(reply.statusCode, 200, reply.payload)
  const { codigoGeneracion } = reply.json()
  await call(world, 'GET', `${path}/${codigoGeneracion}`)
  await call(world, 'GET', `${path}?limit=2`)
  await call(world, 'POST', path, { items: [{ ...range, anulaDe: codigoGeneracion }] })
}

/** Leaves deferred documents whose event is not signed. */
function lateOutage(world: World): Step[] {
  return [
    [
      'an outage that goes on',
      async () => {
        await world.mh.fault({ service: '*', kind: 'status' })
        for (let i = 0; i < 4; i++) await deferred(world)
        await world.mh.clearFaults()
        await world.advance(LATER_MS)
        await watchOutages(world.deps)
      },
    ],
  ]
}

function outage(world: World): Step[] {
  return [
    [
      'an outage',
      async () => {
        await world.mh.fault({ service: '*', kind: 'status' })
        const codes: string[] = []
        for (let i = 0; i < 4; i++) codes.push(await deferred(world))
        await world.mh.clearFaults()
        let reported = false
        for (let i = 0; i < ROUNDS_MAX && !(reported && (await areSealed(world, codes))); i++) {
          await world.advance(LATER_MS)
          await watchOutages(world.deps)
          await transmitDue(world.deps)
          // A probe that came too early leaves the outage open for the next one, and an event is refused.
          reported ||= (await send(world, 'POST', '/v1/contingencia', {})).statusCode < 300
          await transmitLots(world.deps)
        }
        assert.ok(reported, 'the outage never closed')
      },
    ],
  ]
}

/** One stays, so that its table has rows. */
async function webhooks(world: World): Promise<void> {
  const create = async () => {
    const reply = await send(world, 'POST', '/v1/webhooks', { url: 'http://127.0.0.1:1024/' })
    assert.equal(reply.statusCode, 201, reply.payload)
    return `/v1/webhooks/${reply.json().id}`
  }
  const [stays, goes] = [await create(), await create()]
  await world.advance(3_000) // its first two seconds
  await sealed(world)
  await relay(world.deps)
  await notifyDue(world.deps)
  const test = await send(world, 'POST', `${stays}/test`)
  assert.equal(test.statusCode, 202, test.payload)
  await notifyDue(world.deps)
  await call(world, 'POST', `${stays}/deliveries/${test.json().id}/retry`)
  for (const query of ['', '?estado=fallida'])
    await call(world, 'GET', `${stays}/deliveries${query}`)
  await call(world, 'POST', `${stays}/rotate`)
  await call(world, 'PATCH', stays, { descripcion: 'ERP' })
  await call(world, 'GET', '/v1/webhooks')
  await call(world, 'DELETE', goes)
}

/** One stays, so that its table has rows. */
async function proposals(world: World): Promise<void> {
  const create = async () => {
    const reply = await send(world, 'POST', '/v1/propuestas', SALE)
    assert.equal(reply.statusCode, 201, reply.payload)
    return `/v1/propuestas/${reply.json().id}`
  }
  const [stays, goes] = [await create(), await create()]
  await call(world, 'GET', stays)
  for (const query of ['', '?estado=pendiente']) await call(world, 'GET', `/v1/propuestas${query}`)
  await call(world, 'DELETE', goes)
}

const JOBS: readonly (readonly [string, (deps: Deps) => Promise<unknown>])[] = [
  ['fence', ({ fence }) => fence.check()],
  ['outages', watchOutages],
  ['feed', relay],
  ['feed_age', forgetOld],
  ['webhooks', notifyDue],
  ['webhook_age', forgetDeliveries],
  ['transmit', transmitDue],
  ['lots', transmitLots],
  ['reservations', releaseExpired],
  ['claims', sweepClaims],
  ['mail', deliverDue],
  ['owner_mails', sendOwnerMails],
  ['owner_mail_age', forgetOwnerMails],
  ['copy', copyDue],
  ['copy, while a company with a backlog is served', lookForOthers],
  ['holding', expireHolding],
  ['verify', verifyDue],
  ['rate_calls', forgetOldCalls],
  ['search_words', (deps) => indexSearchWords(deps, AbortSignal.abort())], // a batch, of hundreds alike
  ['terceros', readTerceros],
  ['people', sweepPeople],
  ['security_events', ({ security, consolePool }) => security.record(consolePool, 'due')],
  ['deadlines', warnOfDeadlines],
  ['certificates', tellExpiring],
  ['request_log', keepPartitions],
]

/** When what waits in the full tables is due. */
async function lookForOthers({ pool, clock }: Deps): Promise<void> {
  const now = new Date(clock.now().getTime() + 3 * DAY_MS)
  const { company_id } = await pool.one<{ company_id: string }>(
    'select company_id from documents limit 1',
  )
  const onSkipped = assert.ifError // nothing is skipped
  const except = [company_id]
  await takePendingCopies(pool, { now, leaseUntil: now, limit: 64, except, onSkipped })
}

const jobs = ({ deps }: World): Step[] =>
  JOBS.map(([name, run]) => [`the job ${name}`, () => run(deps)])

function reads(world: World): Step[] {
  const get = (path: string): Step => [`GET ${path}`, () => call(world, 'GET', path)]
  return [
    [
      'GET one document',
      async () => {
        const code = await sealed(world, { ...SALE, referencia: systemRandom.uuid() })
        for (const path of ['', '/file?kind=json', '/file?raw=true'])
          await call(world, 'GET', `/v1/dte/${code}${path}`)
      },
    ],
    [
      'the feed',
      async () => {
        // A new key: copies of the calls of the other fill the feed's window, which has one size for all.
        const label = systemRandom.uuid()
        const key = await world.mintKey(world.company.nit, { label })
        for (const query of ['limite=20', 'tipo=dte.rechazado', 'espera=1&despues=ahora']) {
          const url = `/v1/events?${query}`
          const headers = { 'x-service-key': key.apiKey }
          assert.equal((await world.app.inject({ method: 'GET', url, headers })).statusCode, 200)
        }
      },
    ],
    ['webhooks', () => webhooks(world)],
    ['proposals', () => proposals(world)],
    ...[
      ...[
        '/v1/dte',
        '/v1/dte?tipoDte=01&estado=sellado',
        '/v1/dte?referencia=a',
        '/v1/dte/holding',
        '/v1/status',
      ],
      ...['/v1/contingencia', '/v1/customers', '/v1/customers?buscar=cliente', '/v1/products'],
      ...['/v1/products?buscar=caf', '/v1/storage/destinations', '/v1/storage/status'],
    ].map(get),
  ]
}

function pages(world: World, person: Browser): Step[] {
  const { nit } = world.company
  const get = (path: string): Step => [
    `the page ${path}`,
    async () => {
      const { status, body } = await person.get(path)
      assert.equal(status, 200, JSON.stringify(body))
    },
  ]
  const paths = [
    ...['/session', '/empresas', `/${nit}/00/inicio`, `/${nit}/00/documentos`],
    ...[`/${nit}/00/documentos?q=pedido`, `/${nit}/00/documentos?porCorregir=true`],
    ...[`/${nit}/00/documentos/totales?estado=sellado`, `/${nit}/00/huecos`],
    ...[`/${nit}/00/borradores`, `/${nit}/auditoria`, `/${nit}/llaves`],
    ...[`/${nit}/personas`, `/${nit}/empresa`, `/${nit}/puntos`],
    ...[`/${nit}/certificados`, `/${nit}/credenciales`, `/${nit}/almacenamiento`],
    `/${nit}/certificacion`,
  ]
  return paths.map(get)
}
