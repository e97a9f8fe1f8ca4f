/** A call that is stopped: what its error says in each case, what its hooks are told, and what it leaves behind. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { failureOf, refusal, SALE, type Said, scripted } from '../test/scripted.ts'
import { type Ended, toError } from './call-error.ts'
import { startDeadline } from './deadline.ts'
import { isSelloError, SelloError } from './error.ts'
import { runtime, wait } from './platform.ts'

const NOTHING = ' antes de enviarse: no se envió nada'
const AGAIN = ' No se sabe si se hizo: repita con la misma clave o consulte.'
const BEFORE = ' No se sabe si un envío anterior se hizo.'
const LIMITS = { timeoutMs: 7, deadlineMs: 9 }

// biome-ignore format: a table
const STOPPED: readonly (readonly [route: 'issue' | 'status', isSent: boolean, mayBeDone: boolean, said: string, outcome: string])[] = [
  ['issue',  true,  true,  `.${AGAIN}`,           'unknown'],
  ['issue',  true,  false, `.${AGAIN}`,           'unknown'],
  ['issue',  false, true,  `${NOTHING}.${BEFORE}`, 'unknown'],
  ['issue',  false, false, `${NOTHING}.`,          'refused'],
  ['status', true,  true,  '.',                    'refused'],
  ['status', false, true,  `${NOTHING}.`,          'refused'],
]

test('a stopped call says whether anything was sent, and what may have been done', () => {
  for (const [route, isSent, mayBeDone, said, outcome] of STOPPED) {
    const call = { attempts: 2, idempotencyKey: 'k', mayBeDone, limits: LIMITS, request: { route } }
    const aborted = toError({ kind: 'aborted', isSent }, call)
    assert.equal(aborted.message, `La llamada se canceló${said}`)
    assert.deepEqual([aborted.code, aborted.details], ['aborted', { sent: isSent }])
    const late = toError({ kind: 'late', isSent }, call)
    assert.equal(late.message, `Se acabó el tiempo de la llamada${said}`)
    assert.deepEqual([late.code, late.details], ['timeout', { timeoutMs: 9, limit: 'call' }])
    for (const error of [aborted, late]) {
      const { idempotencyKey, attempts, status, requestId } = error
      assert.deepEqual([error.outcome, idempotencyKey, attempts], [outcome, 'k', 2])
      assert.deepEqual([status, requestId], [null, null])
    }
  }
})

test('an attempt that took too long says its own limit', () => {
  const ended: Ended = { kind: 'unanswered', why: 'timeout', cause: null }
  for (const [route, doubt] of [
    ['issue', AGAIN],
    ['status', ''],
  ] as const) {
    const call = { attempts: 1, idempotencyKey: null, mayBeDone: false, limits: LIMITS }
    const error = toError(ended, { ...call, request: { route } })
    assert.equal(error.message, `El servicio no respondió a tiempo.${doubt}`)
    assert.deepEqual(error.details, { timeoutMs: 7, limit: 'attempt' })
  }
})

/** What the hooks are told of a call: its code once answered, and each wait. */
async function toldOf(answer: () => Said, given: object = {}, call: object = {}) {
  const told: unknown[] = []
  const hooks = {
    onAnswer: ({ code, status }: { code: string | null; status: number | null }) =>
      void told.push([code, status]),
  }
  const { client } = scripted(answer, { hooks, maxRetries: 0, ...given })
  const failed = await failureOf(client.prepare(SALE, call))
  return { told, failed }
}

test('hooks are told why no answer was returned', async () => {
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  const controller = new AbortController()
  const abort = () => {
    controller.abort()
    return lost()
  }
  /** Its first timer is the call’s, its second the attempt’s. */
  const hurry = (n: number) => {
    let timers = 0
    const after = (_: number, work: () => void) => {
      timers += 1
      if (timers === n) queueMicrotask(work)
      return () => {}
    }
    return {
      platform: { after, fetch: (_: string, { signal }: { signal: AbortSignal }) => until(signal) },
    }
  }
  /** The time of the call is over once it is sent. */
  const hurried = () => {
    const timers: (() => void)[] = []
    const after = (_: number, work: () => void) => {
      timers.push(work)
      return () => {}
    }
    const fetch = (_: string, { signal }: { signal: AbortSignal }) => {
      timers[0]?.()
      return until(signal)
    }
    return { platform: { after, fetch } }
  }
  const until = (signal: AbortSignal) =>
    new Promise<never>((_, fail) => {
      if (signal.aborted) fail(new Error('aborted'))
      signal.addEventListener('abort', () => fail(new Error('aborted')))
    })
  const of = async (...call: Parameters<typeof toldOf>) => (await toldOf(...call)).told

  assert.deepEqual(await of(lost), [['network', null]])
  assert.deepEqual(await of(() => ({ body: '<html>' })), [['unreadable_answer', 200]])
  assert.deepEqual(await of(abort, {}, { signal: controller.signal }), [['aborted', null]])
  assert.deepEqual(await of(lost, hurry(2)), [['timeout', null]])
  const late = await toldOf(lost, hurry(1))
  assert.deepEqual(
    [late.failed.code, late.failed.details],
    ['timeout', { timeoutMs: 60_000, limit: 'call' }],
  )
  assert.deepEqual(late.told, [], 'before an attempt')
  assert.deepEqual(await of(lost, hurried()), [['timeout', null]], 'and during one')
})

