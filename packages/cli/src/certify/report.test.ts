/** What is read of a certification: every count beside its name, on a terminal and in the file that is kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Desk } from './desk.ts'
import { leftOf, markdownOf, type Report, reportOf, textOf } from './report.ts'
import { type Row, referenciaOf, type Serie } from './slots.ts'

const DOCUMENTO = { codigoGeneracion: 'C', numeroControl: 'DTE-01', selloRecibido: 'S' }
const LINE = { meta: 90, sellados: 3, aparte: 1, enEspera: 2, documentos: [DOCUMENTO] }
const WHOLE = { meta: 5, sellados: 5, aparte: 0, enEspera: 0, documentos: [] }
const REPORT: Report = {
  ...{ campana: 'a', nit: '1', completa: false },
  tipos: [
    { tipoDte: '01', nombre: 'Factura', ...LINE },
    { tipoDte: '11', nombre: 'Factura de exportación', ...WHOLE },
  ],
  eventos: [
    { evento: 'contingencia', meta: 5, sellados: 4 },
    { evento: 'retorno', meta: 5, sellados: 5 },
    { evento: 'invalidacion', meta: 5, sellados: 6 },
  ],
  faltas: [
    { serie: '05', n: 1, motivo: 'Falta un 03.' },
    { serie: 'retorno', n: null, motivo: 'No.' },
    { serie: '05', n: 2, motivo: 'Falta un 03.' },
  ],
}

test('a terminal shows each count, what is missing of it, and each reason once', () => {
  assert.equal(
    textOf(REPORT),
    `Falta una parte.
  01 Factura                    3 de  90  1 hechos aparte, 2 en espera, faltan 87
  11 Factura de exportación     5 de   5
  Evento de contingencia        4 de   5  faltan 1
  Evento de retorno             5 de   5
  Invalidación                  6 de   5
  ! 05: Falta un 03. (2 veces)
  ! retorno: No.
Compare con su avance en el portal de Hacienda, que es el que cuenta.`,
  )
})

test('a certification that is whole says so', () => {
  assert.match(textOf({ ...REPORT, completa: true, faltas: [] }), /^Está todo sellado\.\n/)
})

test('the file has the counts as a table, the reasons, and each document with its seal', () => {
  assert.equal(
    markdownOf(REPORT),
    `# Certificación a, NIT 1

| | Meta | Sellados | Hechos aparte | En espera |
|---|---:|---:|---:|---:|
| 01 Factura | 90 | 3 | 1 | 2 |
| 11 Factura de exportación | 5 | 5 | 0 | 0 |
| Evento de contingencia | 5 | 4 | 0 | 0 |
| Evento de retorno | 5 | 5 | 0 | 0 |
| Invalidación | 5 | 6 | 0 | 0 |

## Lo que no se pudo

- 05: Falta un 03. (2 veces)
- retorno: No.

## 01 Factura

| Número de control | Código | Sello |
|---|---|---|
| DTE-01 | C | S |

## 11 Factura de exportación

| Número de control | Código | Sello |
|---|---|---|
`,
  )
  assert.doesNotMatch(markdownOf({ ...REPORT, faltas: [] }), /Lo que no se pudo/)
})

const row = (
  serie: Serie,
  n: number,
  estado: Row['estado'] = 'sellado',
): readonly [string, Row] => {
  const referencia = referenciaOf('uno', { serie, n })
  const tipoDte = serie === '03' ? '03' : '01'
  const selloRecibido = estado === 'sellado' ? `S-${serie}-${n}` : null
  const of = { codigoGeneracion: `C-${serie}-${n}`, numeroControl: `N-${serie}-${n}` }
  return [referencia, { ...of, estado, tipoDte, selloRecibido, referencia }]
}
const DESK = {
  ...{ campaign: 'uno', types: ['01', '03'], failures: REPORT.faltas },
  goals: new Map(
    Object.entries({ '01': 9, '03': 1, retorno: 2, contingencia: 1, invalidacion: 3 }),
  ),
  inventory: {
    made: new Map([
      ...[row('01', 2), row('01', 1), row('01', 3, 'firmado'), row('contingencia', 1)],
      ...[row('invalidacion', 1, 'invalidado'), row('invalidacion', 2), row('03', 1)],
    ]),
    others: new Map([['01', 2]]),
  },
} as unknown as Desk
const documento = (place: string) => ({
  ...{ codigoGeneracion: `C-${place}`, numeroControl: `N-${place}`, selloRecibido: `S-${place}` },
})

test('a report has the sealed documents of each type, those of contingency among the 01, and each event', () => {
  const events = { contingencia: 1, retorno: 2, invalidacion: 3 }
  const tipos = [
    {
      ...{ tipoDte: '01', nombre: 'Factura', meta: 9, sellados: 5, aparte: 2, enEspera: 1 },
      documentos: ['01-1', '01-2', 'contingencia-1'].map(documento),
    },
    {
      ...{ tipoDte: '03', nombre: 'Crédito fiscal', meta: 1, sellados: 1, aparte: 0, enEspera: 0 },
      documentos: [documento('03-1')],
    },
  ]
  const eventos = [
    { evento: 'contingencia', meta: 1, sellados: 1 },
    { evento: 'retorno', meta: 2, sellados: 2 },
    { evento: 'invalidacion', meta: 3, sellados: 3 },
  ]
  const report = { ...{ campana: 'uno', nit: '1', tipos, eventos }, faltas: REPORT.faltas }
  assert.deepEqual(reportOf(DESK, '1', events), { ...report, completa: false })
  const enough = { ...DESK, goals: new Map([...DESK.goals, ['01', 5] as const]) }
  assert.equal(reportOf(enough, '1', events).completa, true)
  assert.equal(reportOf(enough, '1', { ...events, retorno: 1 }).completa, false)
  const unasked = reportOf({ ...DESK, goals: new Map() }, '1', events)
  const metas = [...unasked.tipos, ...unasked.eventos].map(({ meta }) => meta)
  assert.deepEqual(metas, [0, 0, 0, 0, 0])
})

test('what is still to be made is what each series lacks, and never less than nothing', () => {
  const left = (...series: readonly Serie[]) => leftOf(DESK, series)
  assert.deepEqual(
    (['01', '03', 'contingencia', 'invalidacion'] as const).map((serie) => left(serie)),
    [3, 0, 0, 1],
  )
  assert.equal(left('01', '03', 'contingencia', 'invalidacion'), 4)
  const fewer = { ...DESK, goals: new Map([['invalidacion', 1]]) } as Desk
  assert.deepEqual([leftOf(fewer, ['invalidacion']), leftOf(fewer, ['01'])], [0, 0])
})
