/** What a replay tells: one entry for each rule, the most frequent first, and every reason why something was not compared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from './read.ts'
import type { Recording } from './recording.ts'
import type { Found, Replayed } from './replay.ts'
import { reportOf, textOf } from './report.ts'

const PATH = '/fesv/recepciondte'
const exchangeAt = (line: number): Exchange => ({
  ...{ where: `1.jsonl:${line}`, askedAt: new Date(0), path: PATH },
  ...{ code: null, nit: null, request: null, answer: null },
})
const foundAt = (line: number, more: Partial<Found> = {}): Found => ({
  ...{ exchange: exchangeAt(line), paper: null, rule: null },
  ...{ hacienda: 'PROCESADO', simulador: 'RECHAZADO 020 resumen.totalIva' },
  differences: [{ campo: 'estado', hacienda: 'PROCESADO', simulador: 'RECHAZADO' }],
  ...more,
})
const PAPER = {
  ...{ text: '', codigoGeneracion: 'C', tipo: '01', numeroControl: 'DTE-01' },
  ...{ nit: null, named: [] },
}
const RECORDING: Recording = {
  ...{ exchanges: [1, 2, 3, 4, 5].map(exchangeAt), missed: 0, torn: [] },
}
const nothing: Replayed = { compared: 5, skipped: new Map(), found: [] }

test('where both say the same that is said, and nothing else', () => {
  assert.equal(
    textOf(reportOf(RECORDING, nothing)),
    '5 intercambios grabados, 5 comparados.\nEl simulador responde lo mismo que Hacienda.',
  )
})

test('what was not compared has its reason, and what is not there is told', () => {
  const skipped = new Map([
    ...([
      ['sinRespuesta', 1],
      ['sesion', 2],
      ['firma', 3],
    ] as const),
    ...([
      ['anterior', 4],
      ['derivado', 5],
      ['enProceso', 6],
    ] as const),
  ] as const)
  const recording = { ...RECORDING, missed: 7, torn: ['1.jsonl'] }
  assert.equal(
    textOf(reportOf(recording, { ...nothing, compared: 1, skipped })),
    `5 intercambios grabados, 1 comparados.
  1 sin comparar: Hacienda no respondió
  2 sin comparar: son de la sesión, que no se repite
  3 sin comparar: son de la firma, que no se graba
  4 sin comparar: nombran algo de antes de la grabación
  5 sin comparar: dependen de una diferencia ya dicha
  6 sin comparar: el lote estaba en proceso
  7 no se grabaron: puede haber diferencias por eso
  1.jsonl: su última línea está cortada y no se usó
El simulador responde lo mismo que Hacienda.`,
  )
})

test('a rule is one entry, with its name, what it asks, how often, and its first example', () => {
  const rule = { name: 'calculoResumen', what: 'los totales suman' }
  const found = [
    foundAt(1, { hacienda: 'RECHAZADO 003 receptor.x', simulador: 'PROCESADO' }),
    foundAt(2, { rule, paper: PAPER }),
    foundAt(3, { rule }),
    foundAt(4, { hacienda: 'sin estado', simulador: 'sin estado' }),
    foundAt(5, {
      hacienda: 'sin estado',
      simulador: 'sin estado',
      differences: [{ campo: 'HTTP', hacienda: 200, simulador: 400 }],
    }),
  ]
  const report = reportOf(RECORDING, { ...nothing, found })
  assert.equal(
    textOf(report),
    `5 intercambios grabados, 5 comparados.

calculoResumen: los totales suman  (${PATH})
  2 veces. Hacienda: PROCESADO. Simulador: RECHAZADO 020 resumen.totalIva.
  Ejemplo: 1.jsonl:2, un 01 DTE-01
    estado: Hacienda "PROCESADO", simulador "RECHAZADO"

003 receptor.x  (${PATH})
  1 vez. Hacienda: RECHAZADO 003 receptor.x. Simulador: PROCESADO.
  Ejemplo: 1.jsonl:1
    estado: Hacienda "PROCESADO", simulador "RECHAZADO"

respuesta  (${PATH})
  1 vez. Hacienda: sin estado. Simulador: sin estado.
  Ejemplo: 1.jsonl:4
    estado: Hacienda "PROCESADO", simulador "RECHAZADO"

respuesta  (${PATH})
  1 vez. Hacienda: sin estado. Simulador: sin estado.
  Ejemplo: 1.jsonl:5
    HTTP: Hacienda 200, simulador 400

El simulador responde distinto en 4 reglas.`,
  )
  assert.deepEqual(report.diferencias[0]?.ejemplo, {
    ...{ intercambio: '1.jsonl:2', tipo: '01', numeroControl: 'DTE-01' },
    campos: [{ campo: 'estado', hacienda: 'PROCESADO', simulador: 'RECHAZADO' }],
  })
  const one = textOf(reportOf(RECORDING, { ...nothing, found: [foundAt(1)] }))
  assert.match(one, /\nEl simulador responde distinto en 1 regla\.$/)
})
