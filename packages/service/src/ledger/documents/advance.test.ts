/** What the ministry's answer makes of each document, and of no neighbour: its state, doubt, lease and reference. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, withRows } from '../../../test/neighbours.ts'
import { at, documentRow, fillTwoCompanies, HOUR_MS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { recordVerdicts } from '../../flows/issuing/record-verdicts.ts'
import {
  type Answer,
  otherSealed,
  type RejectedAnswer,
  type SealedAnswer,
} from '../transmission/answer.ts'
import { isFirstSending, toOutcome } from '../transmission/outcome.ts'
import type { Advance } from './advance.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
before(() => fillTwoCompanies(pool, newSecrets()))

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const GIVEN = at(HOUR_MS)
const RETRY = at(15_000)

const sealed: SealedAnswer = {
  ...{ kind: 'sealed', selloRecibido: 'S', fhProcesamiento: '03/08/2026 09:00:00' },
  observaciones: ['una', 'dos'],
}
const words = {
  ...{ codigoMsg: '020', clasificaMsg: null, descripcionMsg: 'No', observaciones: ['tres'] },
  fhProcesamiento: '03/08/2026 09:00:01',
}
const rejected: RejectedAnswer = { kind: 'rejected', ...words }
const doubtful: RejectedAnswer = { ...rejected, doubtful: true }
const first: RejectedAnswer = { ...doubtful, foreign: { isFirstSending: true, isHeld: false } }
const ajeno: RejectedAnswer = { ...otherSealed(sealed), doubtful: true }
const unanswered: Answer = { kind: 'unanswered', why: 'timeout' }

const firmado = { estado: 'firmado' }
const tried = { estado: 'firmado', attempts: 1 }
const waits = { estado: 'contingencia' }
const rechazado = { estado: 'rechazado', dudoso: true, rechazo: '{}', historial: '["rechazado x"]' }

/** Each with what it becomes: its state, whether it is in doubt, whether the job asks about it again, its reference. */
// biome-ignore format: a table
const CASES: Readonly<Record<string, readonly [was: Row, answer: Answer, is: string]>> = {
  seal:   [firmado,                              sealed,     'sellado     sure   given -'],
  reject: [firmado,                              rejected,   'rechazado   sure   given -'],
  wait:   [firmado,                              unanswered, 'contingencia sure   given -'],
  doubt:  [firmado,                              doubtful,   'rechazado   doubt  retry -'],
  tried:  [tried,                                rejected,   'rechazado   doubt  retry -'],
  waited: [waits,                                rejected,   'rechazado   doubt  retry -'],
  sealed: [{ ...waits, attempts: 3 },            sealed,     'sellado     sure   given -'],
  still:  [{ ...waits, attempts: 3 },            unanswered, 'contingencia sure   given -'],
  first:  [waits,                                first,      'rechazado   sure   given -'],
  taken:  [tried,                                first,      'firmado     sure   -     -'],
  ajeno:  [{ ...waits, attempts: 1 },            ajeno,      'rechazado   sure   given -'],
  late:   [rechazado,                            sealed,     'sellado     doubt  given -'],
  void:   [{ estado: 'invalidado' },             sealed,     'invalidado  sure   -     -'],
  bytes:  [{ ...firmado, signature: 'y' },       sealed,     'firmado     sure   -     -'],
  own:    [{ ...firmado, referencia: 'own' },    sealed,     'sellado     sure   given own'],
  held:   [{ ...rechazado, referencia: 'held' }, sealed,     'sellado     doubt  given -'],
  free:   [{ ...rechazado, referencia: 'free' }, sealed,     'sellado     doubt  given free'],
}
const NAMES = Object.keys(CASES)

const OTHERS = [
  documentRow('holder', { referencia: 'held' }),
  documentRow('gone', { ...rechazado, referencia: 'free' }),
  documentRow('live', { ambiente: '01', referencia: 'free' }),
  documentRow('far', { company_id: DOS, referencia: 'free' }),
]
/** Under the same codes. */
const FAR = NAMES.map((name) => documentRow(name, { company_id: DOS, attempts: 9 }))
/** One has an answer already, and another names another code by now. */
const CLAIMS = NAMES.map((name) => ({
  ...{ company_id: UNO, key_id: 'k1', room: 'issue', idempotency_key: name, body_hash: '' },
  ...{ claimed_at: NOW, codigo_generacion: idOf(name === 'wait' ? 'else' : name) },
  outcome: name === 'reject' ? '{"estado":"before"}' : null,
}))

const advanceOf = (name: string): Advance => {
  const [, answer] = CASES[name] ?? assert.fail(name)
  const [trigger, outcome, unlessTaken] = [answer.kind, toOutcome(answer), isFirstSending(answer)]
  return {
    which: {
      ...{ companyId: UNO, codigoGeneracion: idOf(name).toUpperCase() },
      signature: Buffer.from('x'),
    },
    move: { trigger, outcome, now: NOW, leaseUntil: GIVEN, unlessTaken },
  }
}

const columnOf = async (column: string, name: string): Promise<unknown> =>
  (
    await pool.one<{ value: unknown }>(
      `select ${column} as value from documents where company_id = $1 and codigo_generacion = $2`,
      [UNO, idOf(name)],
    )
  ).value

