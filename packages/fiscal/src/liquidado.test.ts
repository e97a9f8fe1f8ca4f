/** What a liquidation reads of each document that it lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLiquidado } from './liquidado.ts'
import { type Monto, readMonto, toNumber } from './monto.ts'

const LISTED = {
  ...{ tipoDocumento: '03', tipoGeneracion: 2, numeroDocumento: 'A', fechaEmision: '2026-10-05' },
  ...{ ventaNoSuj: 1, ventaExenta: 2, ventaGravada: 3, exportaciones: 4, ivaPercibido: 6 },
  tributos: [{ codigo: '20', valor: 5 }],
  observaciones: 'Ajuste',
} as const

/** Its amounts, and which each was asked for: of the line, or of the summary. */
function read(documento: Parameters<typeof readLiquidado>[0]) {
  const asked: string[] = []
  const askedOf = (where: string) => (n: number | null | undefined, field: string) => {
    asked.push(`${where}.${field} ${n}`)
    return readMonto(n ?? 0) as Monto
  }
  const { ventaNoSuj, ventaExenta, ventaGravada, exportaciones, ivaPercibido, ...others } =
    readLiquidado(documento, { amount: askedOf('line'), ofSummary: askedOf('summary') })
  const sums = [ventaNoSuj, ventaExenta, ventaGravada, exportaciones]
  const tributos = others.tributos.map(({ valor }) => valor)
  return { asked, montos: [...sums, ...tributos, ivaPercibido].map(toNumber), others }
}

test('each amount is read by its name', () => {
  const { asked, montos, others } = read(LISTED)
  assert.deepEqual(asked, [
    ...['line.ventaNoSuj 1', 'line.ventaExenta 2', 'line.ventaGravada 3', 'line.exportaciones 4'],
    ...['summary.tributos 5', 'summary.ivaPerci 6'],
  ])
  assert.deepEqual(montos, [1, 2, 3, 4, 5, 6])
  assert.equal(others.observaciones, 'Ajuste')
  assert.deepEqual(
    others.tributos.map(({ codigo }) => codigo),
    ['20'],
  )
})

test('what takes back is negative, and what takes that back is not', () => {
  const signs = ['03', '05', '06', '18'].flatMap((tipoDocumento) =>
    [undefined, null, false, true].map((invalidado) => {
      const { montos } = read({ ...LISTED, tipoDocumento, invalidado } as never)
      return `${tipoDocumento} ${invalidado} ${[...new Set(montos.map(Math.sign))]}`
    }),
  )
  assert.deepEqual(
    signs.filter((one) => one.endsWith('-1')),
    [
      '03 true',
      '05 undefined',
      '05 null',
      '05 false',
      '06 true',
      '18 undefined',
      '18 null',
      '18 false',
    ].map((one) => `${one} -1`),
  )
})
