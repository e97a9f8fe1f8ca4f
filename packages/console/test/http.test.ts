/** What a call sends, what its answer becomes, and when it asks the person first. */
import './page.ts'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'

const { ApiError, askConfirmation, askFactor, askSignIn, attempt, call, callRaw } = await import(
  '../src/api/http.ts'
)
const { csrfToken, setCsrf, setInterruptions, Unreachable } = await import('../src/api/http.ts')

interface Sent extends RequestInit {
  readonly url: string
}
let sent: Sent[] = []
let answers: (Response | Error)[] = []

beforeEach(() => {
  sent = []
  Object.assign(globalThis, {
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url, ...init })
      const answer = answers.shift() ?? assert.fail('one call too many')
      if (answer instanceof Error) throw answer
      return answer
    },
  })
})
afterEach(() => {
  assert.deepEqual(answers, [])
  setCsrf(null)
  setInterruptions(null)
})

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const refused = (status: number, code: string, details?: object) =>
  json(status, { error: { code, message: `No: ${code}`, ...(details ? { details } : {}) } })

/** What a rejected call says. */
async function failureOf(work: Promise<unknown>): Promise<InstanceType<typeof ApiError>> {
  const error = await work.then(
    () => null,
    (one: unknown) => one,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error
}

describe('a call', () => {
  test('that reads sends neither body nor token, and returns the body of its answer', async () => {
    setCsrf('token')
    answers = [json(200, { a: 1 }), new Response(null, { status: 204 })]
    assert.deepEqual(await call('/x?y=1'), { a: 1 })
    assert.equal(await call('/x'), null)
    const [first] = sent
    assert.deepEqual(first, {
      ...{ url: '/console/api/x?y=1', method: 'GET', credentials: 'same-origin', headers: {} },
    })
  })

  test('that writes sends its body as JSON, the token of the session and its own headers', async () => {
    const { signal } = new AbortController()
    answers = [json(200, {}), json(200, {})]
    const body = { nombre: 'Ana' }
    await call('/x', { method: 'POST', body })
    setCsrf('token')
    assert.equal(csrfToken(), 'token')
    await call('/x', { method: 'PUT', body, headers: { 'if-match': '3' }, signal })
    const own = { url: '/console/api/x', credentials: 'same-origin', body: '{"nombre":"Ana"}' }
    const type = { 'content-type': 'application/json' }
    assert.deepEqual(sent, [
      { ...own, method: 'POST', headers: type },
      {
        ...{ ...own, method: 'PUT', signal },
        headers: { ...type, 'x-sello-csrf': 'token', 'if-match': '3' },
      },
    ])
  })

  test('has no token before somebody signs in', () => {
    assert.equal(csrfToken(), '')
  })

  test('of a page that nobody has touched for five minutes says so', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 6 * 60_000 })
    answers = [json(200, {})]
    await call('/x')
    assert.deepEqual(sent[0]?.headers, { 'x-sello-unattended': '1' })
  })

  test('that gets no answer is told apart from one that was given up', async () => {
    answers = [new TypeError('fetch failed'), new Error('aborted')]
    const lost = await call('/x').then(
      () => null,
      (one: unknown) => one,
    )
    assert.ok(lost instanceof Unreachable)
    assert.deepEqual([lost.name, lost.message], ['Unreachable', 'No hay conexión con el servicio.'])
    assert.equal((lost.cause as Error).message, 'fetch failed')
    const signal = AbortSignal.abort()
    await assert.rejects(call('/x', { signal }), { message: 'aborted' })
  })
})

