/**
 * Requests of all types over HTTP, valid ones and ones with something wrong in any member: each is sealed, or
 * refused by a member of the request that was sent or one that it lacks, the cause before its consequences.
 *
 * `SELLO_GENERATED_RUNS=10000 npm test -- fuzz/generated --test-timeout=3000000` sends more; `SEED` other ones.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dteRequestOf, TIPOS_DTE, type TipoDte } from '@sello/contract'
import { AUTORIZACIONES, type Autorizacion, type DteRequest } from '@sello/fiscal'
import fc from 'fast-check'
import { dteRequest } from '../../../fiscal/test/arbitraries.ts'
import { RESOLUCION } from '../../../fiscal/test/fixtures.ts'
import { SEED, SEED_NUMBER } from '../../../fiscal/test/seed.ts'
import { authorizeCompany } from '../../src/admin.ts'
import { createDice } from '../crash/dice.ts'
import { onTheWire } from '../generated-notas.ts'
import { PATIENT } from '../races/numbers.ts'
import { createWorld, MH_PASSWORD, type Reply, type World } from '../world.ts'
import { mutate } from './mutations.ts'

const RUNS = Number(process.env.SELLO_GENERATED_RUNS ?? 300)
const CALLERS = 8
/** A machine overloaded for longer than this fails the test. */
const TRIES_MAX = 30
/** One in this many is sent unchanged. */
const AS_GENERATED = 4
/** The date of the examples, since notes are dated relative to what they adjust. */
const NOW = new Date('2026-10-05T16:15:30Z')

let world: World
before(async () => {
  world = await createWorld({ now: NOW, ...PATIENT })
  const { nit, publicKeyPem } = world.company
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem })
  const add = Object.keys(AUTORIZACIONES) as Autorizacion[]
  await authorizeCompany(world.admin, nit, { add, resolucion: RESOLUCION })
})
after(() => world.close())

interface Sent {
  readonly tipoDte: TipoDte
  readonly request: unknown
  /** Null: as it was generated. */
  readonly path: string | null
  readonly how: string
}

function* requests(): Generator<Sent> {
  const dice = createDice(SEED)
  const each = Math.ceil(RUNS / TIPOS_DTE.length)
  for (const tipoDte of TIPOS_DTE) {
    for (const valid of fc.sample(dteRequest(tipoDte), { numRuns: each, seed: SEED_NUMBER })) {
      const request = onPaper(valid)
      if (dice.between(1, AS_GENERATED) === 1)
        yield { tipoDte, request, path: null, how: 'as generated' }
      else yield { tipoDte, ...mutate(request, dice) }
    }
  }
}

/** The adjusted document was never sealed here; a paper document is not looked up. */
function onPaper(given: DteRequest): DteRequest {
  const request = onTheWire(given)
  if (!request.documentosRelacionados) return request
  const documentosRelacionados = request.documentosRelacionados.map((one) => ({
    ...one,
    tipoGeneracion: 1,
  }))
  return { ...request, documentosRelacionados }
}

test(`${RUNS} generated requests: a sealed document, or a refusal by a member of the request`, {
  timeout: 3 * 60 * 60_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const wrong: string[] = []
  const statuses = new Map<string, number>()
  const queue = requests()

  async function call(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const sent = next.value
      const reply = await issue(sent.request as object)
      const code = reply.status === 200 ? 'sellado' : (reply.body?.error?.code ?? 'none')
      statuses.set(`${reply.status} ${code}`, (statuses.get(`${reply.status} ${code}`) ?? 0) + 1)
      wrong.push(...faultsOf(sent, reply).map((fault) => show(sent, reply, fault)))
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))

  t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
  assert.equal(wrong.length, 0, `${wrong.length} wrong\n${wrong.slice(0, 40).join('\n\n')}`)
})

/**
 * Repeats calls that the machine was too busy for, like a good caller: with the same key, after the stated delay.
 */
async function issue(request: object): Promise<Reply> {
  const idempotencyKey = randomUUID()
  for (let tries = 1; ; tries += 1) {
    const reply = await world.issue(request, { idempotencyKey })
    if (reply.status !== 503 || tries === TRIES_MAX) return reply
    await sleep(Number(reply.headers['retry-after']) * 1_000)
  }
}

