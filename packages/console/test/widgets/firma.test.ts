/** The sign key of a person: encrypted in this browser's store, open in a worker alone, and for half an hour. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'
import { createElement as h } from 'react'
import type { Secret } from '../../src/firma/encrypted-key.ts'
import { useEmptyStore } from '../indexed-db.ts'
import { change, draw, one } from './dom.ts'

const START = Date.parse('2026-11-20T15:00:00Z')
mock.timers.enable({ apis: ['Date', 'setInterval', 'setTimeout'], now: START })
after(() => mock.timers.reset())

/** A worker whose program runs in this process: what passes is copied, and comes later. */
const started: string[] = []
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(url: string, { type }: { type: string }) {
    started.push(`${type} ${url}`)
    const postMessage = (data: unknown) =>
      queueMicrotask(() => this.onmessage?.({ data: structuredClone(data) }))
    program.postMessage = postMessage
  }
  postMessage(data: unknown): void {
    posted.push(JSON.stringify(data))
    queueMicrotask(() => program.onmessage({ data: structuredClone(data) }))
  }
}
const program = { onmessage: (_: { data: unknown }) => {}, postMessage: (_: unknown) => {} }
const posted: string[] = []
/** A page below a path of the server, whose browser asks a policy for the address of each worker. */
document.head.innerHTML = '<meta name="sello-base" content="/sello/">'
type Rules = { createScriptURL(url: string): string }
const trustedTypes = {
  createPolicy: (name: string, rules: Rules) => ({
    createScriptURL: (url: string) => `${name} ${rules.createScriptURL(url)}`,
  }),
}
const { location } = window
Object.assign(globalThis, { self: program, Worker: WorkerHere, location, trustedTypes })
await import('../../src/firma/worker.ts')

const { ApiError, setCsrf, Unreachable } = await import('../../src/api/http.ts')
const { closeAll, FirmaCerrada, forgetKept, keepSignKey, openFirma, readKept } = await import(
  '../../src/firma/store.ts'
)
const { signedCall, useFirma } = await import('../../src/firma/store.ts')
const { startWorker } = await import('../../src/trusted.ts')

const placeOf = (personaId: string, ambiente = '00') =>
  ({ personaId, empresa: { nit: '06140101900001' }, ambiente }) as never
const ANA = placeOf('ana')

const frase = (text: string): Secret => ({ kind: 'frase', frase: text })
const llave = (credentialId: string, first = 1): Secret => ({
  ...{ kind: 'llave', credentialId },
  secret: new Uint8Array(32).fill(first),
})
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

test('no program of another origin is started', () => {
  assert.throws(() => startWorker('https://example.com/worker.js'), {
    message: 'bug: a script of another origin: https://example.com/worker.js',
  })
})