describe('a refusal', () => {
  test('has all that the service said of it', async () => {
    const issues = [{ path: 'items[0]', message: 'falta' }]
    const headers = { 'x-request-id': 'r-1', 'retry-after': '30' }
    const error = { code: 'invalid_request', message: 'No.', details: { issues } }
    answers = [json(422, { error }, headers)]
    const failure = await failureOf(call('/x'))
    const { name, status, code, message, details, requestId, retryAfterSeconds } = failure
    assert.deepEqual(
      { name, status, code, message, details, requestId, retryAfterSeconds },
      {
        ...{ name: 'ApiError', status: 422, code: 'invalid_request', message: 'No.' },
        ...{ details: { issues }, requestId: 'r-1', retryAfterSeconds: 30 },
      },
    )
    assert.deepEqual(failure.issues, issues)
  })

  test('of something in between is an error of the service, with no issues and no time to wait', async () => {
    answers = [new Response('<html>', { status: 502 }), json(500, { error: {} }), json(500, {})]
    for (const status of [502, 500, 500]) {
      const failure = await failureOf(call('/x'))
      const { code, message, details, issues, requestId, retryAfterSeconds } = failure
      assert.deepEqual(
        { status: failure.status, code, message, details, issues, requestId, retryAfterSeconds },
        {
          ...{ status, code: 'internal_error', message: 'El servicio no pudo responder.' },
          ...{ details: {}, issues: [], requestId: null, retryAfterSeconds: null },
        },
      )
    }
    const bare = { status: 400, code: 'a', message: 'b', requestId: null, retryAfterSeconds: null }
    assert.deepEqual(new ApiError(bare).details, {})
    assert.deepEqual(new ApiError({ ...bare, details: { issues: 'x' } }).issues, [])
  })
})

describe('the person', () => {
  let asked: string[] = []
  /** A page whose person answers like this. */
  function page(answered: boolean): void {
    asked = []
    setInterruptions({
      signIn: async () => asked.push('entrar') > 0 && answered,
      confirm: async (second) => asked.push(`confirmar ${second}`) > 0 && answered,
    })
  }
  const ended = () => refused(401, 'session_required')
  const unconfirmed = (details?: object) => refused(403, 'confirmation_required', details)

  test('signs in or confirms over the page, and the call is made once more', async () => {
    for (const [refusal, question] of [
      [ended(), 'entrar'],
      [unconfirmed(), 'confirmar false'],
      [unconfirmed({ segundoFactor: true }), 'confirmar true'],
    ] as const) {
      page(true)
      answers = [refusal, json(200, 'done')]
      assert.equal(await call('/x', { method: 'DELETE' }), 'done')
      assert.deepEqual(asked, [question])
    }
    answers = [ended(), ended()]
    assert.equal((await failureOf(callRaw('/x'))).code, 'session_required', 'not a third time')
  })

  test('who declines, or is not there, leaves the refusal as it is', async () => {
    for (const refusal of [ended, unconfirmed]) {
      page(false)
      answers = [refusal()]
      const { code } = await failureOf(call('/x'))
      assert.equal(asked.length, 1, code)
      setInterruptions(null)
      answers = [refusal()]
      assert.equal((await failureOf(call('/x'))).code, code)
    }
  })

  test('is not asked for another refusal, nor by the sign-in itself', async () => {
    page(true)
    answers = [refused(403, 'forbidden'), ended()]
    assert.equal((await failureOf(call('/x'))).code, 'forbidden')
    assert.equal((await failureOf(attempt('/x'))).code, 'session_required')
    answers = [new TypeError('fetch failed')]
    await assert.rejects(call('/x'), Unreachable)
    assert.deepEqual(asked, [])
  })

  test('is asked by what signs in another worker too', async () => {
    const bare = { status: 403, code: '', message: '', requestId: null, retryAfterSeconds: null }
    const needs = (segundoFactor?: boolean) => new ApiError({ ...bare, details: { segundoFactor } })
    for (const answered of [true, false]) {
      page(answered)
      assert.equal(await askSignIn(), answered)
      assert.equal(await askFactor(), answered)
      assert.equal(await askConfirmation(needs(true)), answered)
      assert.equal(await askConfirmation(needs()), answered)
      assert.deepEqual(asked, ['entrar', 'confirmar true', 'confirmar true', 'confirmar false'])
    }
    setInterruptions(null)
    assert.equal(await askSignIn(), false)
    assert.equal(await askFactor(), false)
    assert.equal(await askConfirmation(needs()), false)
  })
})