for (const isCluster of [false, true]) {
  test(`each answer moves its own document (${isCluster ? 'on a cluster' : 'one database'})`, async () => {
    const own = Object.entries(CASES).map(([name, [was]]) =>
      documentRow(name, { idempotency_key: name, ...was }),
    )
    const rows = {
      ...{ database_marks: [{ identity: 'x', alive_at: NOW }], holding: [], outbox: [] },
      ...{ documents: [...own, ...OTHERS, ...FAR], claims: CLAIMS },
    }
    await withRows(pool, rows, async () => {
      const any = isCluster ? database.createPool({ isCluster }) : pool
      const [one, ...others] = NAMES.map((name) => ({ pool: any, ...advanceOf(name) }))
      const moved = await recordVerdicts([one ?? assert.fail(), ...others])
      const rest = ['taken', 'void', 'bytes']
      assert.deepEqual(
        moved.map((row, n) => [NAMES[n], row?.estado ?? null, row?.settled ?? null]),
        Object.entries(CASES).map(([name, [, , is]]) =>
          rest.includes(name)
            ? [name, null, null]
            : [name, is.split(' ')[0], name !== 'wait' && name !== 'reject'],
        ),
      )
      const shown = async (companyId: string) =>
        pool.many<{ name: string; is: string }>(
          `select codigo_generacion as name, concat_ws(' ', estado, case when dudoso then 'doubt' else 'sure' end,
                  case lease_until when $2 then 'given' when $3 then 'retry' else '-' end, coalesce(referencia, '-')) as is
             from documents where company_id = $1 order by position`,
          [companyId, GIVEN, RETRY],
        )
      assert.deepEqual(
        (await shown(UNO)).map(({ is }) => is),
        [
          ...Object.values(CASES).map(([, , is]) => is.replaceAll(/ +/g, ' ')),
          ...['firmado sure - held', 'rechazado doubt - free', 'firmado sure - free'],
        ],
      )
      assert.deepEqual(
        new Set((await shown(DOS)).map(({ is }) => is)),
        new Set(['firmado sure - -', 'firmado sure - free']),
      )
      await whatIsStored()
      await whatIsHeldAndTold()
    })
  })
}

async function whatIsStored(): Promise<void> {
  const answer = `json_build_array(sello_recibido, fh_procesamiento, observaciones, rechazo)`
  const { selloRecibido, fhProcesamiento, observaciones } = sealed
  assert.deepEqual(await columnOf(answer, 'seal'), [
    ...[selloRecibido, fhProcesamiento, observaciones, null],
  ])
  assert.deepEqual(await columnOf(answer, 'late'), [
    ...[selloRecibido, fhProcesamiento, observaciones, null],
  ])
  const { estado: _, ...rechazo } = { estado: '', ...words }
  assert.deepEqual(await columnOf(answer, 'reject'), [
    ...[null, words.fhProcesamiento, [], { estado: 'rechazado', ...rechazo }],
  ])
  assert.deepEqual(await columnOf(answer, 'still'), [null, null, [], null])
  const last = (name: string) => columnOf(`historial -> -1 #>> '{}'`, name)
  const now = NOW.toISOString()
  const LATE = 'Hacienda selló un envío anterior, que había quedado sin respuesta.'
  const OTRO = 'Hacienda tiene sellado otro documento con este código.'
  assert.deepEqual(await Promise.all(['seal', 'late', 'reject', 'ajeno', 'still'].map(last)), [
    ...[`sellado ${now}`, `sellado ${now} ${LATE}`, `rechazado ${now} No`],
    ...[`rechazado ${now} ${OTRO}`, `contingencia ${now}`],
  ])
  assert.equal(await columnOf('jsonb_array_length(historial)', 'still'), 1, 'nothing was new')
  const { detalle } = toOutcome(unanswered) as { detalle: string }
  assert.equal(await last('wait'), `contingencia ${now} ${detalle}`)
  const outcomes = await pool.many<{ key: string; estado: string | null }>(
    `select idempotency_key as key, outcome ->> 'estado' as estado from claims`,
  )
  const ended: Readonly<Record<string, string | null>> = {
    ...{ reject: 'before', wait: null, taken: null, void: null, bytes: null },
  }
  assert.deepEqual(
    Object.fromEntries(outcomes.map(({ key, estado }) => [key, estado])),
    Object.fromEntries(
      Object.entries(CASES).map(([name, [, , is]]) => [
        name,
        name in ended ? ended[name] : is.split(' ')[0],
      ]),
    ),
  )
}

const NOT_MOVED: ReadonlySet<string> = new Set(['taken', 'void', 'bytes'])

/** What was sealed is held for an hour, and each new state is told once. */
async function whatIsHeldAndTold(): Promise<void> {
  const moved = Object.entries(CASES)
    .filter(([name]) => !NOT_MOVED.has(name))
    .map(([name, [was, , is]]) => ({ code: idOf(name), was: was.estado, is: is.split(' ')[0] }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const held = await pool.many(
    `select codigo_generacion as code, company_id, ambiente, expires_at, copy_at, created_at
       from holding order by 1`,
  )
  const until = { expires_at: GIVEN, copy_at: NOW, created_at: NOW }
  assert.deepEqual(
    held,
    moved
      .filter(({ is }) => is === 'sellado')
      .map(({ code }) => ({ code, company_id: UNO, ambiente: '00', ...until })),
  )
  assert.deepEqual(
    await pool.many('select about as code, company_id, ambiente, tipo, at from outbox order by 1'),
    moved
      .filter(({ was, is }) => was !== is)
      .map(({ code, is }) => ({
        ...{ code, company_id: UNO, ambiente: '00', tipo: `dte.${is}`, at: NOW },
      })),
  )
}
