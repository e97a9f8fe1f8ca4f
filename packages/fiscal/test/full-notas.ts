/** Notes with every section filled, so that every member has mutants. */
import assert from 'node:assert/strict'
import { buildDocumento, serialise } from '../src/index.ts'
import { inputOf } from './fixtures.ts'
import { listGoldens } from './goldens.ts'

export function fullNota(tipoDte: '05' | '06'): Record<string, unknown> {
  const golden = listGoldens().find(({ name }) => name === `${tipoDte}/completa`)
  assert.ok(golden)
  const plain = JSON.parse(serialise(buildDocumento(inputOf(golden.request)).documento))
  const [linea] = plain.cuerpoDocumento
  return {
    ...plain,
    identificacion: {
      ...plain.identificacion,
      tipoOperacion: 2,
      tipoModelo: 2,
      tipoContingencia: 5,
      motivoContin: 'Otro motivo',
      fusion: '06141212850017',
    },
    cuerpoDocumento: [{ ...linea, codTributo: 'A8', tributos: ['D1'], totalIva: 1.5 }],
  }
}
