/** What a receiver believes: our verifier and the reference one accept and refuse the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isSelloError, signWebhook, verifyWebhook } from './index.ts'

const secretOf = (n: number) => `whsec_${Buffer.alloc(32, n).toString('base64')}`
const SECRET = secretOf(1)
const BODY = JSON.stringify({ id: 'nv_1', tipo: 'dte.sellado', datos: { totales: 1.1, ñ: 'café' } })
const NOW = Date.now()
const SECONDS = Math.floor(NOW / 1_000)

async function message({ body = BODY, id = 'nv_1', at = SECONDS, secrets = [SECRET] } = {}) {
  const sign = (secret: string) => signWebhook(body, { id, timestamp: at, secret })
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': `${at}`,
      'webhook-signature': (await Promise.all(secrets.map(sign))).join(' '),
    } as Record<string, string>,
  }
}
type Message = Awaited<ReturnType<typeof message>>

const ours = ({ body, headers }: Message, secret: string | readonly string[] = SECRET) =>
  verifyWebhook(body, headers, secret, { now: NOW }).then(
    () => true,
    (error: unknown) => {
      assert.ok(isSelloError(error, 'webhook_invalid'), String(error))
      return false
    },
  )

function reference({ body, headers }: Message, secret = SECRET): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

test('what was signed is returned, from any form of body and headers', async () => {
  const { body, headers } = await message()
  const forms = [
    [body, headers],
    [Buffer.from(body), headers],
    [new TextEncoder().encode(body), new Headers(headers)],
  ] as const
  for (const [text, given] of forms) {
    assert.deepEqual(await verifyWebhook(text, given, SECRET), JSON.parse(BODY))
  }
})

// biome-ignore format: a table
const CHANGES: readonly (readonly [string, (given: Message) => Message])[] = [
  ['a changed body',              (m) => ({ ...m, body: m.body.replace('1.1', '1.10') })],
  ['a byte more',                 (m) => ({ ...m, body: `${m.body} ` })],
  ['another id',                  (m) => ({ ...m, headers: { ...m.headers, 'webhook-id': 'nv_2' } })],
  ['another timestamp',           (m) => ({ ...m, headers: { ...m.headers, 'webhook-timestamp': `${SECONDS + 1}` } })],
  ['no timestamp',                (m) => ({ ...m, headers: { ...m.headers, 'webhook-timestamp': '' } })],
  ['words for a timestamp',       (m) => ({ ...m, headers: { ...m.headers, 'webhook-timestamp': 'ahora' } })],
  ['no signature',                (m) => ({ ...m, headers: { ...m.headers, 'webhook-signature': '' } })],
  ['half a signature',            (m) => ({ ...m, headers: { ...m.headers, 'webhook-signature': m.headers['webhook-signature']?.slice(0, 23) ?? '' } })],
  ['a signature of no version',   (m) => ({ ...m, headers: { ...m.headers, 'webhook-signature': m.headers['webhook-signature']?.slice(3) ?? '' } })],
  ['a signature of another one',  (m) => ({ ...m, headers: { ...m.headers, 'webhook-signature': m.headers['webhook-signature']?.replace('v1,', 'v2,') ?? '' } })],
]

for (const [what, change] of CHANGES) {
  test(`${what} is refused, as by the reference`, async () => {
    const changed = change(await message())
    assert.deepEqual([await ours(changed), reference(changed)], [false, false])
  })
}

test('five minutes are the limit, in both directions', async () => {
  const ages: readonly (readonly [number, boolean])[] = [
    ...([
      [-299, true],
      [299, true],
    ] as const),
    ...([
      [-301, false],
      [301, false],
      [-3_600, false],
      [3_600, false],
    ] as const),
  ]
  for (const [age, isGood] of ages) {
    const aged = await message({ at: SECONDS - age })
    assert.equal(await ours(aged), isGood, `${age} s`)
    // The reference asks the machine's clock, which goes on while this runs.
    if (Math.abs(age) === 3_600) assert.equal(reference(aged), isGood, `${age} s`)
  }
})

test('another secret is refused; of several secrets and several signatures one is enough', async () => {
  const [old, other] = [secretOf(2), secretOf(3)]
  assert.equal(await ours(await message(), other), false)
  const both = await message({ secrets: [SECRET, old] })
  for (const secret of [SECRET, old]) {
    assert.deepEqual([await ours(both, secret), reference(both, secret)], [true, true])
  }
  assert.equal(await ours(await message({ secrets: [old] }), [SECRET, old]), true)
  assert.equal(await ours(await message({ secrets: [other] }), [SECRET, old]), false)
  const { body, headers } = await message()
  const more = `v1a,AAAA v2,xyz v1,AAAA ${headers['webhook-signature']}`
  assert.equal(await ours({ body, headers: { ...headers, 'webhook-signature': more } }), true)
})

test('a secret that is none is an option, not a webhook', async () => {
  const { body, headers } = await message()
  for (const secret of ['', 'whsec_', 'whsec_***', 'abc', SECRET.slice(6)]) {
    const error = await verifyWebhook(body, headers, secret).catch((thrown: unknown) => thrown)
    assert.ok(isSelloError(error, 'invalid_option'), secret)
  }
})

const LATE = 'webhook-timestamp está a más de cinco minutos de esta hora.'
const OTHER = 'ninguna firma es de ese secreto, o el cuerpo no es el que se firmó.'
const missing = (name: string) => `falta el encabezado ${name}, o vino más de una vez.`
// biome-ignore format: a table
const SAID: readonly (readonly [headers: Readonly<Record<string, unknown>>, field: string, says: string])[] = [
  [{ 'webhook-id': '' },                          'webhook-id',        missing('webhook-id')],
  [{ 'webhook-id': undefined },                   'webhook-id',        missing('webhook-id')],
  [{ 'webhook-id': ['nv_1', 'nv_1'] },            'webhook-id',        missing('webhook-id')],
  [{ 'webhook-timestamp': '' },                   'webhook-timestamp', missing('webhook-timestamp')],
  [{ 'webhook-signature': '' },                   'webhook-signature', missing('webhook-signature')],
  [{ 'webhook-timestamp': `x${SECONDS}` },        'timestamp',         'webhook-timestamp no es un número.'],
  [{ 'webhook-timestamp': `${SECONDS}x` },        'timestamp',         'webhook-timestamp no es un número.'],
  [{ 'webhook-timestamp': '1'.repeat(13) },       'timestamp',         'webhook-timestamp no es un número.'],
  [{ 'webhook-timestamp': '1'.repeat(12) },       'timestamp',         LATE],
  [{ 'webhook-timestamp': `${SECONDS - 3_600}` }, 'timestamp',         LATE],
  [{ 'webhook-signature': 'v1,AAAA' },            'signature',         OTHER],
  [{ 'webhook-signature': 'v1,***' },             'signature',         OTHER],
]

test('a message that is none says what is wrong with it', async () => {
  const { body, headers } = await message()
  for (const [change, field, says] of SAID) {
    const given = { ...headers, ...change } as Record<string, string>
    const told = { code: 'webhook_invalid', message: says, details: { field } }
    await assert.rejects(
      verifyWebhook(body, given, SECRET, { now: NOW }),
      told,
      JSON.stringify(change),
    )
  }
  await assert.rejects(verifyWebhook(body, headers, 'abc'), {
    message: 'secret: es el que se mostró al crear el webhook: whsec_…',
    details: { field: 'secret' },
  })
})

test('the tenth signature still counts, and an eleventh does not', async () => {
  const { body, headers } = await message()
  const at = (place: number) => {
    const others = Array.from({ length: place - 1 }, () => 'v1,AAAA').join(' ')
    return {
      body,
      headers: { ...headers, 'webhook-signature': `${others} ${headers['webhook-signature']}` },
    }
  }
  assert.deepEqual([await ours(at(10)), await ours(at(11))], [true, false])
})
