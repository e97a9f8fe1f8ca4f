/** What the payments of a donation of several kinds add up to is disputed (docs/sources.md#open-points): either reading. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../../test/fixtures.ts'
import { listGoldens } from '../../../test/goldens.ts'
import { buildDocumento } from '../../build.ts'
import { CERO, monto } from '../../monto.ts'
import { calculate } from '../cuenta.ts'
import type { Donacion } from './estructura.ts'
import { pasosDe15 } from './tipo.ts'

function built(name: string): Donacion {
  const golden = listGoldens().find((one) => one.name === `15/${name}`)
  assert.ok(golden, name)
  return buildDocumento(inputOf(golden.request)).documento as Donacion
}

const efectivoOf = ({ cuerpoDocumento: lineas }: Donacion, reading: 'efectivo' | 'total') =>
  calculate(pasosDe15(reading), { lineas, venta: {} as never }).efectivo

test('the payments are of the money, or of everything that is given with it', () => {
  const mixed = built('de-todo')
  assert.equal(efectivoOf(mixed, 'efectivo'), monto(120.01))
  assert.equal(mixed.resumen.pagos?.[0]?.montoPago, monto(120.01))
  assert.equal(efectivoOf(mixed, 'total'), mixed.resumen.valorTotal)
})

test('without money nothing is paid, by either reading', () => {
  const goods = built('bienes-de-fuera')
  assert.equal(goods.resumen.pagos, null)
  assert.equal(efectivoOf(goods, 'efectivo'), CERO)
  assert.equal(efectivoOf(goods, 'total'), CERO)
})
