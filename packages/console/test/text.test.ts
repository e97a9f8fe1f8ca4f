/** Amounts, numbers, instants and names as the screen writes them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as text from '../src/ui/text.ts'

test('amounts have two decimals, counts none, and zero is a dash in lists', () => {
  assert.deepEqual([0, 1250.5, 0.005, -3].map(text.money), ['0.00', '1,250.50', '0.01', '-3.00'])
  assert.deepEqual([0, 1250.5].map(text.moneyOrDash), ['–', '1,250.50'])
  assert.deepEqual([0, 2207].map(text.count), ['0', '2,207'])
  assert.deepEqual([998, 999, 1000].map(text.countUpTo999), ['998', '999', '999+'])
})

test('an instant is of the day and hour of El Salvador', () => {
  const at = '2026-11-21T05:07:00Z'
  assert.equal(text.date(at), '20 nov 2026')
  assert.equal(text.time(at), '23:07')
  assert.equal(text.time('2026-11-20T06:00:00Z'), '00:00')
  assert.equal(text.dateTime(at), '20 nov 2026, 23:07')
  assert.equal(text.longDate(new Date(at)), 'Viernes 20 de noviembre de 2026')
  assert.equal(text.dayOf('2026-11-20'), '20/11/2026')
  assert.equal(text.monthName('2026-11-01'), 'Noviembre')
  assert.equal(text.monthName('2026-01-31'), 'Enero')
})

describe('what is left until a deadline', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const after = (minutes: number) =>
    text.until(new Date(at.getTime() + minutes * 60_000).toISOString(), at)
  test('is said in minutes, hours, days, and then by its date', () => {
    const day = 24 * 60
    // biome-ignore format: a table
    assert.deepEqual([-1, 0, 0.4, 1, 59, 60, 68, day - 1].map(after), [
      'vencido', 'vencido', 'vencido', '1 min', '59 min', '1 h 00 min', '1 h 08 min', '23 h 59 min',
    ])
    assert.deepEqual([day, 2 * day, 14 * day, 15 * day].map(after), [
      ...['mañana 06:00', 'en 2 días', 'en 14 días', '5 dic 2026'],
    ])
  })
  test('counts the days of El Salvador, from midnight to midnight', () => {
    const midnight = new Date('2026-11-20T06:00:00Z')
    const before = new Date(midnight.getTime() - 1)
    assert.equal(text.until('2026-11-21T12:00:00Z', midnight), 'mañana 06:00')
    assert.equal(text.until('2026-11-21T12:00:00Z', before), 'en 2 días')
  })
})

test('a name is searched without accents, hyphens or case, and shortened to two initials', () => {
  assert.equal(text.searchable('Ñandú S-A'), 'nandu sa')
  assert.equal(text.initials('ana de Pérez López'), 'AD')
  assert.equal(text.initials('«Café» 3 Ángeles sierra'), 'ÁS')
  assert.equal(text.capital('ñu'), 'Ñu')
  assert.equal(text.shortNumero('DTE-01-M001P001-000000000002207'), '…002207')
})

test('a DUI and a NIT are written as on the card, other documents as they are', () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [string | null, string | null, string | null])[] = [
    ['13', '012345678',      '01234567-8'],
    ['36', '06142803901121', '0614-280390-112-1'],
    ['36', '012345678',      '01234567-8'],
    ['13', '0123456789',     '0123456789'],
    ['37', '012345678',      '012345678'],
    [null, '012345678',      '012345678'],
    ['13', null,             null],
  ]
  for (const [tipo, numero, said] of cases) {
    assert.equal(text.documentoDe(tipo, numero), said, `${tipo} ${numero}`)
  }
})
