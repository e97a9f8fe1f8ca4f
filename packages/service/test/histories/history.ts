/**
 * One random history of a company: sales, repeats, corrections, returns, a ministry that fails in every way,
 * processes that die after any commit, time that jumps. After every step the invariants are checked from outside,
 * against the ministry's own ledger.
 */
import assert from 'node:assert/strict'
import { transmitLots } from '../../src/entrypoints/jobs/lots.ts'
import { watchOutages } from '../../src/entrypoints/jobs/outages.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { giveBack, invalidate } from '../corrections.ts'
import { createDice, type Dice } from '../crash/dice.ts'
import type { Fault, LedgerRow } from '../simulator-control.ts'
import type { Company, Reply, World } from '../world.ts'

/** Counts down with each commit; at zero the process dies after it. Null: it lives. */
export interface Death {
  commits: number | null
}

/** The request of a call with its Idempotency-Key, and every answer received. */
interface Intent {
  readonly idempotencyKey: string
  readonly call: (idempotencyKey: string) => Promise<Reply>
  /** Of a sale; of a correction the document that it is about. */
  readonly kind: 'sale' | 'invalidate' | 'return'
  codigoGeneracion: string | null
  answers: Reply[]
}

interface History {
  readonly world: World
  readonly company: Company
  readonly dice: Dice
  readonly death: Death
  readonly intents: Intent[]
}

const STEPS = 24
/** Of the service's own time: longer than any lease. */
const SETTLE_MS = 11 * 60_000
const ROUNDS_MAX = 12

type Step = (history: History) => Promise<unknown>

/** The most frequent first: what companies do every day. */
const STEPS_OF: readonly Step[] = [
  sell, sell, sell, sell, sell, repeat, repeat, work, work, work, cancel, takeBack, fault, fault,
  fault, mend, die, die, jump, together,
] // biome-ignore format: a list

/** Runs the history of a seed to its end: faults over, everything settled. Throws where something does not hold. */
export async function runHistory(world: World, death: Death, seed: string): Promise<void> {
  const dice = createDice(seed)
  const company = await world.addCompany()
  const history: History = { world, company, dice, death, intents: [] }
  const done: string[] = []
  try {
    for (let i = 0; i < STEPS; i++) {
      const step = dice.pick(STEPS_OF)
      done.push(step.name)
      await step(history)
      death.commits = null
      await assertInvariants(history)
    }
    await settle(history)
  } catch (cause) {
    throw new Error(`history ${seed} broke after: ${done.join(' ')}`, { cause })
  } finally {
    death.commits = null
    await world.mh.clearFaults()
  }
}

async function sell(history: History): Promise<void> {
  const { dice, world, company } = history
  const items = Array.from({ length: dice.between(1, 3) }, (_, i) => ({
    descripcion: `Artículo ${i + 1}`,
    cantidad: dice.between(1, 5),
    precioUni: dice.between(1, 5_000) / 100,
  }))
  const body = { tipoDte: '01', items }
  const idempotencyKey = `venta-${history.intents.length}`
  const call = (key: string) => world.issue(body, { key: company.key, idempotencyKey: key })
  await ask(history, { idempotencyKey, call, kind: 'sale', codigoGeneracion: null, answers: [] })
}

async function repeat(history: History): Promise<void> {
  const { intents, dice } = history
  if (intents.length > 0) await ask(history, dice.pick(intents))
}

async function cancel(history: History): Promise<void> {
  const { world, company } = history
  const code = pickSealed(history)
  if (code === null) return
  await ask(history, {
    idempotencyKey: `anulacion-${history.intents.length}`,
    call: (idempotencyKey) =>
      invalidate(world, code, undefined, { key: company.key, idempotencyKey }),
    kind: 'invalidate',
    codigoGeneracion: code,
    answers: [],
  })
}

async function takeBack(history: History): Promise<void> {
  const { world, company } = history
  const code = pickSealed(history)
  if (code === null) return
  await ask(history, {
    idempotencyKey: `retorno-${history.intents.length}`,
    call: (idempotencyKey) =>
      giveBack(world, code, [{ linea: 1, cantidad: 1 }], { key: company.key, idempotencyKey }),
    kind: 'return',
    codigoGeneracion: code,
    answers: [],
  })
}

/** The jobs of one process, once. */
async function work({ world }: History): Promise<void> {
  const jobs = [watchOutages, transmitDue, transmitLots]
  for (const job of jobs) await job(world.deps).catch(assertDied)
}

const KINDS: readonly Fault['kind'][] = [
  'silence',
  'status',
  'html',
  'no_seal',
  'drop_answer',
  'reject',
]
const SERVICES = [
  'recepciondte',
  'consultadte',
  'anulardte',
  'contingencia',
  'recepcionlote',
  '*',
] as const

async function fault({ world, dice }: History): Promise<void> {
  const kind = dice.pick(KINDS)
  const service = dice.pick(SERVICES)
  // A rejection of everything would also refuse the login, which is another story.
  const where = kind === 'reject' && service === '*' ? 'recepciondte' : service
  await world.mh.fault({ service: where, kind, times: dice.between(1, 4) })
}

