/** What is read of a certification: every count beside its name, on a terminal and in the file that is kept. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownOf, type Report, textOf } from './report.ts'

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
