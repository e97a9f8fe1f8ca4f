import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { mintSignKey } from '@sello/vault'
import type { MintedKey } from '../../src/admin.ts'
import { deactivateKey, revokeKey } from '../../src/admin.ts'
import { systemRandom } from '../../src/base/clock.ts'
import { whileTheSeriesIsHeld } from '../held-series.ts'
import { outcomeOf } from '../notas.ts'
import { until } from '../until.ts'
import { createWorld, SALE, type World } from '../world.ts'
import { atOnce } from './numbers.ts'

let world: World
let url: string
before(async () => {
  world = await createWorld()
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => world.close(), { timeout: 30_000 })

test('of 200 wrong sign keys at once five are tried, and the right one among them opens nothing any more', async () => {
  const key = await world.mintKey(world.company.nit)
  const wrong = () => mintSignKey(systemRandom.bytes, 'sellosk_')

  const replies = await atOnce(200, () =>
    world.issue(SALE, { key, headers: { 'x-service-sign-key': wrong() } }),
  )

  const outcomes = replies.map(outcomeOf)
  const tried = outcomes.filter((outcome) => outcome === '401 sign_key_invalid')
  assert.equal(tried.length, 5)
  assert.equal(outcomes.filter((outcome) => outcome === '403 sign_vault_locked').length, 195)
  assert.equal(outcomeOf(await world.issue(SALE, { key })), '403 sign_vault_locked')
})

const ENDED = [
  ['revoked', revokeKey, 'key_revoked'],
  ['deactivated', deactivateKey, 'key_inactive'],
] as const

for (const [how, end, code] of ENDED) {
  test(`a key that was ${how} while a body was on its way issues nothing`, async () => {
    const key = await world.mintKey(world.company.nit)
    const spent = await world.numbersSpent()
    const slow = slowIssue(key)
    await slow.begun
    await end(world.admin, world.company.nit, key.keyId)

    const { status, body } = await slow.finish()

    assert.equal(status, 403)
    assert.equal(body.error.code, code)
    assert.equal(await world.numbersSpent(), spent)
  })
}

test('a call that waited too long behind others for its number is refused, and spends none', async (t) => {
  assert.equal((await world.issue()).status, 200) // the series is there
  const queued = t.mock.method(world.deps.commits, 'recordFirmado').mock
  const spent = await world.numbersSpent()
  const idempotencyKey = 'behind others'

  const [first, behind] = await whileTheSeriesIsHeld(world, async () => {
    const begun = world.issue()
    await until('the first waits', () => queued.callCount() === 1)
    const other = world.issue(SALE, { idempotencyKey })
    await until('the second waits', () => queued.callCount() === 2)
    await world.advance(10_001)
    return [begun, other] as const
  }).then(async ([begun, other]) => [await begun, await other] as const)

  assert.equal(first.status, 200, first.text)
  assert.equal(behind.status, 503, behind.text)
  assert.equal(behind.body.error.code, 'correlative_unavailable')
  assert.equal(
    behind.body.error.message,
    'La serie de numeración está ocupada. No se hizo nada: repita con la misma Idempotency-Key.',
  )
  assert.equal(await world.numbersSpent(), spent + 1)
  assert.equal((await world.issue(SALE, { idempotencyKey })).status, 200)
})

/** A call whose gates are passed with half of its body. */
function slowIssue(key: MintedKey) {
  const text = JSON.stringify(SALE)
  const half = Math.floor(text.length / 2)
  const call = request(`${url}/v1/dte`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': randomUUID(),
    },
  })
  call.write(text.slice(0, half))
  // biome-ignore lint/suspicious/noExplicitAny: read by the test that knows its shape
  const answered = new Promise<{ status: number; body: any }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      resolve({ status: response.statusCode ?? 0, body })
    })
  })
  return {
    begun: gatesPassed(key),
    finish() {
      call.end(text.slice(half))
      return answered
    },
  }
}

async function gatesPassed({ keyId }: MintedKey): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const rows = await world.deps.pool.many('select 1 from request_log where key_id = $1', [keyId])
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail('the call never arrived')
}
