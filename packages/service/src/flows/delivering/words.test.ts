/** What a mail warns of: nothing where nothing has to be overlooked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPRESA } from '../../../test/world.ts'
import type { Stored } from '../../ledger/documents/find.ts'
import { wordsOf } from './words.ts'

const stored = (members: Pick<Stored, 'ambiente' | 'estado' | 'tipoDte'>) =>
  ({
    ...members,
    numeroControl: 'DTE-01-M001P001-000000000000001',
    fecEmi: '2026-11-22',
    totales: { totalPagar: 3.5 },
  }) as Stored

const warningOf = (ambiente: '00' | '01', estado: Stored['estado'], tipoDte: '01' | '11' = '01') =>
  wordsOf(stored({ ambiente, estado, tipoDte }), { company: EMPRESA, link: null }).warning

test('a sealed document of production has no warning, and one of test says what it is', () => {
  assert.equal(warningOf('01', 'sellado'), null)
  assert.equal(warningOf('00', 'sellado'), 'Es una prueba: no tiene validez fiscal.')
  assert.equal(warningOf('01', 'sellado', '11'), null)
  assert.equal(warningOf('00', 'sellado', '11'), 'This is a test: it has no fiscal validity.')
})

test('what has no seal yet and what was cancelled is said, with the test behind it', () => {
  const [contingencia, invalidado] = (['contingencia', 'invalidado'] as const).map((estado) =>
    warningOf('01', estado),
  )
  assert.match(contingencia ?? '', /^Copia transitoria, .* no tiene el sello de Hacienda\.$/)
  assert.match(invalidado ?? '', /\.$/)
  assert.equal(
    warningOf('00', 'contingencia'),
    `${contingencia} Es una prueba: no tiene validez fiscal.`,
  )
})
