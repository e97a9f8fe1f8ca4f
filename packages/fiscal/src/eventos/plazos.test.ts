import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diaHabilDelMes, isDiaHabil, isDiaHabilPorLey } from './dias-habiles.ts'
import {
  faltaDeVentana,
  limiteDeLosDocumentos,
  limiteDelEvento,
  plazoDeInvalidacion,
  ventanaDeRetorno,
} from './plazos.ts'

const COMERCIO = '47190'
const FARMACIA = '47721'

// biome-ignore format: a table
const INVALIDACIONES = [
  ['03', '2026-03-19', COMERCIO, '2026-04-20'], // MF p. 11
  ['03', '2026-04-25', COMERCIO, '2026-05-15'], // MF p. 11
  ['05', '2026-03-01', COMERCIO, '2026-04-20'],
  ['06', '2026-03-31', COMERCIO, '2026-04-20'],
  ['17', '2026-03-19', COMERCIO, '2026-04-20'], // as an 18
  ['18', '2026-07-15', COMERCIO, '2026-08-20'], // spans the August holidays
  ['03', '2026-12-31', COMERCIO, '2027-01-15'], // the year's end; 1 January is closed
  ['01', '2025-11-11', COMERCIO, '2026-02-11'], // MF p. 11
  ['01', '2025-11-30', COMERCIO, '2026-02-28'], // MF p. 11
  ['14', '2027-11-30', FARMACIA, '2028-02-29'], // a leap year
  ['11', '2026-02-28', FARMACIA, '2028-02-28'],
  ['01', '2028-02-29', FARMACIA, '2030-02-28'],
] as const
for (const [tipoDte, fechaSello, codActividad, last] of INVALIDACIONES) {
  test(`a ${tipoDte} sealed on ${fechaSello} by ${codActividad} may be cancelled until ${last}`, () => {
    assert.equal(plazoDeInvalidacion({ tipoDte, fechaSello, codActividad }), last)
  })
}

test('the legal holidays give the published business days of 2026', () => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
    const fecha = new Date(day).toISOString().slice(0, 10)
    assert.equal(isDiaHabilPorLey(fecha), isDiaHabil(fecha), fecha)
  }
})

test('Holy Week moves with Easter', () => {
  assert.deepEqual(['2027-03-19', '2027-03-22', '2027-03-29', '2027-03-30'].map(isDiaHabil), [
    true,
    false,
    false,
    true,
  ])
})

test('the first business day of a month is the first working day', () => {
  assert.equal(diaHabilDelMes(2026, 8, 1), '2026-08-07')
})

// biome-ignore format: a table
const VENTANAS = [
  // tipo  date          sealed        activity  the last day
  ['01', '2026-10-05', '2026-10-05', COMERCIO, '2027-01-05'],
  ['01', '2026-10-05', '2026-10-09', COMERCIO, '2027-01-05'], // the earlier of both deadlines
  ['11', '2026-10-05', '2026-10-02', COMERCIO, '2027-01-02'], // dated ahead of its seal
  ['14', '2025-11-30', '2025-11-30', FARMACIA, '2026-02-28'],
  ['01', '2026-10-05', '2026-10-05', FARMACIA, '2028-10-05'],
] as const
for (const [tipoDte, fecEmi, fechaSello, codActividad, hasta] of VENTANAS) {
  test(`a ${tipoDte} of ${fecEmi}, sealed ${fechaSello}, may be returned until ${hasta}`, () => {
    const ventana = ventanaDeRetorno({ tipoDte, fecEmi, fechaSello, codActividad })
    assert.deepEqual(ventana, { desde: fecEmi, hasta })
  })
}

// biome-ignore format: a table
const FECHAS = [
  // the event's    today         what is wrong
  ['2026-10-05', '2026-10-05', null],
  ['2027-01-05', '2027-01-05', null],
  ['2026-10-04', '2026-10-05', 'antes'],
  ['2026-10-07', '2026-10-06', 'futura'],
  ['2027-01-06', '2027-01-06', 'vencida'],
  ['2026-12-01', '2027-01-06', 'vencida'], // dated inside the window, transmitted after it
  ['2026-10-05', '2026-10-03', null], // the original is dated ahead, and so is its return
] as const
for (const [fechaEvento, hoy, falta] of FECHAS) {
  test(`a return dated ${fechaEvento} on ${hoy} is ${falta ?? 'in its window'}`, () => {
    const ventana = { desde: '2026-10-05', hasta: '2027-01-05' }
    assert.equal(faltaDeVentana(ventana, { fechaEvento, hoy }), falta)
  })
}

test('a contingency event is due in 24 hours, its documents 72 hours after its seal', () => {
  const since = new Date('2026-10-05T20:00:00Z')
  assert.equal(limiteDelEvento(since).toISOString(), '2026-10-06T20:00:00.000Z')
  assert.equal(limiteDeLosDocumentos(since).toISOString(), '2026-10-08T20:00:00.000Z')
})
