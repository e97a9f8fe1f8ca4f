/**
 * One random history of sales whose sendings got no answer: late seals, rejections, corrections, sales under the
 * same reference, documents prepared and signed later, unanswered queries, a ministry that denies holding what it
 * holds, crashes, time that jumps. After every step each seal is on its own bytes, and every 200 is what the
 * ministry sealed. At the end each sale has one sealed document, or each of them is named next to another as one to
 * invalidate (ADR 0041).
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseExpired } from '../../src/entrypoints/jobs/reservations.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { invalidate } from '../corrections.ts'
import { createDice, type Dice } from '../crash/dice.ts'
import { prepare, sign } from '../prepared.ts'
import type { Fault, LedgerRow } from '../simulator-control.ts'
import type { Company, Reply, World } from '../world.ts'
import { type Death, Died } from './history.ts'
import { flagsOf } from './late-seals-flags.ts'

const STEPS = 16
/** Some are sealed while the call waits, others after it has given up, others after the correction. */
const DELAYS_MS = [100, 300, 600, 1_200] as const
const MINUTE_MS = 60_000
/** Longer than the longest distance between two questions. */
const ROUND_MS = 61 * MINUTE_MS
const ROUNDS_MAX = 12
/** A claim lasts a day: a later repeat is another sale. */
const JUMPED_MAX_MS = 12 * 60 * MINUTE_MS

interface Sale {
  readonly referencia: string | null
  /** Codes named in answers. */
  readonly codes: Set<string>
}

interface Call {
  readonly sale: Sale
  readonly idempotencyKey: string
  readonly send: () => Promise<Reply>
  /** In cents; unique per call, so that a sealed document identifies its call. */
  readonly total: number
  readonly corrects: boolean
  /** The first that is final, as it came. */
  answer: string | null
}

interface History {
  readonly world: World
  readonly company: Company
  readonly dice: Dice
  readonly death: Death
  readonly sales: Sale[]
  readonly calls: Call[]
  /** Prepared documents that may be signed. */
  readonly prepared: { readonly call: Call; readonly reply: Reply }[]
  jumpedMs: number
}

type Step = (history: History) => Promise<unknown>

// biome-ignore format: a list, more often first
const STEPS_OF: readonly Step[] = [
  doubt, doubt, doubt, doubt, sell, correct, correct, correct, under, under, repeat, repeat, together, together,
  prepareOne, signOne, signOne, work, work, work, wait, wait, fault, mend, die, die, jump, jump, obey,
]

/** Runs the history of a seed to its end. Throws where something does not hold. */
export async function runLateSeals(world: World, death: Death, seed: string): Promise<number> {
  const dice = createDice(seed)
  const company = await world.addCompany()
  const history: History = {
    world,
    company,
    dice,
    death,
    sales: [],
    calls: [],
    prepared: [],
    jumpedMs: 0,
  }
  const done: string[] = []
  try {
    for (let i = 0; i < STEPS; i++) {
      const step = dice.pick(STEPS_OF)
      done.push(step.name)
      await step(history)
      death.commits = null
      await assertSeals(history)
    }
    await settle(history)
    return await assertFlagged(history)
  } catch (cause) {
    throw new Error(`history ${seed} broke after: ${done.join(' ')}`, { cause })
  } finally {
    death.commits = null
    await world.mh.clearFaults()
  }
}

/** A sending without an answer, and then a rejection. */
async function doubt(history: History): Promise<void> {
  const { world, dice } = history
  const first = dice.pick(['delay', 'delay', 'delay', 'silence', 'drop_answer'] as const)
  const delayMs = dice.pick(DELAYS_MS)
  await world.mh.fault({ service: 'recepciondte', kind: first, times: 1, delayMs })
  if (dice.between(0, 3) === 0) await world.mh.fault({ service: 'consultadte', ...anyDenial(dice) })
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await dice.pick([sell, sell, correct, under, work, signOne])(history)
}

/** The question has no answer, or one that is not true yet. */
const anyDenial = (dice: Dice): Pick<Fault, 'kind' | 'times'> => ({
  kind: dice.pick(['reject', 'reject', 'silence', 'status', 'html'] as const),
  times: dice.between(1, 3),
})

async function sell(history: History): Promise<void> {
  const { sales, dice } = history
  const referencia = dice.between(0, 2) > 0 ? `venta ${sales.length}` : null
  const sale: Sale = { referencia, codes: new Set() }
  sales.push(sale)
  await send(history, newCall(history, sale, referencia === null ? {} : { referencia }))
}

/** Any attempt of it, also one that is not the last. */
async function correct(history: History): Promise<void> {
  const body = anyCorrection(history)
  if (body) await send(history, newCall(history, body.sale, body.members))
}

function anyCorrection({ sales, dice }: History) {
  const tried = sales.filter(({ codes }) => codes.size > 0)
  if (tried.length === 0) return null
  const sale = dice.pick(tried)
  const { referencia } = sale
  const keepsIt = referencia !== null && dice.between(0, 1) === 0
  const corrige = dice.pick([...sale.codes])
  return { sale, members: keepsIt ? { corrige, referencia } : { corrige } }
}

