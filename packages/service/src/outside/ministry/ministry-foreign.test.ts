/** Whose a record is that the ministry already has under a filing's code: the filing's own, or another's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answered,
  CLOSED,
  LATE,
  ministryOf,
  NOT_FOUND,
  SALE,
  SEALED,
  START,
} from '../../../test/scripted-ministry.ts'
import type { Filing } from '../../ledger/transmission/filing.ts'
import type { Raw } from './exchange.ts'

const EXISTS = answered(400, { estado: 'RECHAZADO', codigoMsg: '004' })
const ANOTHERS = { kind: 'rejected', foreign: { isFirstSending: true, isHeld: true } }
const NUMBER = { kind: 'rejected', foreign: { isFirstSending: true, isHeld: false } }

// biome-ignore format: a table
const SENDINGS: readonly (readonly [what: string, answers: readonly Raw[], answer: object])[] = [
  ['has not left, and is sealed',           [CLOSED, SEALED],                   ANOTHERS],
  ['is refused and not held',               [EXISTS, NOT_FOUND],                NUMBER],
  ['is refused and sealed',                 [EXISTS, SEALED],                   ANOTHERS],
  ['is refused, of which nothing is said',  [EXISTS, LATE],                     NUMBER],
  ['comes again, and is sealed',            [LATE, NOT_FOUND, EXISTS, SEALED],  { kind: 'sealed', isFound: true }],
  ['comes again, and is not held',          [LATE, NOT_FOUND, EXISTS, NOT_FOUND, NOT_FOUND, EXISTS, NOT_FOUND], { kind: 'unanswered', why: 'without_seal' }],
]

for (const [what, answers, answer] of SENDINGS) {
  test(`a filing that ${what} is ${JSON.stringify(answer)}`, async () => {
    const got = await ministryOf(answers).ministry.send(SALE)
    assert.deepEqual({ ...got, ...answer }, got)
  })
}

test('a seal older than its document is another’s, by the clock that the ministry’s answer tells', async () => {
  // The document is of 10:00:00, which is now; a clock may be wrong by a minute.
  const payload = '{"identificacion":{"fecEmi":"2026-10-05","horEmi":"10:00:00"}}'
  const tookMs = 10
  const now = START + tookMs
  // biome-ignore format: a table
  const rows = [
    ['09:58:59', null,               'rejected'],
    ['09:59:00', null,               'sealed'],
    ['09:58:59', now,                'rejected'],
    ['09:58:59', now - 1_000,        'sealed'],
    ['09:49:00', now - 600_000,      'sealed'],
    ['09:48:59', now - 600_000,      'rejected'],
    ['09:58:59', now + 600_000,      'rejected'],
    ['09:59:00', now + 600_000,      'sealed'],
  ] as const
  for (const [time, dateMs, kind] of rows) {
    const date = dateMs === null ? null : new Date(dateMs)
    assert.ok(SEALED.kind === 'response')
    const json = { ...(SEALED.json as object), fhProcesamiento: `05/10/2026 ${time}` }
    const { ministry } = ministryOf([{ ...SEALED, json, date }], { tookMs })
    const filing: Filing = { ...SALE, payload }
    assert.equal((await ministry.ask(filing)).kind, kind, `${time}, ${dateMs}`)
  }
})
