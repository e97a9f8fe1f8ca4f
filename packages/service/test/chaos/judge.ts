/** What must hold at the end, checked against the ministry's ledger, the database and the callers' answers. */
import { transmitLots } from '../../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../../src/entrypoints/jobs/outages.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { documentsOf } from '../crash/examine.ts'
import { listUntold, toldBy } from '../feed.ts'
import type { World } from '../world.ts'
import type { Sale } from './callers.ts'

const ROUNDS_MAX = 20
const ROUND_MS = 11 * 60_000

/** Faults over and processes gone: one worker brings everything to its verdict. Says how many are left. */
export async function settle(world: World): Promise<number> {
  await world.mh.clearFaults()
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await world.advance(ROUND_MS)
    for (const job of [watchOutages, transmitDue, transmitLots]) await job(world.deps)
    if (world.deps.breaker.isEventOwed('00')) await world.issue() // its only signature
    if ((await waiting(world)) === 0 && !world.deps.breaker.openIn('00')) return 0
  }
  return waiting(world)
}

async function waiting({ deps }: World): Promise<number> {
  const { n } = await deps.pool.one<{ n: bigint }>(
    `select count(*) as n from documents where estado in ('firmado', 'contingencia')`,
  )
  return Number(n)
}

export interface Verdict {
  readonly documents: number
  readonly sealed: number
  readonly rejected: number
  /** Violations as sentences; empty: everything holds. */
  readonly broken: readonly string[]
}

export async function judge(world: World, sales: readonly Sale[]): Promise<Verdict> {
  const documents = await documentsOf(world)
  const ledger = await world.mh.ledger()
  const sealed = ledger.filter(({ selloRecibido, numeroControl }) => selloRecibido && numeroControl)
  const byKey = new Map(documents.map((one) => [one.idempotencyKey, one]))
  const seals = new Map(sealed.map((row) => [row.codigoGeneracion, row.selloRecibido]))
  const broken: string[] = []
  const expect = (holds: boolean, sentence: string) => {
    if (!holds) broken.push(sentence)
  }
  for (const twice of repeated(documents.map(({ numeroControl }) => numeroControl)))
    broken.push(`the number ${twice} is on two documents`)
  for (const twice of repeated(sealed.map(({ numeroControl }) => String(numeroControl))))
    broken.push(`the ministry sealed the number ${twice} twice`)
  for (const twice of repeated(sealed.map(({ codigoGeneracion }) => codigoGeneracion)))
    broken.push(`the ministry sealed the code ${twice} twice`)
  for (const { idempotencyKey, answer } of sales) {
    if (!answer) continue
    const document = byKey.get(idempotencyKey)
    expect(document !== undefined, `a sale was answered ${answer.status} and its document is lost`)
    if (answer.status !== 200) continue
    const { codigoGeneracion, selloRecibido } = JSON.parse(answer.text)
    expect(
      seals.get(codigoGeneracion) === selloRecibido,
      `${codigoGeneracion} was answered 200 and the ministry has no such seal`,
    )
  }
  for (const { codigoGeneracion, estado, selloRecibido } of documents) {
    const seal = seals.get(codigoGeneracion) ?? null
    expect(seal === selloRecibido, `${codigoGeneracion} is ${estado} here, and its seal differs`)
  }
  const known = new Set(documents.map(({ codigoGeneracion }) => codigoGeneracion))
  for (const code of seals.keys()) expect(known.has(code), `${code} is sealed and unknown here`)
  expect((await unsettled(world)) === 0, 'a claim has no outcome')
  const spent = await world.numbersSpent()
  expect(spent === documents.length, `${spent} numbers, ${documents.length} documents`)
  const told = await toldBy(world)
  for (const [n, { position }] of told.filter(({ ambiente }) => ambiente === '00').entries())
    expect(position === BigInt(n + 1), `place ${n + 1} of the feed is ${position}`)
  broken.push(...(await listUntold(world.deps.pool)))
  const rejected = documents.filter(({ estado }) => estado === 'rechazado').length
  return { documents: documents.length, sealed: sealed.length, rejected, broken }
}

async function unsettled({ deps }: World): Promise<number> {
  const { n } = await deps.pool.one<{ n: bigint }>(
    'select count(*) as n from claims where outcome is null',
  )
  return Number(n)
}

function repeated(values: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}
