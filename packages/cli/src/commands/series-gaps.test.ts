/** Why a number has no seal, in the words of the command line: each reason, and what the ministry says of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedGap, Gap, SeriesGaps } from '@sello/service/admin'
import { textOf } from './series-gaps.ts'

const NUMERO = 'DTE-01-M001P001-000000000000007'
const NOTHING: Gap = {
  ...{ numeroControl: NUMERO, estado: null, codigoGeneracion: null, motivo: null },
  ...{ fueraDesde: null, selloRecibido: null },
}
const seriesOf = (gaps: readonly Gap[], last = 9): SeriesGaps => ({
  ...{ ambiente: '00', tipoDte: '01', codEstable: 'M001', codPuntoVenta: 'P001', year: 2026 },
  ...{ first: 3, last, gaps },
})

test('a series without gaps says from where to where, or where it begins', () => {
  assert.equal(textOf(seriesOf([])), '01 M001P001 2026: del 3 al 9, sin huecos.')
  assert.equal(textOf(seriesOf([], 3)), '01 M001P001 2026: del 3 al 3, sin huecos.')
  assert.equal(textOf(seriesOf([], 2)), '01 M001P001 2026: empieza en el 3, sin huecos.')
})

// biome-ignore format: a table
const LINES: readonly (readonly [gap: Partial<AskedGap>, line: string])[] = [
  [{},                                                     'ningún documento lo tiene'],
  [{ fueraDesde: '2026-12-02T05:59:59.000Z' },             'fuera de la serie desde la conciliación del 2026-12-01'],
  [{ selloRecibido: 'S', estado: 'firmado' },              'sellado por Hacienda (S); su contenido se perdió'],
  [{ estado: 'rechazado', motivo: 'CALCULO INCORRECTO' },  'rechazado por Hacienda: CALCULO INCORRECTO'],
  [{ estado: 'contingencia', codigoGeneracion: 'C' },      'firmado, sin respuesta de Hacienda todavía  C'],
  [{ estado: 'firmado' },                                  'firmado, en camino a Hacienda'],
  [{ estado: 'reservado' },                                'reservado, sin firmar todavía'],
  [{ estado: 'descartado' },                               'descartado por el operador'],
  [{ hacienda: null, codigoEnHacienda: null },             'ningún documento lo tiene  [Hacienda no responde]'],
  [{ hacienda: 'no_lo_tiene', codigoEnHacienda: null },    'ningún documento lo tiene  [Hacienda no lo tiene]'],
  [{ hacienda: 'sellado', codigoEnHacienda: 'D' },         'ningún documento lo tiene  [Hacienda lo selló: D; concilie con "sello reconcile"]'],
]

test('each number without a seal says why it has none', () => {
  const gaps = LINES.map(([gap]) => ({ ...NOTHING, ...gap }))
  const [head, ...lines] = textOf(seriesOf(gaps)).split('\n')
  assert.equal(head, `01 M001P001 2026: del 3 al 9, ${LINES.length} sin sello.`)
  assert.deepEqual(
    lines,
    LINES.map(([, line]) => `  ${NUMERO}  ${line}`),
  )
})
