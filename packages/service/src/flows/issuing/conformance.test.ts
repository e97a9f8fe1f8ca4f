/**
 * The ministry seals what the service signs: generated requests and every example go through the whole service to
 * the simulator, which verifies the signature, validates the structure against the published schemas where they are
 * present, and recomputes every sum with its own arithmetic.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { AUTORIZACIONES, type Autorizacion, type DteRequest } from '@sello/fiscal'
import fc from 'fast-check'
import { dteRequest } from '../../../../fiscal/test/arbitraries.ts'
import { RESOLUCION } from '../../../../fiscal/test/fixtures.ts'
import { listGoldens } from '../../../../fiscal/test/goldens.ts'
import { SEED_NUMBER } from '../../../../fiscal/test/seed.ts'
import { inThrees, notesOver } from '../../../test/generated-notas.ts'
import {
  createWorld,
  MH_PASSWORD,
  PUBLISHED_SCHEMAS,
  type Reply,
  type World,
} from '../../../test/world.ts'
import { authorizeCompany } from '../../admin.ts'

const RUNS = Number(process.env.SELLO_GENERATED_RUNS ?? 60)
const AT_ONCE = 16
/** An example's own date, because a note is dated after what it adjusts. */
const EXAMPLES_DATE = new Date('2026-10-05T16:15:30Z')

let world: World
before(async () => {
  if (!existsSync(PUBLISHED_SCHEMAS)) {
    console.log(
      `NOTICE: the published schemas are not at ${PUBLISHED_SCHEMAS}: not checked against them`,
    )
  }
  world = await createWorld({ now: EXAMPLES_DATE, mh: { timeoutMs: 8_000, budgetMs: 40_000 } })
  await world.deps.pool.many('update api_keys set amount_max = 99999999999')
  const { nit, publicKeyPem } = world.company
  const absorbidas = ['06141212850017']
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem, absorbidas })
  const add = Object.keys(AUTORIZACIONES) as Autorizacion[]
  await authorizeCompany(world.admin, world.company.nit, { add, resolucion: RESOLUCION })
})
after(() => world.close())

async function callAll(requests: readonly DteRequest[]): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let i = 0; i < requests.length; i += AT_ONCE) {
    const some = requests.slice(i, i + AT_ONCE).map((request) => world.issue(request))
    replies.push(...(await Promise.all(some)))
  }
  return replies
}

/** The requests whose answer is not the wanted one, each with its answer. */
async function issueAll(
  requests: readonly DteRequest[],
  wanted: readonly number[],
): Promise<string[]> {
  const replies = await callAll(requests)
  return requests.flatMap((request, i) => {
    const reply = replies[i]
    return reply && wanted.includes(reply.status) ? [] : [describe(request, reply)]
  })
}

const describe = (request: DteRequest, reply?: Reply) =>
  `${JSON.stringify(request)}\n${reply?.status} ${reply?.text.slice(0, 2_000)}`

const NOTAS = ['05', '06'] as const

for (const tipoDte of TIPOS_DTE.filter((one) => !NOTAS.some((nota) => nota === one))) {
  test(`${RUNS} generated requests of ${tipoDte} are sealed`, async () => {
    const requests = fc.sample(dteRequest(tipoDte), { numRuns: RUNS, seed: SEED_NUMBER })

    assert.deepEqual(await issueAll(requests, [200]), [])
  })
}

for (const tipoDte of NOTAS) {
  test(`generated requests of ${tipoDte} over ${RUNS} sealed documents are sealed`, async () => {
    const seed = SEED_NUMBER + Number(tipoDte)
    const sales = inThrees(fc.sample(dteRequest('03'), { numRuns: RUNS, seed }))
    const replies = await callAll(sales)
    const requests = notesOver(tipoDte, sales, replies, seed)

    assert.ok(requests.length > RUNS / 2, `${requests.length}: three notes find nothing in some`)
    assert.deepEqual(await issueAll(requests, [200]), [])
  })
}

test('every example of a type that is issued is sealed', async () => {
  const requests = listGoldens()
    .filter(({ rejected }) => !rejected)
    .map(({ request }) => onPaper(request))

  assert.ok(requests.length > 10)
  assert.deepEqual(await issueAll(requests, [200]), [])
})

/**
 * The documents that an example adjusts were never sealed here; as paper documents they are not looked up.
 */
function onPaper(request: DteRequest): DteRequest {
  const paper = <T extends object>(one: T) => ({ ...one, tipoGeneracion: 1 })
  const { documentosRelacionados, origenes } = request
  return {
    ...request,
    ...(documentosRelacionados
      ? { documentosRelacionados: documentosRelacionados.map(paper) }
      : {}),
    ...(origenes ? { origenes: origenes.map(paper) } : {}),
  }
}

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
