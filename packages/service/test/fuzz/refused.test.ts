/**
 * What must be refused is: of each document type and of event 17, 200 distinct requests with one fault each, over HTTP.
 * Every refusal names the part of the request that has the fault, and none spends a number or signs anything.
 *
 * `SELLO_REFUSED=2000 npm test -- fuzz/refused` sends more of each; `SEED` other ones.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { AUTORIZACIONES, type Autorizacion } from '@sello/fiscal'
import fc from 'fast-check'
import { dteRequest } from '../../../fiscal/test/arbitraries.ts'
import { operacionesRequest } from '../../../fiscal/test/arbitraries-operaciones.ts'
import { RESOLUCION } from '../../../fiscal/test/fixtures.ts'
import { SEED, SEED_NUMBER } from '../../../fiscal/test/seed.ts'
import { authorizeCompany } from '../../src/admin.ts'
import { createDice } from '../crash/dice.ts'
import { onTheWire } from '../generated-notas.ts'
import { reportTo } from '../operaciones.ts'
import { PATIENT } from '../races/numbers.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { breakOne, type Fault, OF_DOCUMENTS, OF_OPERACIONES } from './faults.ts'
import type { Mutated } from './mutations.ts'

const EACH = Number(process.env.SELLO_REFUSED ?? 200)
const CALLERS = 8
/** The date of the examples. */
const NOW = new Date('2026-10-05T16:15:30Z')

let world: World
before(async () => {
  world = await createWorld({ now: NOW, ...PATIENT })
  const add = Object.keys(AUTORIZACIONES) as Autorizacion[]
  await authorizeCompany(world.admin, world.company.nit, { add, resolucion: RESOLUCION })
})
after(() => world.close())

/** Distinct requests with one fault each, of valid ones in turn. */
function faulty(valid: readonly object[], law: readonly Fault[]): readonly Mutated[] {
  const dice = createDice(SEED)
  const found = new Map<string, Mutated>()
  for (let n = 0; found.size < EACH; n++) {
    const one = breakOne(valid[n % valid.length] as object, law, dice)
    found.set(JSON.stringify(one.request), one)
  }
  return [...found.values()]
}

/** Why an answer is not the refusal of this fault; null: it is. */
function wrongOf({ path }: Mutated, { status, body }: Reply): string | null {
  const { code, details } = body.error ?? {}
  const isRefused =
    (status === 400 && code === 'invalid_request') ||
    (status === 422 && code === 'validation_failed')
  if (!isRefused) return `${status} ${code}`
  const fields: readonly string[] = (details.issues ?? [details]).map(
    (one: { field: string }) => one.field,
  )
  return fields.some((field) => firstOf(field) === firstOf(path)) ? null : `names ${fields}`
}

/** The member of the request: `items[2].cantidad` is in `items`. */
const firstOf = (path: string) => path.split(/[.[]/, 1)[0]

async function assertRefused(
  t: TestContext,
  mutated: readonly Mutated[],
  send: (request: object) => Promise<Reply>,
): Promise<void> {
  const queue = mutated.values()
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  async function call(): Promise<void> {
    for (const one of queue) {
      const reply = await send(one.request as object)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      const why = wrongOf(one, reply)
      if (why !== null) wrong.push(`seed ${SEED}: ${one.how}: ${why}`)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  t.diagnostic(`SEED=${SEED} answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
  assert.deepEqual(wrong, [])
  assert.equal(mutated.length, EACH)
}

/** Rows of what a call spends: documents, events and vouchers; and the numbers of every series. */
async function spent(): Promise<readonly number[]> {
  const { n } = await world.deps.pool.one<{ n: number }>(
    `select ((select count(*) from documents) + (select count(*) from events)
           + (select count(*) from reported_vouchers))::int as n`,
  )
  return [n, await world.numbersSpent()]
}

for (const tipoDte of TIPOS_DTE) {
  test(`${EACH} requests of type ${tipoDte} with one fault each are refused, and spend nothing`, async (t) => {
    const before = await spent()
    const valid = fc.sample(dteRequest(tipoDte), { numRuns: 40, seed: SEED_NUMBER }).map(onTheWire)
    await assertRefused(t, faulty(valid, OF_DOCUMENTS), (request) => world.issue(request))
    assert.deepEqual(await spent(), before)
  })
}

test(`${EACH} requests for event 17 with one fault each are refused, and sign nothing`, async (t) => {
  const before = await spent()
  const valid = fc
    .sample(operacionesRequest, { numRuns: 40, seed: SEED_NUMBER })
    .map((make, i) => make(`F${i}-`))
  const { key } = world.company
  await assertRefused(t, faulty(valid, OF_OPERACIONES), (request) =>
    reportTo(world, request, { key }),
  )
  assert.deepEqual(await spent(), before)
})
