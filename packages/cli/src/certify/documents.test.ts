/** Which documents a certification makes, until when, and what it notes of those that it could not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import {
  type Given,
  lines,
  ofIssue,
  ofQuery,
  refused,
  row,
  scriptedDesks,
  USED_UP,
} from '../../test/desk.ts'
import type { Asked } from '../../test/scripted-service.ts'
import { attempt } from './desk.ts'
import { makeOne, makeSeries, missingOf, settle, sizeOf } from './documents.ts'
import { type Row, referenciaOf, type Serie, seriesOf, takeInventory } from './slots.ts'

const { deskOf, answers } = scriptedDesks()
const referencias = (asked: readonly Asked[]) =>
  asked.map(({ body }) => (body as { referencia?: string }).referencia)

test('a series has what is asked less what was made by hand, and 01 for the returns', () => {
  const goals = { '01': 10, '03': 4, '05': 9, retorno: 2, contingencia: 1, invalidacion: 3 }
  const sizes = (
    others: NonNullable<Given['others']>,
    types: readonly TipoDte[] = ['01', '03'],
  ) => {
    const { desk } = deskOf({ goals, others, types })
    const series: readonly Serie[] = ['01', '03', '05', 'contingencia', 'invalidacion']
    return series.map((serie) => sizeOf(desk, serie))
  }
  assert.deepEqual(sizes({}), [9, 4, 0, 1, 3])
  assert.deepEqual(sizes({ '01': 5, '03': 1 }), [4, 3, 0, 1, 3])
  assert.deepEqual(sizes({ '01': 8, '03': 5 }), [2, 0, 0, 1, 3])
  assert.deepEqual(sizes({}, ['05']), [2, 0, 9, 1, 3])
  assert.deepEqual(
    (['01', 'contingencia'] as const).map((serie) => sizeOf(deskOf().desk, serie)),
    [0, 0],
  )
})

test('of a series that is there in part the other places are missing', () => {
  const made = [row('03', 2), row('01', 1)]
  assert.deepEqual(missingOf(deskOf({ goals: { '03': 3 }, made }).desk, '03'), [
    { serie: '03', n: 1 },
    { serie: '03', n: 3 },
  ])
})

test('the inventory has the living documents of this certification, and counts the sealed ones of others', async () => {
  const listed = [
    ...['firmado', 'contingencia', 'sellado', 'invalidado', 'rechazado', 'reservado'],
  ].map((estado, at) => row('01', 6 - at, { estado: estado as Row['estado'] }))
  const others = [
    row('01', 1, { referencia: null }),
    row('01', 1, { referencia: 'certificacion-dos-01-0001' }),
    row('01', 1, { referencia: 'x', estado: 'firmado' }),
  ]
  const asked = answers(
    { body: { documentos: listed, siguiente: 'más' } },
    { body: { documentos: others, siguiente: null } },
    { body: { documentos: [], siguiente: null } },
  )
  const { desk } = deskOf()
  const found = await takeInventory(desk.sello, 'uno', ['01', '03'], desk.signal)

  assert.deepEqual(
    seriesOf(found, 'uno', '01').map(({ estado, referencia }) => [estado, referencia?.slice(-4)]),
    [
      ['invalidado', '0003'],
      ['sellado', '0004'],
      ['contingencia', '0005'],
      ['firmado', '0006'],
    ],
  )
  assert.deepEqual([...found.others], [['01', 2]])
  assert.deepEqual(
    lines(asked).map((line) => line.replace(/[?&]cursor=[^&]*|&cursor=.*/, '')),
    [
      ...['GET /v1/dte?tipoDte=01&limit=100', 'GET /v1/dte?tipoDte=01&limit=100'],
      'GET /v1/dte?tipoDte=03&limit=100',
    ],
  )
})

test('a call waits for the quota, pauses behind its answer, and is noted where it alone is refused', async () => {
  const used = { window: 'hora', remaining: 0, retryAfterSeconds: 9 }
  const { desk, pauses, waits } = deskOf()
  const call = () => desk.sello.issue({ tipoDte: '01', items: [] })
  const of = { serie: '01', n: 3 } as const
  const asked = answers(refused(429, 'rate_limited', used), ofIssue())
  assert.equal((await attempt(desk, of, call))?.estado, 'sellado')
  assert.deepEqual([waits, pauses, asked.length], [[used], [7], 2])
  for (const [status, code] of [
    [422, 'validation_failed'],
    [403, 'dte_type_not_allowed'],
    [422, 'return_exceeds_available'],
    [409, 'has_return_events'],
  ] as const) {
    desk.failures.length = 0
    answers(refused(status, code))
    assert.equal(await attempt(desk, of, call), null)
    assert.deepEqual(desk.failures, [{ ...of, motivo: `Por ${code}.` }])
  }
  answers(refused(401, 'unauthorized'))
  desk.failures.length = 0
  await assert.rejects(attempt(desk, of, call), { code: 'unauthorized' })
  await assert.rejects(
    attempt(desk, of, async () => assert.fail('a mistake of ours')),
    /a mistake of ours/,
  )
  assert.deepEqual([desk.failures, pauses.length, waits.length], [[], 1, 1])
})

