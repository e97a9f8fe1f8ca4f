/** The oracle of sums itself, on rows written by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LedgerRow } from './held.ts'
import { assertSums } from './sums.ts'

const row = (codigoGeneracion: string, given: object): LedgerRow =>
  ({ codigoGeneracion, invalidado: false, evento: null, ...given }) as LedgerRow

const resumen = (gravada: number, iva: number, more: object = {}) => ({
  totalGravada: gravada,
  totalExenta: 0,
  totalNoSuj: 0,
  tributos: [{ codigo: '20', valor: iva }],
  montoTotalOperacion: Math.round((gravada + iva) * 100) / 100,
  ...more,
})

/** Each sold 10.02 and rounded its IVA of 1.3026 down. */
const ORIGINS = ['A', 'B', 'C', 'D'].map((code) =>
  row(code, { tipoDte: '03', payload: { resumen: resumen(10.02, 1.3) } }),
)

const note = (ofA: number, iva: number, more: object = {}) => {
  const ventas = new Map([['A', ofA]])
  const cuerpoDocumento = ORIGINS.map(({ codigoGeneracion }) => ({
    numeroDocumento: codigoGeneracion,
    ventaGravada: ventas.get(codigoGeneracion) ?? 10.02,
  }))
  const documentoRelacionado = ORIGINS.map((one) => ({ numeroDocumento: one.codigoGeneracion }))
  const own = resumen(Math.round((ofA + 30.06) * 100) / 100, iva)
  const payload = { documentoRelacionado, cuerpoDocumento, resumen: own }
  return row('N', { tipoDte: '05', payload, ...more })
}

const sums = (...rows: LedgerRow[]) => assertSums({ sealed: rows })

test('one note over several origins may state the cents that each of them rounded away', () => {
  sums(...ORIGINS, note(10.02, 5.21))
  assert.throws(() => sums(...ORIGINS, note(10.02, 5.23)), /tribute 20 .* beyond it/)
})

test('a kind of sale is exact, and an invalidated note takes nothing', () => {
  assert.throws(() => sums(...ORIGINS, note(10.03, 5.21)), /A sold .* credited/)
  sums(...ORIGINS, note(10.03, 9, { invalidado: true }))
})

test('a note stands on documents that stand', () => {
  assert.throws(() => sums(...ORIGINS.slice(1), note(10.02, 5.21)), /A has a note/)
})

const SOLD = row('V', {
  tipoDte: '01',
  payload: {
    resumen: resumen(9, 0, { totalIva: 1.04, totalPagar: 9 }),
    cuerpoDocumento: [{ descripcion: 'Artículo 1', cantidad: 3 }],
  },
})

const devuelto = (cantidad: number, gravada: number, totalIva: number) =>
  row(`R${cantidad}`, {
    tipoDte: '18',
    evento: 'retorno',
    payload: {
      documentoRelacionado: [{ codigoGeneracion: 'V' }],
      resumen: resumen(gravada, 0, { totalIva, totalPagar: gravada }),
      cuerpoDocumento: [{ descripcion: 'Artículo 1', cantidad }],
    },
  })

test('returns take no unit and no cent beyond what was sold, and all of it once every unit is back', () => {
  sums(SOLD, devuelto(1, 3, 0.35))
  sums(SOLD, devuelto(1, 3, 0.35), devuelto(2, 6, 0.69))
  assert.throws(() => sums(SOLD, devuelto(1, 9.01, 0.35)), /do not add up/)
  assert.throws(() => sums(SOLD, devuelto(1, 3, 0.35), devuelto(2, 6, 0.68)), /do not add up/)
  assert.throws(() => sums(SOLD, devuelto(1, 3, 0.35), devuelto(3, 6, 0.69)), /than was sold/)
})
