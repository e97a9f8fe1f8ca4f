/** The sign key of a person: encrypted in this browser's store, open in a worker alone, for half an hour; and what is issued with it. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'
import { createElement as h } from 'react'
import type { Secret } from '../../src/firma/encrypted-key.ts'
import { useEmptyStore } from '../indexed-db.ts'
import { change, draw, one } from './dom.ts'

const START = Date.parse('2026-11-20T15:00:00Z')
mock.timers.enable({ apis: ['Date', 'setInterval', 'setTimeout'], now: START })
after(() => mock.timers.reset())

const { ANA, frase, llave, placeOf, posted, started } = await import('./firma-here.ts')

const { ApiError, setCsrf, setInterruptions, Unreachable } = await import('../../src/api/http.ts')
const { issue } = await import('../../src/emitir/issue.ts')
const { closeAll, FirmaCerrada, forgetKept, keepSignKey, openFirma, readKept } = await import(
  '../../src/firma/store.ts'
)
const { signedCall, useFirma } = await import('../../src/firma/store.ts')
const { startWorker } = await import('../../src/trusted.ts')

const MINTED = { keyId: 'k-1', signKey: 'sellosk_secreta' }
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))
const keptOf = async (place = ANA) => (await readKept(place)) ?? assert.fail('nothing is kept')

let sent: (RequestInit & { url: string })[] = []
let answer: () => Response = () => assert.fail('no call was expected')
Object.assign(globalThis, {
  fetch: async (url: string, init: RequestInit) => {
    sent.push({ url, ...init })
    return answer()
  },
})
const sign = (place = ANA, method?: string) =>
  signedCall(place, '/dte', {
    ...{ body: { a: 1 }, idempotencyKey: 'i-1' },
    ...(method ? { method } : {}),
  })
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

let openUntil: Date | null = null
function Shown() {
  openUntil = useFirma(ANA).openUntil
  return h('output', null, openUntil?.toISOString() ?? 'cerrada')
}
const shown = () => one('status').textContent

beforeEach(async () => {
  await useEmptyStore()
  sent = []
  await draw(h(Shown))
  await change(closeAll)
})

describe('a sign key', () => {
  test('is stored for its place, encrypted, and opens by each of its means', async () => {
    const means = [frase('Cafe\u0301 ﬁrme'), llave('uno'), llave('dos', 2)]
    await change(() => keepSignKey(ANA, MINTED, means))
    const kept = await keptOf()
    assert.deepEqual(
      { ...kept, sealed: kept.sealed.map((s) => [s.kind, s.credentialId]) },
      {
        ...{ keyId: 'k-1', failures: 0, blockedUntil: null },
        sealed: [
          ['frase', null],
          ['llave', 'uno'],
          ['llave', 'dos'],
        ],
      },
    )
    for (const { salt, iv, iterations, datos } of kept.sealed) {
      assert.deepEqual([salt.length, iv.length, iterations], [16, 12, 600_000])
      assert.ok(!Buffer.from(datos).includes('sellosk'))
    }
    const parts = kept.sealed.flatMap(({ salt, iv }) => [String(salt), String(iv)])
    assert.equal(new Set(parts).size, 6, 'each time others')
    for (const secret of [frase('Café firme'), llave('uno'), llave('dos', 2)]) {
      await change(closeAll)
      assert.equal(shown(), 'cerrada')
      await change(async () => assert.equal(await openFirma(ANA, kept, secret), null))
      assert.notEqual(shown(), 'cerrada')
    }
    assert.equal(await readKept(placeOf('ana', '01')), undefined)
    await forgetKept(ANA)
    assert.equal(await readKept(ANA), undefined)
    assert.deepEqual(started, ['module sello /worker.js'], 'one worker')
  })

  test('that was stored by an earlier release still opens, by its own number of iterations', async () => {
    const stored = (kind: 'frase' | 'llave', salt: string, iv: string, datos: string) => ({
      ...{ kind, credentialId: kind === 'llave' ? 'uno' : null, iterations: 1000 },
      ...{ salt: bytesOf(salt), iv: bytesOf(iv), datos: bytesOf(datos) },
    })
    const sealed = [
      stored(
        'frase',
        '3dfWbB+LWtBPwypQ9KC0ew==',
        'bcJ6v7TyibCnDRK8',
        'x+5lbMDhXhSRzQNK/mCPfTseOJI9h/btpsf0cZMkRDE=',
      ),
      stored(
        'llave',
        'wx3YyJBYpq2myUlpMv6UdQ==',
        'iGYqSt+SZQ7pUzYU',
        'sw0h/m1iwJCo98O4mC1LAjoMytwhxXIH83pgnYiUDuk=',
      ),
    ]
    const kept = { keyId: 'k-1', sealed, failures: 0, blockedUntil: null }
    answer = () => json(200, {})
    for (const secret of [frase('Cafe\u0301 ﬁrme'), llave('uno')]) {
      await change(closeAll)
      await change(async () => assert.equal(await openFirma(ANA, kept, secret), null))
      await change(() => sign())
      const { headers } = sent.at(-1) ?? assert.fail()
      assert.equal((headers as Record<string, string>)['x-service-sign-key'], 'sellosk_guardada')
    }
  })

  test('does not open with another secret, in another place, or by what it was not stored with', async () => {
    await change(() => keepSignKey(ANA, MINTED, [llave('uno')]))
    await change(closeAll)
    const kept = await keptOf()
    assert.equal(await openFirma(ANA, kept, llave('uno', 9)), 4)
    assert.equal(await openFirma(placeOf('ana', '01'), kept, llave('uno')), 4)
    assert.equal(await openFirma(placeOf('eva'), kept, llave('uno')), 4)
    assert.equal(shown(), 'cerrada')
    for (const secret of [llave('dos'), frase('una frase')]) {
      await assert.rejects(openFirma(ANA, kept, secret), {
        message: 'Esta firma no se guardó con ese medio.',
      })
    }
  })

  test('is blocked for a quarter of an hour after each five wrong attempts, and a right one counts anew', async () => {
    await change(() => keepSignKey(ANA, MINTED, [llave('uno')]))
    const wrong = async () => [
      await openFirma(ANA, await keptOf(), llave('uno', 9)),
      (await keptOf()).failures,
      (await keptOf()).blockedUntil,
    ]
    const blocked = START + 15 * 60_000
    for (const [n, left] of [4, 3, 2, 1].entries()) {
      assert.deepEqual(await wrong(), [left, n + 1, null])
    }
    assert.deepEqual(await wrong(), [0, 5, blocked])
    assert.deepEqual(await wrong(), [4, 6, null])
    await change(async () => openFirma(ANA, await keptOf(), llave('uno')))
    const { failures, blockedUntil, sealed } = await keptOf()
    assert.deepEqual([failures, blockedUntil, sealed.length], [0, null, 1])
  })

  test('that the worker cannot encrypt or open is said so', async () => {
    const broken: Secret = { kind: 'llave', credentialId: 'uno', secret: 'x' as never }
    await assert.rejects(keepSignKey(ANA, MINTED, [broken]), {
      message: 'No se pudo guardar la firma en este navegador.',
    })
    await change(() => keepSignKey(ANA, MINTED, [llave('uno')]))
    const kept = await keptOf()
    const spoiled = { ...kept, sealed: kept.sealed.map((one) => ({ ...one, datos: 'x' as never })) }
    for (const [stored, secret] of [
      [kept, broken],
      [spoiled, llave('uno')],
    ] as const) {
      await assert.rejects(openFirma(ANA, stored, secret), {
        message: 'No se pudo abrir la firma.',
      })
    }
    assert.equal((await keptOf()).failures, 0, 'no attempt of the person failed')
  })

  test('is open for half an hour after its last use, and then closed by itself', async () => {
    const minutes = (n: number) => change(() => mock.timers.tick(n * 60_000))
    const at = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
    await change(() => keepSignKey(ANA, MINTED, [llave('uno')]))
    assert.equal(shown(), at(30))
    await minutes(29)
    answer = () => json(200, {})
    await change(() => sign())
    assert.equal(shown(), at(30))
    await minutes(29)
    assert.equal(shown(), at(1))
    await minutes(1)
    assert.equal(shown(), 'cerrada')
    await assert.rejects(sign(), FirmaCerrada)
    // It is gone, and not merely refused: also for a clock that somebody sets back.
    mock.timers.setTime(START)
    await assert.rejects(sign(), FirmaCerrada)
    assert.equal(sent.length, 1)
  })
})

describe('a signing call', () => {
  beforeEach(() => change(() => keepSignKey(ANA, MINTED, [llave('uno')])))

  test('is made by the worker with the key of its place, which the page never sees again', async () => {
    posted.length = 0
    setCsrf('token')
    answer = () => json(201, { ok: true }, { 'idempotency-replayed': 'true' })
    await change(async () => {
      const { status, headers, body } = await sign()
      assert.deepEqual([status, body], [201, { ok: true }])
      assert.equal(headers['idempotency-replayed'], 'true')
      await sign(ANA, 'PUT')
    })
    setCsrf(null)
    const all = {
      ...{ url: '/sello/console/api/06140101900001/00/dte', credentials: 'same-origin' },
      body: '{"a":1}',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': 'i-1' },
        ...{ 'x-sello-csrf': 'token', 'x-service-sign-key': 'sellosk_secreta' },
      },
    }
    assert.deepEqual(sent, [
      { ...all, method: 'POST' },
      { ...all, method: 'PUT' },
    ])
    assert.equal(posted.filter((one) => one.includes('sellosk')).length, 0)
  })

  test('of another place, or of a closed key, is not sent', async () => {
    await assert.rejects(sign(placeOf('ana', '01')), FirmaCerrada)
    await change(closeAll)
    await assert.rejects(sign(), { name: 'FirmaCerrada', message: 'La firma está cerrada.' })
    assert.deepEqual(sent, [])
  })

  test('that gets no answer, or none of the service, may be repeated', async () => {
    const lost = { name: 'Unreachable', message: 'No hay conexión con el servicio.' }
    const other = { name: 'Unreachable', message: 'Lo que respondió no es el servicio.' }
    await change(async () => {
      for (const [given, expected] of [
        [() => assert.fail('fetch failed'), lost],
        [() => new Response('<html>', { status: 200 }), other],
        [() => new Response('"texto"', { status: 502 }), other],
        [() => new Response('null', { status: 200 }), other],
      ] as const) {
        answer = given
        await assert.rejects(sign(), expected)
        await assert.rejects(sign(), Unreachable)
      }
    })
  })

  test('that is refused throws all that the service said', async () => {
    const failing = async (response: Response) => {
      answer = () => response
      let failure: unknown
      await change(async () => {
        failure = await sign().then(
          () => null,
          (error: unknown) => error,
        )
      })
      assert.ok(failure instanceof ApiError)
      const { status, code, message, details, requestId, retryAfterSeconds } = failure
      return { status, code, message, details, requestId, retryAfterSeconds }
    }
    const error = { code: 'rate_limited', message: 'Espere.', details: { a: 1 } }
    const headers = { 'x-request-id': 'r-1', 'retry-after': '30' }
    assert.deepEqual(await failing(json(429, { error }, headers)), {
      ...{ status: 429, ...error, requestId: 'r-1', retryAfterSeconds: 30 },
    })
    assert.deepEqual(await failing(json(400, {})), {
      ...{ status: 400, code: 'internal_error', message: 'El servicio no pudo responder.' },
      ...{ details: {}, requestId: null, retryAfterSeconds: null },
    })
  })
})

describe('an issue', () => {
  beforeEach(() => change(() => keepSignKey(ANA, MINTED, [llave('uno')])))

  const refusal =
    (code: string, status: number, more: object = {}, retryAfter?: string) =>
    () =>
      json(
        status,
        { error: { code, message: code, details: {}, ...more } },
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      )
  const sealed = () => json(200, { sello: 1 })
  const lost = () => assert.fail('fetch failed')
  /** What comes of it, what it told and asked meanwhile, and how many calls it made. */
  async function issued(answers: readonly (() => Response)[], values: object = {}) {
    const left = [...answers]
    answer = () => (left.shift() ?? assert.fail('one call too many'))()
    const told: unknown[] = []
    let ending: unknown
    await change(async () => {
      ending = await issue(ANA, {
        ...{ request: { tipoDte: '01' }, idempotencyKey: 'i-1', needsHacienda: false },
        onDoubt: () => void told.push('doubt'),
        wait: async (ms) => void told.push(ms),
        ...values,
      }).catch((error: Error) => error.message)
    })
    for (const { url, body, headers } of sent) {
      assert.equal(url, '/sello/console/api/06140101900001/00/v1/dte')
      assert.equal(body, '{"tipoDte":"01"}')
      assert.equal((headers as Record<string, string>)['idempotency-key'], 'i-1')
    }
    return { ending, told, calls: sent.splice(0).length }
  }

  test('ends sealed, signed without a seal, or rejected', async () => {
    const details = { numeroControl: 'DTE-01-1', codigoGeneracion: 'C' }
    const quiet = { told: [], calls: 1 }
    const sello = { kind: 'sellado', documento: { sello: 1 } }
    assert.deepEqual(await issued([sealed]), { ending: sello, ...quiet })
    assert.deepEqual(await issued([() => json(202, { sello: null })]), {
      ...{ ending: { kind: 'contingencia', documento: { sello: null } }, ...quiet },
    })
    assert.deepEqual(await issued([refusal('mh_rejected', 422, { details })]), {
      ...{ ending: { kind: 'rechazado', rechazo: details }, ...quiet },
    })
  })

  test('is asked for again with its key while its answer is lost, each time later, and at most six times', async () => {
    const ending = { kind: 'sellado', documento: { sello: 1 } }
    const waits = [1000, 2000, 4000, 8000, 16_000].flatMap((ms) => ['doubt', ms])
    const html = () => new Response('<html>', { status: 502 })
    const busy = refusal('idempotency_in_flight', 409)
    const answers = [lost, html, busy, refusal('correlative_unavailable', 503), lost]
    assert.deepEqual(await issued([...answers, sealed]), { ending, told: waits, calls: 6 })
    assert.deepEqual(await issued(Array(6).fill(lost)), {
      ...{ ending: 'No hay conexión con el servicio.', told: [...waits, 'doubt'], calls: 6 },
    })
    const down = refusal('service_unavailable', 503, {}, '7')
    assert.deepEqual(await issued([down, sealed]), { ending, told: ['doubt', 7000], calls: 2 })
  })

  test('of a type that waits for Hacienda is not asked for again while that does not answer', async () => {
    const needsHacienda = { needsHacienda: true }
    const down = refusal('service_unavailable', 503)
    const once = { told: [], calls: 1 }
    assert.deepEqual(await issued([down], needsHacienda), {
      ending: 'service_unavailable',
      ...once,
    })
    const { told, calls } = await issued([lost, sealed], needsHacienda)
    assert.deepEqual([told, calls], [['doubt', 1000], 2])
  })

  test('that is refused, or whose key is closed, is not repeated', async () => {
    for (const [code, status] of [
      ['validation_failed', 422],
      ['rate_limited', 429],
      ['internal_error', 500],
    ] as const) {
      const ended = await issued([refusal(code, status)])
      assert.deepEqual(ended, { ending: code, told: [], calls: 1 })
    }
    await change(closeAll)
    assert.deepEqual(await issued([]), { ending: 'La firma está cerrada.', told: [], calls: 0 })
  })

  test('goes on with its key once the person signs in or confirms, and ends where they do not', async () => {
    const asked: unknown[] = []
    let isDone = true
    const done = async (what: unknown) => {
      asked.push(what)
      return isDone
    }
    setInterruptions({ signIn: () => done('entrar'), confirm: (factor: boolean) => done(factor) })
    const session = refusal('session_required', 401)
    const confirm = refusal('confirmation_required', 403)
    const factor = refusal('confirmation_required', 403, { details: { segundoFactor: true } })
    const { ending, told, calls } = await issued([session, confirm, factor, sealed])
    assert.deepEqual(
      [ending, told, calls],
      [...[{ kind: 'sellado', documento: { sello: 1 } }, [], 4]],
    )
    assert.deepEqual(asked, ['entrar', false, true])
    isDone = false
    assert.deepEqual((await issued([session])).ending, 'session_required')
    assert.deepEqual((await issued([confirm])).ending, 'confirmation_required')
    setInterruptions(null)
    assert.deepEqual((await issued([session])).ending, 'session_required')
  })
})

test('no program of another origin is started', () => {
  assert.throws(() => startWorker('https://example.com/worker.js'), {
    message: 'bug: a script of another origin: https://example.com/worker.js',
  })
})