/** The same sale again, under its reference. */
async function under(history: History): Promise<void> {
  const body = anyUnder(history)
  if (body) await send(history, newCall(history, body.sale, body.members))
}

function anyUnder({ sales, dice }: History) {
  const named = sales.filter((sale) => sale.referencia !== null)
  if (named.length === 0) return null
  const sale = dice.pick(named)
  return { sale, members: { referencia: sale.referencia } }
}

function bodyOf({ calls }: History, members: object) {
  const total = calls.length + 1
  const items = [{ descripcion: `Venta ${total}`, cantidad: 1, precioUni: total / 100 }]
  return { total, body: { tipoDte: '01', items, ...members } }
}

function newCall(history: History, sale: Sale, members: object): Call {
  const { world, company, calls } = history
  const { total, body } = bodyOf(history, members)
  const idempotencyKey = `llamada-${total}`
  const send = () => world.issue(body, { key: company.key, idempotencyKey })
  const call: Call = {
    sale,
    idempotencyKey,
    send,
    total,
    corrects: 'corrige' in members,
    answer: null,
  }
  calls.push(call)
  return call
}

async function send(history: History, call: Call): Promise<Reply> {
  const reply = await call.send()
  const { status, body, text } = reply
  const code = body.codigoGeneracion ?? body.error?.details?.codigoGeneracion
  if (code && body.error?.code !== 'reference_in_use') call.sale.codes.add(code)
  const issues: readonly { field: string }[] = body.error?.details?.issues ?? []
  assert.ok(
    call.corrects || !issues.some(({ field }) => field === 'corrige'),
    `a member that was not sent: ${text}`,
  )
  const isFinal = status === 200 || body.error?.code === 'mh_rejected'
  if (!isFinal) return reply
  if (call.answer !== null) assert.equal(text, call.answer, 'a repeat was answered otherwise')
  else call.answer = text
  if (status === 200) await assertAnswered(history, call, reply)
  return reply
}

/** Every 200 is what the ministry sealed and what the caller sent. */
async function assertAnswered(history: History, { total }: Call, { body }: Reply): Promise<void> {
  const row = (await sealedOf(history)).get(body.codigoGeneracion)
  assert.ok(row, 'answered 200, and not sealed')
  assert.equal(body.selloRecibido, row.selloRecibido)
  assert.equal(totalOf(row), total, 'the ministry sealed another total than was asked for')
  assert.equal(Math.round(body.totales.totalPagar * 100), total)
}

async function repeat(history: History): Promise<void> {
  if (history.calls.length > 0) await send(history, history.dice.pick(history.calls))
}

/** Corrections, the same sale and the job at once. */
async function together(history: History): Promise<void> {
  const steps = [correct, correct, under, work, repeat]
  await Promise.all(steps.map((step) => step(history)))
}

async function prepareOne(history: History): Promise<void> {
  const { world, company, dice, calls } = history
  const chosen = dice.pick([anyCorrection, anyUnder])(history)
  if (!chosen) return
  const { total, body } = bodyOf(history, chosen.members)
  const idempotencyKey = `firma-${total}`
  const reply = await prepare(world, body, {
    key: company.key,
    idempotencyKey: `reserva-${total}`,
  })
  const call: Call = {
    sale: chosen.sale,
    idempotencyKey,
    total,
    corrects: 'corrige' in chosen.members,
    answer: null,
    send: () => sign(world, reply, { key: company.key, idempotencyKey }),
  }
  calls.push({ ...call, send: reply.status === 200 ? call.send : async () => reply })
  if (reply.status === 200) history.prepared.push({ call: calls.at(-1) ?? call, reply })
}

async function signOne(history: History): Promise<void> {
  const { prepared, dice } = history
  if (prepared.length > 0) await send(history, dice.pick(prepared).call)
}

/** The jobs of one process, once. */
async function work({ world }: History): Promise<void> {
  for (const job of [transmitDue, releaseExpired]) await job(world.deps).catch(assertDied)
}

function assertDied(error: unknown): void {
  if (!(error instanceof Died)) throw error
}

/** Lets the ministry's time pass: requests in flight arrive. */
async function wait({ dice }: History): Promise<void> {
  await sleep(dice.pick(DELAYS_MS))
}

const KINDS: readonly Fault['kind'][] = ['delay', 'silence', 'status', 'no_seal', 'drop_answer']

async function fault({ world, dice }: History): Promise<void> {
  const times = dice.between(1, 2)
  const delayMs = dice.pick(DELAYS_MS)
  await world.mh.fault(
    dice.between(0, 2) === 0
      ? { service: 'consultadte', ...anyDenial(dice) }
      : { service: 'recepciondte', kind: dice.pick(KINDS), times, delayMs },
  )
}

async function mend({ world }: History): Promise<void> {
  await world.mh.clearFaults()
}

/** The process dies after one of the commits of a call or of the job. */
async function die(history: History): Promise<void> {
  const { death, dice } = history
  death.commits = dice.between(1, 4)
  await dice.pick([sell, correct, under, work, doubt, signOne])(history)
}

