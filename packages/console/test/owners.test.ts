/** Whom the pages say to ask. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Empresa } from '../src/api/types.ts'
import { withOwners } from '../src/app/owners.ts'

test('where nobody is an owner yet a sentence says whom to ask all the same', () => {
  const { nit, nombre } = { nit: '06140101900019', nombre: 'Café de la Sierra' }
  const empresa = { nit, nombre } as Empresa
  const named = withOwners([
    { ...empresa, dueno: 'Ana Ficticia' },
    { ...empresa, dueno: null },
  ])
  assert.deepEqual(
    named.map(({ dueno }) => `Avise a ${dueno}.`),
    ['Avise a Ana Ficticia.', 'Avise a quien sea dueño de la empresa.'],
  )
})