test('an answer of another call, and one without end, are told as what they are', async () => {
  const other = await toldOf(() => ({ headers: { 'idempotency-key': 'other' } }))
  assert.deepEqual(other.failed.details, { status: 200, why: 'es la respuesta de otra llamada' })
  const value = new Uint8Array(16 * 1024 * 1024)
  const endless = async () => ({
    status: 200,
    headers: new Headers(),
    arrayBuffer: () => assert.fail('read at once'),
    body: {
      getReader: () => ({ read: async () => ({ done: false, value }), cancel: async () => {} }),
    },
  })
  const { failed } = await toldOf(() => ({}), { platform: { fetch: endless } })
  assert.deepEqual(failed.details, { status: 200, why: 'pasa de 64 MiB' })
  assert.equal(failed.outcome, 'unknown')
})

test('a refusal tells the service’s time too', async () => {
  const headers = { date: 'Mon, 05 Oct 2026 16:00:03 GMT' }
  const { client } = scripted(() => ({ status: 404, body: refusal('not_found'), headers }))
  await failureOf(client.query('A'))
  assert.equal(client.clockOffsetMs, 3_000)
})

test('a call that is stopped as it is told of is not sent', async () => {
  const controller = new AbortController()
  const hooks = { onRequest: () => controller.abort() }
  const { client, asked } = scripted(() => ({}), { hooks })
  const { signal } = controller
  const failed = await failureOf(client.status({ signal }))
  assert.deepEqual([failed.code, failed.details, asked], ['aborted', { sent: false }, []])
})

test('a call that is stopped between two attempts says that one was sent', async () => {
  const controller = new AbortController()
  const after = (ms: number, work: () => void) => {
    if (ms === 500) {
      controller.abort()
      queueMicrotask(work)
    }
    return () => {}
  }
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  const { client, asked } = scripted(lost, { platform: { after } })
  const failed = await failureOf(client.prepare(SALE, { signal: controller.signal }))
  assert.deepEqual([failed.code, failed.details, failed.attempts], ['aborted', { sent: true }, 1])
  assert.deepEqual([failed.outcome, asked.length], ['unknown', 1])
})

test('nothing is left on the caller’s signal, whatever ends first', async () => {
  const { signal } = new AbortController()
  const listeners = () => getEventListeners(signal, 'abort').length
  const { client } = scripted(() => ({}))
  await client.status({ signal })
  assert.equal(listeners(), 0)
  await wait(runtime, 0, signal)
  assert.equal(listeners(), 0)
  const deadline = startDeadline(runtime, 1_000, signal)
  assert.equal(listeners(), 1)
  deadline.end()
  assert.equal(listeners(), 0)

  const after = () => assert.fail('a timer for an aborted wait')
  await wait({ ...runtime, after }, 1_000, AbortSignal.abort())
})

test('what is not known of an error is null, and an error of another kind is none of the client', () => {
  const { outcome, status, requestId, idempotencyKey, retryAfterSeconds, attempts, cause } =
    new SelloError('local_store', 'No.', { details: { cause: 'x' } })
  assert.deepEqual(
    { outcome, status, requestId, idempotencyKey, retryAfterSeconds, attempts, cause },
    {
      ...{ outcome: 'refused', status: null, requestId: null, idempotencyKey: null },
      ...{ retryAfterSeconds: null, attempts: 0, cause: undefined },
    },
  )
  const named = Object.assign(new Error('No.'), { name: 'SelloError' })
  const alike = { name: 'SelloError', outcome: 'refused', code: 'network' }
  for (const other of [
    null,
    undefined,
    'x',
    alike,
    named,
    Object.assign(new Error('No.'), alike, { name: 'Error' }),
  ]) {
    assert.equal(isSelloError(other), false)
  }
  const fromElsewhere = Object.assign(new Error('No.'), alike)
  assert.deepEqual(
    [isSelloError(fromElsewhere), isSelloError(fromElsewhere, 'network')],
    [true, true],
  )
  assert.equal(isSelloError(fromElsewhere, 'timeout'), false)
})