async function mend({ world }: History): Promise<void> {
  await world.mh.clearFaults()
}

/** The process dies after one of the commits of a sale or of a job. */
async function die(history: History): Promise<void> {
  const { death, dice } = history
  death.commits = dice.between(1, 5)
  await (dice.between(0, 2) === 0 ? work(history) : sell(history))
}

async function jump({ world, dice }: History): Promise<void> {
  await world.advance(dice.between(1, 600) * 1_000)
}

/** Two calls and the jobs at once. */
async function together(history: History): Promise<void> {
  await Promise.all([sell(history), repeat(history), work(history)])
}

/** The harness causes a death after a commit; any other is our fault. */
function assertDied(error: unknown): void {
  if (!(error instanceof Died)) throw error
}

export class Died extends Error {}

async function ask(history: History, intent: Intent): Promise<void> {
  const { intents } = history
  if (!intents.includes(intent)) intents.push(intent)
  const reply = await intent.call(intent.idempotencyKey)
  intent.answers.push(reply)
  if (intent.kind !== 'sale') return
  const code = reply.body.codigoGeneracion ?? reply.body.error?.details?.codigoGeneracion
  if (code === undefined || code === null) return
  assert.ok(
    intent.codigoGeneracion === null || intent.codigoGeneracion === code,
    `one sale has two documents: ${intent.codigoGeneracion} and ${code}`,
  )
  intent.codigoGeneracion = code
}

function pickSealed({ intents, dice }: History): string | null {
  const sealed = intents.filter(
    ({ kind, answers }) => kind === 'sale' && answers.some(({ status }) => status === 200),
  )
  return sealed.length === 0 ? null : dice.pick(sealed).codigoGeneracion
}

async function ledgerOf({ world, company }: History): Promise<readonly LedgerRow[]> {
  return (await world.mh.ledger()).filter(({ nit }) => nit === company.nit)
}

/** Invariants at every moment, by the ministry's ledger and the callers' answers. */
async function assertInvariants(history: History): Promise<void> {
  const ledger = await ledgerOf(history)
  const sealed = ledger.filter(({ selloRecibido }) => selloRecibido !== null)
  assertOnce(
    sealed.map(({ codigoGeneracion }) => codigoGeneracion),
    'a code is sealed twice',
  )
  assertOnce(
    sealed.map(({ numeroControl }) => numeroControl).filter((one) => one !== null),
    'a number is on two sealed documents',
  )
  const seals = new Map(sealed.map((row) => [row.codigoGeneracion, row.selloRecibido]))
  for (const { kind, answers } of history.intents) {
    for (const { status, body } of answers) {
      if (kind !== 'sale' || status !== 200) continue
      const { codigoGeneracion, selloRecibido } = body
      assert.equal(seals.get(codigoGeneracion), selloRecibido, 'answered 200, and not sealed')
    }
  }
  const stored = await history.world.deps.pool.many<{ code: string; sello: string }>(
    `select d.codigo_generacion as code, d.sello_recibido as sello
       from documents d join companies c on c.company_id = d.company_id
      where c.nit = $1 and d.sello_recibido is not null`,
    [history.company.nit],
  )
  for (const { code, sello } of stored) assert.equal(seals.get(code.toUpperCase()), sello)
}

function assertOnce(values: readonly string[], message: string): void {
  const twice = values.filter((value, i) => values.indexOf(value) !== i)
  assert.deepEqual(twice, [], message)
}

const WAITING = `select count(*) as n from documents d join companies c on c.company_id = d.company_id
  where c.nit = $1 and d.estado in ('firmado', 'contingencia')`

/** Without faults every document gets its verdict, every claim its answer, and every sale at most one seal. */
async function settle(history: History): Promise<void> {
  const { world, company, intents } = history
  await world.mh.clearFaults()
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await world.advance(SETTLE_MS)
    await work(history)
    if (world.deps.breaker.isEventOwed('00')) await sell(history) // its only signature
    const { n } = await world.deps.pool.one<{ n: bigint }>(WAITING, [company.nit])
    if (n === 0n && !world.deps.breaker.openIn('00')) break
    assert.ok(round < ROUNDS_MAX - 1, `${n} documents never came to a verdict`)
  }
  for (const intent of intents.filter(({ kind }) => kind === 'sale')) {
    await ask(history, intent) // an unsigned sale is issued now
    const { status, text } = intent.answers.at(-1) ?? assert.fail('a call without an answer')
    assert.ok([200, 202, 422].includes(status), `a claim is not answered: ${status} ${text}`)
  }
  await assertInvariants(history)
  const sealed = (await ledgerOf(history)).filter(({ selloRecibido }) => selloRecibido !== null)
  const codes = new Set(sealed.map(({ codigoGeneracion }) => codigoGeneracion))
  for (const { kind, codigoGeneracion } of intents) {
    if (kind !== 'sale' || codigoGeneracion === null) continue
    const { estado } = (await world.query(codigoGeneracion, company.key)).body
    const isSealed = ['sellado', 'invalidado'].includes(estado)
    assert.equal(isSealed, codes.has(codigoGeneracion), `${codigoGeneracion} is ${estado}`)
  }
}