test('a series is made in its order, and each document takes its place', async () => {
  const asked = answers(ofIssue('sellado', 'C-1'), ofIssue('contingencia', 'C-2'))
  const { desk, steps } = deskOf({ goals: { '01': 3 }, made: [row('01', 2)] })
  await makeSeries(desk, '01')

  const [first, third] = [1, 3].map((n) => referenciaOf('uno', { serie: '01', n }))
  assert.deepEqual(referencias(asked), [first, third])
  assert.deepEqual(steps, ['sellado', 'contingencia'])
  const made = [...desk.inventory.made.values()].slice(1)
  const of = { tipoDte: '01' }
  assert.deepEqual(made, [
    {
      ...of,
      estado: 'sellado',
      codigoGeneracion: 'C-1',
      numeroControl: 'N-C-1',
      selloRecibido: 'S',
      referencia: first,
    },
    {
      ...of,
      estado: 'contingencia',
      codigoGeneracion: 'C-2',
      numeroControl: 'N-C-2',
      selloRecibido: null,
      referencia: third,
    },
  ])
})

test('after three refusals in a row the series ends; one that is made begins the count again', async () => {
  const no = refused(422, 'validation_failed')
  const asked = answers(no, no, ofIssue(), no, no, no, ofIssue())
  const { desk, steps } = deskOf({ goals: { '01': 20 } })
  await makeSeries(desk, '01')
  assert.equal(asked.length, 6)
  assert.deepEqual(steps, [
    'rechazado',
    'rechazado',
    'sellado',
    'rechazado',
    'rechazado',
    'rechazado',
  ])
  assert.deepEqual(
    desk.failures.map(({ serie, n }) => `${serie} ${n}`),
    ['01 1', '01 2', '01 4', '01 5', '01 6'],
  )
})

test('what lacks a taxpayer or a credit is noted with what it wants, and not asked', async () => {
  const asked = answers(ofIssue())
  const made = [row('03', 1, { estado: 'contingencia' })]
  const { desk, steps } = deskOf({ receptores: [], made })
  for (const serie of ['05', '06', '03', '08'] as const) await makeOne(desk, { serie, n: 1 })
  const credit = 'Hace falta un crédito fiscal (03) sellado de esta certificación: incluya el 03.'
  const buyer =
    'Hace falta un contribuyente que lo reciba: guarde uno como cliente, o délo con --receivers.'
  assert.deepEqual(desk.failures, [
    { serie: '05', n: 1, motivo: credit },
    { serie: '06', n: 1, motivo: credit },
    { serie: '03', n: 1, motivo: buyer },
    { serie: '08', n: 1, motivo: buyer },
  ])
  assert.deepEqual([asked, steps], [[], []])
})

test('what waits for its seal is asked for until one is not there yet, and a late rejection is noted', async () => {
  const waiting = (n: number, estado: 'firmado' | 'contingencia') =>
    row('01', n, { estado, selloRecibido: null })
  const made = [
    ...[row('01', 1), waiting(2, 'firmado'), waiting(3, 'contingencia'), waiting(4, 'firmado')],
    ...[waiting(5, 'firmado'), waiting(6, 'firmado')],
  ]
  const { desk } = deskOf({ made })
  const asked = answers(
    ...[ofQuery('sellado', { selloRecibido: 'TARDE' }), ofQuery('rechazado', { motivo: 'Mal.' })],
    ...[ofQuery('rechazado'), { ...ofQuery('firmado'), headers: USED_UP }],
  )
  await settle(desk, 60_000)
  assert.deepEqual(
    lines(asked),
    [2, 3, 4, 5].map((n) => `GET /v1/dte/01-${n}`),
  )
  assert.deepEqual(
    [...desk.inventory.made.values()].map((one) => [one.estado, one.selloRecibido]),
    [
      ['sellado', 'S'],
      ['sellado', 'TARDE'],
      ['firmado', null],
      ['firmado', null],
    ],
  )
  assert.deepEqual(desk.failures, [
    { serie: '01', n: null, motivo: 'DTE-01-3: Mal.' },
    { serie: '01', n: null, motivo: 'DTE-01-4: rechazado' },
  ])
  answers(refused(401, 'unauthorized'))
  await assert.rejects(settle(desk, 60_000), { code: 'unauthorized' })
})
