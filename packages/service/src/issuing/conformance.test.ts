/**
 * What the service signs is what the ministry seals: generated requests and every example go through
 * the whole service to the simulator, which verifies the signature, holds the structure against the
 * published schemas where they are there, and computes every sum again with its own arithmetic.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import type { DteRequest } from '@sello/fiscal'
import fc from 'fast-check'
import { dteRequest } from '../../../fiscal/test/arbitraries.ts'
import { listGoldens } from '../../../fiscal/test/goldens.ts'
import { createWorld, PUBLISHED_SCHEMAS, type Reply, type World } from '../../test/world.ts'

const RUNS = 1_000
const AT_ONCE = 16
const SEED = 20_261_201

let world: World
before(async () => {
  if (!existsSync(PUBLISHED_SCHEMAS)) {
    console.log(
      `NOTICE: the published schemas are not at ${PUBLISHED_SCHEMAS}: not checked against them`,
    )
  }
  world = await createWorld({ mh: { timeoutMs: 8_000, budgetMs: 40_000 } })
  await world.deps.pool.many('update api_keys set amount_max = 99999999999')
})
after(() => world.close())

/** Those that are answered otherwise than wanted, each with its answer. */
async function issueAll(
  requests: readonly DteRequest[],
  wanted: readonly number[],
): Promise<string[]> {
  const wrong: string[] = []
  for (let i = 0; i < requests.length; i += AT_ONCE) {
    await Promise.all(
      requests.slice(i, i + AT_ONCE).map(async (request) => {
        const reply = await world.issue(request)
        if (!wanted.includes(reply.status)) wrong.push(describe(request, reply))
      }),
    )
  }
  return wrong
}

const describe = (request: DteRequest, { status, text }: Reply) =>
  `${JSON.stringify(request)}\n${status} ${text.slice(0, 2_000)}`

for (const tipoDte of TIPOS_DTE) {
  test(`${RUNS / 2} generated requests of ${tipoDte} are sealed`, async () => {
    const requests = fc.sample(dteRequest(tipoDte), { numRuns: RUNS / 2, seed: SEED })

    assert.deepEqual(await issueAll(requests, [200]), [])
  })
}

test('every example of a type that is issued is sealed', async () => {
  const served: readonly string[] = TIPOS_DTE
  const requests = listGoldens()
    .filter(({ rejected, request }) => !rejected && served.includes(request.tipoDte))
    .map(({ request }) => request)

  assert.ok(requests.length > 10)
  assert.deepEqual(await issueAll(requests, [200]), [])
})

test('every rejected example is refused, and spends nothing', async () => {
  const requests = listGoldens()
    .filter(({ rejected }) => rejected)
    .map(({ request }) => request)
  const spent = await world.numbersSpent()

  assert.ok(requests.length > 10)
  assert.deepEqual(await issueAll(requests, [400, 422]), [])
  assert.equal(await world.numbersSpent(), spent)
})

test('the ministry holds each of them once, sealed, and the numbers of a series have no gap', async () => {
  const rows = await world.mh.ledger()
  const spent = await world.numbersSpent()

  assert.equal(rows.length, spent)
  assert.deepEqual(
    new Set(rows.map((row) => `${row.estado} ${row.timesReceived}`)),
    new Set(['PROCESADO 1']),
  )
  assert.equal(new Set(rows.map((row) => row.numeroControl)).size, spent)
})