async function jump(history: History): Promise<void> {
  const ms = history.dice.pick([20_000, 2 * MINUTE_MS, 11 * MINUTE_MS, ROUND_MS])
  if (history.jumpedMs + ms > JUMPED_MAX_MS) return
  history.jumpedMs += ms
  await history.world.advance(ms)
}

/** A person reads the warnings and invalidates one of the two. */
async function obey(history: History): Promise<void> {
  const { world, company, dice } = history
  const [pair] = (await flagsOf(world, company)).filter(({ codes }) => codes.length > 1)
  if (pair) await invalidate(world, dice.pick(pair.codes), undefined, { key: company.key })
}

async function sealedOf({ world, company }: History): Promise<Map<string, LedgerRow>> {
  const rows = (await world.mh.ledger()).filter(
    ({ nit, estado, numeroControl }) =>
      nit === company.nit && estado === 'PROCESADO' && numeroControl !== null,
  )
  const codes = rows.map(({ codigoGeneracion }) => codigoGeneracion)
  assert.equal(new Set(codes).size, codes.length, 'a code is sealed twice')
  const numbers = rows.map(({ numeroControl }) => numeroControl)
  assert.equal(new Set(numbers).size, numbers.length, 'a number is on two sealed documents')
  return new Map(rows.map((row) => [row.codigoGeneracion, row]))
}

function totalOf({ jws }: LedgerRow): number {
  const documento = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())
  return Math.round(documento.resumen.totalPagar * 100)
}

interface Row {
  readonly code: string
  readonly estado: string
  readonly sello: string | null
  readonly signature: Buffer | null
}

function storedOf({ world, company }: History): Promise<readonly Row[]> {
  return world.deps.pool.many<Row>(
    `select upper(d.codigo_generacion::text) as code, d.estado, d.sello_recibido as sello, d.signature
       from documents d join companies c on c.company_id = d.company_id where c.nit = $1`,
    [company.nit],
  )
}

/** A seal is recorded on the attempt whose bytes it was given for, and on no other. */
async function assertSeals(history: History): Promise<void> {
  const stored = await storedOf(history)
  const sealed = await sealedOf(history)
  for (const { code, sello, signature } of stored) {
    if (sello === null) continue
    const row = sealed.get(code)
    assert.equal(sello, row?.selloRecibido, 'a seal that the ministry did not give')
    const given = row?.jws.split('.')[2]
    assert.equal(signature?.toString('base64url'), given, `the seal of ${code} is of other bytes`)
  }
}

/** Faults over: nothing is on its way, and every document has its verdict. */
async function settle(history: History): Promise<void> {
  const { world } = history
  await world.mh.clearFaults()
  await sleep(Math.max(...DELAYS_MS) + 300)
  for (let round = 0; ; round++) {
    await world.advance(ROUND_MS)
    await work(history)
    const open = (await storedOf(history)).filter(({ estado }) => WAITING.has(estado))
    if (open.length === 0 && round > 0) break
    assert.ok(round < ROUNDS_MAX, `${open.length} documents never came to a verdict`)
  }
  await assertSeals(history)
  const sealed = await sealedOf(history)
  for (const { code, estado } of await storedOf(history)) {
    const isSealed = ['sellado', 'invalidado'].includes(estado)
    assert.equal(
      isSealed,
      sealed.has(code),
      `${code} is ${estado}, and at the ministry it is not so`,
    )
    sealed.delete(code)
  }
  assert.deepEqual([...sealed.keys()], [], 'the ministry holds what is not here')
}

const WAITING: ReadonlySet<string> = new Set(['reservado', 'firmado', 'contingencia'])

/** Every sealed document of a sale is reported next to another, and every report is true. Returns how many. */
async function assertFlagged(history: History): Promise<number> {
  const { world, company } = history
  const flags = await flagsOf(world, company)
  const standing = [...(await sealedOf(history)).values()].filter(({ invalidado }) => !invalidado)
  const codeOf = ({ codigoGeneracion }: LedgerRow) => codigoGeneracion
  let doubled = 0
  for (const sale of history.sales) {
    const totals = history.calls.filter((call) => call.sale === sale).map(({ total }) => total)
    const codes = standing.filter((row) => totals.includes(totalOf(row))).map(codeOf)
    const pairs = flags.filter((flag) => flag.codes.filter((one) => codes.includes(one)).length > 1)
    const untold = codes.filter((code) => !pairs.some((pair) => pair.codes.includes(code)))
    if (codes.length > 1) {
      doubled += 1
      assert.deepEqual(untold, [], `sealed and not told, of ${codes.join(', ')}`)
    }
    for (const { message } of flags.filter((flag) => codes.some((one) => flag.codes.includes(one))))
      assert.equal(/invalide/.test(message), codes.length > 1, message)
  }
  const known = new Set(standing.map(codeOf))
  for (const { message, codes } of flags)
    assert.ok(
      codes.every((code) => known.has(code)),
      `names what does not stand: ${message}`,
    )
  return doubled
}