interface ReportedIssue {
  readonly field: string
  readonly rule?: string
  readonly message: string
}

/** The violations of an answer; none for a seal, or for a refusal that a person can act on. */
function faultsOf(sent: Sent, { status, body }: Reply): string[] {
  if (status === 200) return sealedFaults(body)
  if (sent.path === null) return ['a valid request was refused']
  // A document that claims to be held by the ministry, but is not.
  if (body.error?.details?.codigoMsg === '014') return []
  const told = issuesOf(body)
  if (told === null) return ['neither sealed nor refused by a member']
  const faults = told
    .filter(({ field }) => !isIn(sent.request, field) && !isLacking(sent, field))
    .map(({ field }) => `${field} is neither in the request nor one that it lacks`)
  const [first] = told
  const isRoot = first !== undefined && isAbout(first.field, sent.path, told)
  return isRoot ? faults : [...faults, `${first?.field} comes first, and the cause is ${sent.path}`]
}

function sealedFaults(body: Reply['body']): string[] {
  return /^[0-9A-Z]{40}$/.test(body.selloRecibido ?? '') ? [] : ['200 without a seal']
}

function issuesOf({ error }: Reply['body']): readonly ReportedIssue[] | null {
  const { code, details, message } = error ?? {}
  if (code === 'validation_failed') return details.issues
  if (code === 'invalid_request') return details.issues ?? [{ field: details.field, message }]
  return details?.field === undefined ? null : [{ field: details.field, message }]
}

const partsOf = (path: string) =>
  path.split(/\.|(?=\[)/).map((part) => part.replace(/^\[(.*)\]$/, '$1'))

function isIn(request: unknown, path: string): boolean {
  return reach(request, partsOf(path)).rest.length === 0
}

/** A member that its schema knows and its holder does not have. */
function isLacking({ request, tipoDte }: Sent, path: string): boolean {
  const parts = partsOf(path)
  const { value, rest } = reach(request, parts)
  if (rest.length !== 1 || typeof value !== 'object' || value === null) return false
  const told = (request as { tipoDte?: unknown } | null)?.tipoDte
  const tipo = TIPOS_DTE.find((one) => one === told) ?? tipoDte
  return knows(dteRequestOf(tipo), parts)
}

function reach(
  value: unknown,
  parts: readonly string[],
): { value: unknown; rest: readonly string[] } {
  const [first, ...rest] = parts
  if (first === undefined) return { value, rest: [] }
  const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, first)
  return isHolder ? reach((value as Record<string, unknown>)[first], rest) : { value, rest: parts }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

function knows(schema: Schema, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  if (branches.some((one) => knows(one, [first, ...rest]))) return true
  const below = /^\d+$/.test(first) ? schema.items : schema.properties?.[first]
  return below !== undefined && knows(below, rest)
}

/** Two members that exclude each other: the one to remove is reported first, whichever was mutated. */
const EXCLUDE: readonly (readonly [string, string])[] = [['formaPago', 'pagos']]

/** Whether the first problem is about the mutated member, or about one that only it can have broken. */
function isAbout(field: string, touched: string, told: readonly ReportedIssue[]): boolean {
  if (field.startsWith(touched) || touched.startsWith(field)) return true
  const [entry] = /^\w+\[\d+\]/.exec(touched) ?? []
  if (entry && field.startsWith(entry)) return true // the author decides which of an entry's members to remove
  if (
    EXCLUDE.some(
      (two) => two.some((one) => one === field) && two.some((one) => touched.startsWith(one)),
    )
  )
    return true
  // A consequence comes first only if its cause is not reported.
  return !told.some(
    ({ field: one }) => one.startsWith(touched) || (one !== 'items' && touched.startsWith(one)),
  )
}

function show({ tipoDte, how, request }: Sent, { status, body }: Reply, fault: string): string {
  const told = JSON.stringify(body?.error?.details ?? body?.error ?? body).slice(0, 700)
  return `${fault}\n  ${tipoDte}, ${how}\n  ${status} ${told}\n  ${JSON.stringify(request).slice(0, 500)}`
}
