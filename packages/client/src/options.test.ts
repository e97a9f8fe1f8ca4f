/** Which options a client takes; a wrong one is refused by its name before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_KEY, SIGN_KEY, scripted } from '../test/scripted.ts'
import { isSelloError, Sello, type SelloOptions } from './index.ts'

const MS = 'es un número de milisegundos mayor que 0.'
const KEY = 'no es una llave: está vacía o lleva espacios u otros caracteres.'
const SAYS: Readonly<Record<string, string>> = {
  timeoutMs: MS,
  deadlineMs: MS,
  maxRetries: 'es un número entero de 0 en adelante.',
  apiKey: KEY,
  signKey: KEY,
  baseUrl: 'es la dirección del servicio, como https://sello.example.com.',
}

const refuses = (field: string) => (error: unknown) => {
  assert.ok(isSelloError(error, 'invalid_option'), String(error))
  assert.deepEqual(error.details, { field })
  assert.ok(error.message.startsWith(`${field}: `), error.message)
  return true
}

// biome-ignore format: a table
const WRONG: readonly (readonly [option: keyof SelloOptions, values: readonly unknown[]])[] = [
  ['timeoutMs',  [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5']],
  ['deadlineMs', [0, -1, Number.NaN, '5']],
  ['maxRetries', [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1']],
  ['apiKey',     ['', ' ', 'a b', 'ñ', 'a\n', 'a'.repeat(201)]],
  ['signKey',    ['', 'a b', 'a'.repeat(201)]],
  ['baseUrl',    ['', 'sello.example.com', 'ftp://sello.example.com', 'https://', 'https://a b', 'https://a/?b', 'https://a/#b', 'x/', 7]],
]

for (const [option, values] of WRONG) {
  test(`a wrong ${option} is refused, for the client and where it can be given for the call`, async () => {
    const { client, asked } = scripted(() => ({}))
    const isOfCall = /Ms$|Retries$/.test(option)
    for (const value of values) {
      const given = { baseUrl: 'https://sello.example.com', apiKey: API_KEY, [option]: value }
      const message = `${option}: ${SAYS[option]}`
      assert.throws(() => new Sello(given), { message, details: { field: option } }, String(value))
      if (isOfCall) await assert.rejects(client.status({ [option]: value }), refuses(option))
    }
    assert.equal(asked.length, 0)
  })
}

// biome-ignore format: a table
const GOOD: readonly (readonly [what: string, options: Partial<SelloOptions>])[] = [
  ['half a millisecond',         { timeoutMs: 0.5 }],
  ['a call without a deadline',  { deadlineMs: Number.POSITIVE_INFINITY }],
  ['no repeats',                 { maxRetries: 0 }],
  ['keys of 200 characters',     { apiKey: 'a'.repeat(200), signKey: '~'.repeat(200) }],
  ['a key of one character',     { apiKey: '!' }],
  ['an address without a path',  { baseUrl: 'http://127.0.0.1:1' }],
]

for (const [what, options] of GOOD) {
  test(`${what} is taken`, async () => {
    const { client, asked } = scripted(() => ({}), options)
    await client.status()

    assert.equal(asked.length, 1)
  })
}

test('slashes at the end of the address are of no importance', async () => {
  for (const baseUrl of [
    'https://a.example.com/x',
    'https://a.example.com/x/',
    'https://a.example.com/x//',
  ]) {
    const { client, asked } = scripted(() => ({}), { baseUrl })
    await client.status()

    assert.equal(asked[0]?.url, 'https://a.example.com/x/v1/status')
  }
})

test('an attempt and a call have a minute each unless another time is given', async () => {
  const limitsOf = async (options: Partial<SelloOptions>, call = {}) => {
    const limits: number[] = []
    const after = (ms: number) => {
      limits.push(ms)
      return () => {}
    }
    await scripted(() => ({}), { ...options, platform: { after } }).client.status(call)
    return limits
  }

  assert.deepEqual(await limitsOf({}), [60_000, 60_000])
  const given = { deadlineMs: 5, timeoutMs: 7 }
  assert.deepEqual(await limitsOf(given), [5, 7], 'of the call, then of the attempt')
  assert.deepEqual(await limitsOf({}, given), [5, 7])
  // A longer timer would fire at once.
  assert.deepEqual(await limitsOf({ deadlineMs: 2 ** 31 - 1 }), [2 ** 31 - 1, 60_000])
  assert.deepEqual(await limitsOf({ deadlineMs: 2 ** 31 }), [60_000])
})

test('the number of repeats is that of the delays, unless it is given', async () => {
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  const attemptsOf = async (options: Partial<SelloOptions>) => {
    const { client } = scripted(lost, options)
    const failed = await client.status().catch((error) => error)
    return failed.attempts
  }

  assert.equal(await attemptsOf({ retry: { delaysMs: [1] } }), 2)
  assert.equal(await attemptsOf({ retry: { delaysMs: [1, 1] }, maxRetries: 1 }), 2)
  assert.equal(await attemptsOf({ retry: {} }), 4)
  assert.equal(await attemptsOf({ maxRetries: 5 }), 6)
})

test('an unlock key is refused as what it is, also where the client sends a key', async () => {
  const unlock = `sellouk_${'a'.repeat(43)}`
  for (const option of ['apiKey', 'signKey'] as const) {
    const given = { baseUrl: 'https://sello.example.com', apiKey: API_KEY, [option]: unlock }
    assert.throws(() => new Sello(given), /llave de apertura \(…uk_…\), que nunca se envía/)
  }
  const { client, asked } = scripted(() => ({}), { signKey: () => unlock })
  const sale = { tipoDte: '01', items: [{ descripcion: 'x', cantidad: 1, precioUni: 1 }] } as const
  await assert.rejects(client.issue(sale), refuses('signKey'))
  assert.equal(asked.length, 0)
  assert.notEqual(unlock, SIGN_KEY)
})
