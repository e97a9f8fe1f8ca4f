import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evaluated } from '../src/fiscal/protocol.ts'
import { avisoDeHoja, toShown } from '../src/fiscal/shown.ts'

test('only a preview with fewer lines than its document says so', () => {
  for (const lineas of [1, 60, 61, 2000]) {
    const evaluated = {
      documento: {
        cuerpoDocumento: Array.from({ length: lineas }, (_, n) => ({ numItem: n + 1 })),
      },
      explicacion: { totales: [], lineas: [] },
      importes: Array.from({ length: lineas }, () => 1),
    } as unknown as Evaluated
    const shown = toShown(evaluated)
    const { cuerpoDocumento } = shown.documento as { cuerpoDocumento: readonly unknown[] }
    const aviso = avisoDeHoja(shown.importes.length)
    assert.equal(aviso !== null, cuerpoDocumento.length < lineas, `${lineas} lines`)
  }
  const record = { documento: { cuerpoDocumento: { comision: 1 } }, explicacion: { lineas: [1] } }
  assert.deepEqual(toShown(record as unknown as Evaluated), {
    ...record,
    explicacion: { lineas: [] },
  })
  assert.equal(
    avisoDeHoja(2000),
    'Vista previa con las primeras 60 de 2,000 líneas; el número de páginas es otro.',
  )
})
