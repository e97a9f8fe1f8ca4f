/** What a recovered liquidation lists, and what of it as invalidated: read from its amounts alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Documento } from '@sello/fiscal'
import { listedBy } from './listed.ts'

const NOTHING = { ventaNoSuj: 0n, ventaExenta: 0n, ventaGravada: 0n, exportaciones: 0n }

/** What is read of a document: its type, and of each line what it lists and its amounts. */
function listedOf(tipoDte: string, lines: readonly (readonly [string, object])[]) {
  const documento = {
    identificacion: { tipoDte },
    cuerpoDocumento: lines.map(([tipo, amounts], i) => ({
      ...{ tipoDte: tipo, numeroDocumento: `N${i}`, ...NOTHING, ...amounts },
    })),
  }
  return listedBy(documento as unknown as Documento)
}

test('what takes back where its type adds, or adds where it takes back, is invalidated', () => {
  const amounts = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'exportaciones']
  // biome-ignore format: a table
  const TYPES = [
    ['01', false], ['03', false], ['06', false], ['11', false], ['05', true], ['18', true],
  ] as const
  for (const [tipo, takesBack] of TYPES) {
    for (const amount of amounts) {
      const listed = listedOf('08', [
        [tipo, { [amount]: 1n }],
        [tipo, { [amount]: -1n }],
        [tipo, {}],
      ])
      assert.deepEqual(
        listed,
        [takesBack, !takesBack, false].map((invalidado, i) => ({
          ...{ tipoDte: tipo, numero: `N${i}`, invalidado },
        })),
        `${tipo} ${amount}`,
      )
    }
  }
})

test('only a liquidation lists', () => {
  for (const tipoDte of ['01', '03', '07', '09']) {
    assert.deepEqual(listedOf(tipoDte, [['03', { ventaGravada: 1n }]]), [])
  }
})
