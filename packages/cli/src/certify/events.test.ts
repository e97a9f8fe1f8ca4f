/** Which events a certification makes of its documents, until when, and what it notes of those that it could not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lines, ofIssue, ofQuery, outagesOf, refused, row, scriptedDesks } from '../../test/desk.ts'
import { makeSeries, settle } from './documents.ts'
import { countEvents, makeContingencies, makeInvalidations, makeReturns } from './events.ts'
import { seriesOf } from './slots.ts'

const { deskOf, answers, answerEach } = scriptedDesks()
const PERSON = { nombre: 'Ana Ficticia', numDocumento: '00016297-5' }

test('events are counted as the service has them', async () => {
  const made = [
    ...[row('contingencia', 1), row('contingencia', 2), row('contingencia', 3)],
    row('contingencia', 4, { estado: 'firmado' }),
    ...[row('01', 1), row('01', 2), row('01', 3), row('01', 4, { estado: 'firmado' })],
    ...[row('invalidacion', 1, { estado: 'invalidado' }), row('invalidacion', 2)],
  ]
  const { desk } = deskOf({ goals: { retorno: 2 }, made })
  const operation = (tipoOperacion: number) =>
    ofQuery('sellado', { documento: { identificacion: { tipoOperacion } } })
  const returned = (...estados: readonly string[]) =>
    ofQuery('sellado', { retornos: estados.map((estado) => ({ estado })) })
  const asked = answers(
    ...[operation(2), operation(1), ofQuery('sellado')],
    ...[returned('rechazado'), returned('rechazado', 'sellado')],
  )
  assert.deepEqual(await countEvents(desk), { contingencia: 1, retorno: 1, invalidacion: 1 })
  assert.deepEqual(
    lines(asked),
    ['contingencia-1', 'contingencia-2', 'contingencia-3', '01-1', '01-2'].map(
      (code) => `GET /v1/dte/${code}`,
    ),
  )
})

test('half of the first line of a 01 comes back, once for each, until three in a row are refused', async () => {
  const made = [1, 2, 3, 4, 5, 6].map((n) => row('01', n))
  const { desk } = deskOf({ goals: { retorno: 6 }, made })
  const asked = answerEach((line) => {
    if (line.startsWith('POST')) return refused(422, 'return_exceeds_available')
    return ofQuery('sellado', { retornos: line.endsWith('01-2') ? [{ estado: 'sellado' }] : [] })
  })
  await makeReturns(desk)
  const sent = asked.filter(({ line }) => line.startsWith('POST'))
  assert.deepEqual(
    lines(sent),
    [1, 3, 4, 5].map((n) => `POST /v1/dte/01-${n}/return`),
  )
  assert.deepEqual(sent[0]?.body, { items: [{ linea: 1, cantidad: 0.5 }] })
  const motivo = 'Por return_exceeds_available.'
  assert.deepEqual(desk.failures, Array(4).fill({ serie: 'retorno', n: null, motivo }))
})

test('who responds is needed where invalidations are asked, and signs each that is sealed', async () => {
  const made = [
    row('invalidacion', 1, { estado: 'invalidado' }),
    row('invalidacion', 2),
    row('invalidacion', 3, { estado: 'contingencia' }),
    row('invalidacion', 4),
  ]
  const asked = answers(refused(409, 'has_return_events'), { body: { estado: 'invalidado' } })
  const unasked = deskOf({ made })
  await makeInvalidations(unasked.desk, undefined)
  const unnamed = deskOf({ made, goals: { invalidacion: 4 } })
  await makeInvalidations(unnamed.desk, undefined)
  assert.deepEqual([unasked.desk.failures, asked], [[], []])
  assert.deepEqual(unnamed.desk.failures, [
    {
      serie: 'invalidacion',
      n: null,
      motivo: 'Diga quién responde ante Hacienda, con --responsible.',
    },
  ])
  const { desk } = deskOf({ made })
  await makeInvalidations(desk, PERSON)
  assert.deepEqual(
    lines(asked),
    [2, 4].map((n) => `POST /v1/dte/invalidacion-${n}/invalidate`),
  )
  assert.deepEqual(asked[0]?.body, { tipoAnulacion: 2, responsable: PERSON, solicita: PERSON })
  assert.deepEqual(
    seriesOf(desk.inventory, 'uno', 'invalidacion').map(({ estado }) => estado),
    ['invalidado', 'sellado', 'contingencia', 'invalidado'],
  )
  assert.deepEqual(desk.failures, [
    { serie: 'invalidacion', n: null, motivo: 'Por has_return_events.' },
  ])
  const waiting = deskOf({
    made: [1, 2, 3]
      .map((n) => row('invalidacion', n, { estado: 'firmado' }))
      .concat(row('invalidacion', 4)),
  })
  const before = asked.length
  await makeInvalidations(waiting.desk, PERSON)
  assert.equal(asked.length, before, 'three that cannot be invalidated end it')
})

test('each contingency is an outage with one document, whose event is closed before the next', async () => {
  const { outages, done } = outagesOf()
  const { desk, pauses } = deskOf({ outages, goals: { contingencia: 2 } })
  let closings = 0
  const asked = answerEach((line) => {
    if (line === 'POST /v1/dte') return ofIssue('contingencia')
    if (line !== 'POST /v1/contingencia') return ofQuery('sellado', { selloRecibido: 'S' })
    closings += 1
    return closings < 3
      ? refused(409, 'contingency_open')
      : { body: { eventos: [], pendientes: 0 } }
  })
  await makeContingencies(desk)
  const [issue, close] = ['POST /v1/dte', 'POST /v1/contingencia']
  assert.deepEqual(lines(asked), [
    ...[issue, close, close, close, 'GET /v1/dte/C'],
    ...[issue, close, 'GET /v1/dte/C'],
  ])
  assert.deepEqual(done, ['end of an earlier one', 'begin', 'end', 'begin', 'end'])
  assert.deepEqual(pauses, [7, 1_000, 1_000, 7])
  assert.deepEqual(
    seriesOf(desk.inventory, 'uno', 'contingencia').map(({ estado }) => estado),
    ['sellado', 'sellado'],
  )
})

test('an outage in which the document is sealed all the same makes no contingency: three end it', async () => {
  const { outages, done } = outagesOf()
  const asked = answers(ofIssue('sellado'))
  const { desk } = deskOf({ outages, goals: { contingencia: 9 } })
  await makeContingencies(desk)
  assert.equal(done.filter((one) => one === 'begin').length, 3)
  assert.deepEqual(lines(asked), Array(3).fill('POST /v1/dte'))
})

test('without outages what waits is closed, and what is missing is noted', async () => {
  const waiting = row('contingencia', 1, { estado: 'contingencia' })
  const asked = answerEach((line) =>
    line.startsWith('POST') ? { body: { eventos: [], pendientes: 0 } } : ofQuery('sellado'),
  )
  const { desk } = deskOf({ goals: { contingencia: 2 }, made: [waiting] })
  await makeContingencies(desk)
  assert.deepEqual(lines(asked), ['POST /v1/contingencia', 'GET /v1/dte/contingencia-1'])
  const motivo = 'Los hace quien opera el servicio, en esa máquina, con --outages.'
  assert.deepEqual(desk.failures, [{ serie: 'contingencia', n: null, motivo }])
  const whole = deskOf({ goals: { contingencia: 1 }, made: [row('contingencia', 1)] })
  await makeContingencies(whole.desk)
  assert.deepEqual([whole.desk.failures, asked.length], [[], 2])
  answers(refused(401, 'unauthorized'))
  await assert.rejects(makeContingencies(deskOf({ made: [waiting] }).desk), {
    code: 'unauthorized',
  })
})

test('a ministry that does not come back is asked for a minute, and then left', async () => {
  const asked = answers(refused(409, 'contingency_open'))
  const made = [row('contingencia', 1, { estado: 'contingencia' })]
  const { desk, pauses } = deskOf({ made })
  await makeContingencies(desk)
  assert.deepEqual([asked.length, pauses], [60, Array(60).fill(1_000)])
})

test('a run that was stopped makes nothing more', async () => {
  const asked = answers(ofIssue())
  const signal = AbortSignal.abort()
  const { desk } = deskOf({
    signal,
    goals: { '01': 2, retorno: 1, contingencia: 1 },
    outages: outagesOf().outages,
    made: [row('01', 1), row('invalidacion', 1), row('contingencia', 2, { estado: 'firmado' })],
  })
  await makeSeries(desk, '01')
  await settle(desk, 1)
  await makeContingencies(desk)
  await makeReturns(desk)
  await makeInvalidations(desk, PERSON)
  assert.deepEqual(asked, [])
})
