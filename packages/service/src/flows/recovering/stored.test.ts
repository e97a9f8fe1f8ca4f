/** In which order found documents are imported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { notesLast } from './stored.ts'

test('notes come after what they are about, in the order of their numbers', () => {
  const numbers = TIPOS_DTE.flatMap((tipoDte) =>
    [2, 1].map((n) => `DTE-${tipoDte}-M001P001-${String(n).padStart(15, '0')}`),
  )
  const isNote = (one: string) => /^DTE-0[56]-/.test(one)
  const [other = ''] = numbers
  const looksLikeOne = other.replace('M001P001', '-05-P001')
  assert.deepEqual(notesLast([...numbers, looksLikeOne]), {
    others: [...numbers.filter((one) => !isNote(one)), looksLikeOne],
    notes: ['05', '06'].flatMap((tipoDte) =>
      [1, 2].map((n) => `DTE-${tipoDte}-M001P001-${String(n).padStart(15, '0')}`),
    ),
  })
})
