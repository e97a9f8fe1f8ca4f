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
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { verifyDue } from '../../src/entrypoints/jobs/verify.ts'
import type { Deps } from '../../src/flows/context.ts'
import { copyDue } from '../../src/flows/keeping/copy.ts'
import { takePendingCopies } from '../../src/ledger/holding/copies.ts'
import { expireHolding } from '../../src/ledger/holding/holding.ts'
import { forgetOldCalls } from '../../src/ledger/keys/quota.ts'
import { keepPartitions } from '../../src/ledger/keys/request-log.ts'
import { hastenWaiting } from '../../src/ledger/outages/outages.ts'
import { sweepPeople } from '../../src/ledger/people/expired.ts'
import { giveBack, invalidate } from '../corrections.ts'
import { credito, nota } from '../notas.ts'
import { type Browser, signInAs } from '../people.ts'
import { prepare, sign } from '../prepared.ts'
import { type Reply, SALE, type World } from '../world.ts'

/** A step of the day, by its name. */
export type Step = readonly [string, () => Promise<unknown>]

export function stepsOf(world: World, person: Browser): readonly Step[] {
  return [
    ['sign in', () => signInAs(world, 'dueno')],
    ...[...sales(world), ...reads(world), ...pages(world, person), ...jobs(world)],
    ...[...outage(world), ...jobs(world)],
    ...lateOutage(world),
    ['the end of an outage', () => hastenWaiting(world.deps.pool, '00', world.deps.clock.now())],
  ]
}

/** Until the next jobs find their rows due. */
const LATER_MS = 70_000

/** An empty table's outage is over by then, so that its copies are of sealed documents; among 20,000 rows it may go on. */
const ROUNDS_MAX = 10

async function call(
  world: World,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<void> {
  const reply = await send(world, method, url, body)
  assert.ok(
    reply.statusCode < 300,
    `${method} ${url} answered ${reply.statusCode}: ${reply.payload}`,
  )
}

function send(
  world: World,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const { apiKey, signKey } = world.company.key
  return world.app.inject({
    method,
    url,
    headers: {
      'x-service-key': apiKey,
      ...(method === 'GET'
        ? {}
        : { 'x-service-sign-key': signKey ?? '', 'idempotency-key': systemRandom.uuid() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

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

const JOBS: readonly (readonly [string, (deps: Deps) => Promise<unknown>])[] = [
  ['fence', ({ fence }) => fence.check()],
  ['outages', watchOutages],
  ['transmit', transmitDue],
  ['lots', transmitLots],
  ['reservations', releaseExpired],
  ['claims', sweepClaims],
  ['copy', copyDue],
  ['copy, while a company with a backlog is served', lookForOthers],
  ['holding', expireHolding],
  ['verify', verifyDue],
  ['rate_calls', forgetOldCalls],
  ['search_words', indexSearchWords],
  ['people', sweepPeople],
  ['security_events', ({ security, consolePool }) => security.record(consolePool, 'due')],
  ['deadlines', warnOfDeadlines],
  ['request_log', keepPartitions],
]

/** When what waits in the full tables is due. */
async function lookForOthers({ pool, clock }: Deps): Promise<void> {
  const now = new Date(clock.now().getTime() + 3 * DAY_MS)
  const { company_id } = await pool.one<{ company_id: string }>(
    'select company_id from documents limit 1',
  )
  await takePendingCopies(pool, { now, leaseUntil: now, limit: 64, busy: [company_id] })
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
    ...[
      `/${nit}/00/documentos/totales?estado=sellado`,
      `/${nit}/00/huecos`,
      `/${nit}/00/borradores`,
    ],
    ...[
      `/${nit}/auditoria`,
      `/${nit}/llaves`,
      `/${nit}/personas`,
      `/${nit}/empresa`,
      `/${nit}/puntos`,
    ],
    ...[`/${nit}/certificados`, `/${nit}/credenciales`, `/${nit}/almacenamiento`],
  ]
  return paths.map(get)
}
