/**
 * Thousands of random requests against the whole world. None gets a 500 or ends the process, and the contract
 * describes every answer (`world.inject` validates each).
 *
 * `SELLO_FUZZ_CALLS=20000 npm test -- fuzz` sends more; `SEED` changes them.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createDice } from '../crash/dice.ts'
import { createWorld, type World } from '../world.ts'
import { anyRequest, type Known } from './requests.ts'

const CALLS = Number(process.env.SELLO_FUZZ_CALLS ?? 2_000)
/** Concurrent callers; their effects on each other are part of the test. */
const CALLERS = 8
/** How much a process may grow while it answers: caches fill, and garbage collection lags. */
const GROWTH_MAX = 192 * 1024 * 1024

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test(`${CALLS} random requests: no 500, no crash, every answer described`, {
  timeout: 60 * 60_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const known = await acquaint()
  const statuses = new Map<number, number>()
  let left = CALLS
  const memory: number[] = []

  async function call(): Promise<void> {
    while (left-- > 0) {
      const request = anyRequest(dice, known)
      const reply = await world.inject(request).catch((error: Error) => {
        error.message = `${show(request)}\n${error.message}`
        throw error
      })
      assert.notEqual(reply.status, 500, show(request))
      assert.notEqual(reply.status, 503, show(request))
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (left % 500 === 0) memory.push(process.memoryUsage().rss)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))

  t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
  const [first = 0, last = 0] = [memory[Math.floor(memory.length / 2)], memory.at(-1)]
  t.diagnostic(`rss: ${memory.map((bytes) => Math.round(bytes / 2 ** 20)).join(' ')} MiB`)
  assert.ok(last - first < GROWTH_MAX, 'it grew while it answered')
  assert.equal((await world.issue()).status, 200)
})

/** Keys of two companies and of each scope, and codes that are there. */
async function acquaint(): Promise<Known> {
  const other = await world.addCompany()
  const { key } = world.company
  const keys = [key, key, key, key, other.key, await world.mintKey(world.company.nit)]
  for (const scope of ['issue', 'query', 'download'] as const) {
    keys.push(await world.mintKey(world.company.nit, { scopes: [scope], passphrase: null }))
  }
  const issued = await world.issue()
  const foreign = await world.issue(undefined, { key: other.key })
  const created = await world.inject({
    method: 'POST',
    url: '/v1/customers',
    headers: { 'x-service-key': world.company.key.apiKey },
    payload: { nombre: 'Ana Ficticia' },
  })
  return {
    apiKeys: keys.map(({ apiKey }) => apiKey),
    signKeys: keys.flatMap(({ signKey }) => signKey ?? []),
    codes: [
      issued.body.codigoGeneracion,
      issued.body.codigoGeneracion,
      foreign.body.codigoGeneracion,
      created.body.customerId,
      '00000000-0000-4000-8000-000000000000',
      'no-es-uuid',
    ],
  }
}

function show(request: ReturnType<typeof anyRequest>): string {
  const { method, url, headers, payload } = request
  return `seed ${SEED}: ${method} ${String(url).slice(0, 300)} ${JSON.stringify(headers).slice(0, 600)} ${String(payload).slice(0, 600)}`
}
