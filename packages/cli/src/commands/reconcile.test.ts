/** What a person reads after a restore: a line for what happened, even once, and none for what did not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reconciled, SeriesReport } from '@sello/service/admin'
import { textOf } from './reconcile.ts'

const NO_EVENTS: Reconciled['eventos'] = { recuperados: 0, sinSello: [], sinDocumento: [] }
const NO_FILES: Reconciled['files'] = { imported: 0, known: 0, deferred: 0, foreign: 0 }
const NOTHING: Reconciled = {
  files: NO_FILES,
  desde: new Date('2026-10-05T16:00:00Z'),
  listados: 0,
  sinLista: [],
  decididos: 0,
  puntosDeVenta: [],
  series: [],
  eventos: NO_EVENTS,
  noVuelve: [{ que: 'Las llaves nuevas.', accion: 'Créelas otra vez.' }],
}
const SERIE: SeriesReport = {
  ...{ nit: '06140101900019', ambiente: '01', tipoDte: '01', year: 2026 },
  ...{ codEstable: 'M001', codPuntoVenta: 'P001', before: 0, after: 1, skipped: 1 },
  found: [
    { numeroControl: 'DTE-…1', codigoGeneracion: 'A', origen: 'archivo' },
    { numeroControl: 'DTE-…2', codigoGeneracion: 'B', origen: 'hacienda' },
    { numeroControl: 'DTE-…3', codigoGeneracion: 'C', origen: 'archivo' },
  ],
}
const FRAME = [
  'La base de datos volvió a 2026-10-05 10:00:00.',
  'El servicio vuelve a emitir.',
  'Lo que no vuelve, y qué hacer:',
  '  Las llaves nuevas. Créelas otra vez.',
]

// biome-ignore format: a table
const HAPPENED: readonly (readonly [line: RegExp, what: Partial<Reconciled>])[] = [
  [/^De 1 archivos: 0 recuperados, 0 ya estaban, 0 en contingencia sin evento, 1 de nadie de aquí\.$/, { files: { ...NO_FILES, foreign: 1 } }],
  [/^De 10 archivos: 1 recuperados, 2 ya estaban, 3 en contingencia sin evento, 4 de nadie de aquí\.$/, { files: { imported: 1, known: 2, deferred: 3, foreign: 4 } }],
  [/^ {2}06140101900019 01 01 M001P001 2026: del 0 al 1; 2 recuperados, 1 que solo tiene Hacienda, 1 números fuera\.$/, { series: [{ ...SERIE, after: 0 }, SERIE] }],
  [/^Punto de venta recuperado: 06140101900019 M001P002\.$/, { puntosDeVenta: [{ nit: '06140101900019', codEstable: 'M001', codPuntoVenta: 'P002' }] }],
  [/^1 documentos que esperaban ya tienen su sello\.$/, { decididos: 1 }],
  [/^1 eventos recuperados/,                            { eventos: { ...NO_EVENTS, recuperados: 1 } }],
  [/^Hacienda no dice tener estos eventos; .*: E1\.$/,  { eventos: { ...NO_EVENTS, sinSello: ['E1'] } }],
  [/^De estos eventos falta el documento, .* --files: E1, E2\.$/, { eventos: { ...NO_EVENTS, sinDocumento: ['E1', 'E2'] } }],
  [/^La llave de estos depósitos no puede listar archivos, .*: D1\.$/, { sinLista: ['D1'] }],
]

test('a restore that lost nothing says only until when it went back and what never returns', () => {
  assert.deepEqual(textOf(NOTHING).split('\n'), FRAME)
})

for (const [line, what] of HAPPENED) {
  test(`${line} is said alone`, () => {
    const others = textOf({ ...NOTHING, ...what })
      .split('\n')
      .filter((one) => !FRAME.includes(one))
    assert.equal(others.length, 1)
    assert.match(others[0] ?? '', line)
  })
}
