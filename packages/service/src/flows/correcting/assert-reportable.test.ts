/** What may be voided of a line that was reported: its kind, and in cents what is left of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMonto } from '@sello/fiscal'
import type { Reported, Voidable } from '../../ledger/events/vouchers.ts'
import { excessesOf } from './assert-reportable.ts'

const EVENTO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

interface Voided {
  readonly venta: string
  readonly tipoVenta?: string
  readonly anulaDe?: string
  /** The line of the event that reported it, by default its first. */
  readonly reportada?: number
}

/** What is told of these lines, which void what was reported for `venta` and voided for `anulado` before. */
function told(lines: readonly Voided[], venta: string, anulado = '0') {
  const reported = lines.map((one) => ({
    ...{ anulaDe: one.anulaDe ?? EVENTO, tipoVenta: one.tipoVenta ?? 'gravada' },
    venta: parseMonto(one.venta),
  })) as unknown as readonly Reported[]
  const voidable = lines.map(({ reportada = 1 }, i): Voidable => {
    return { linea: i + 1, reportada, tipoVenta: 'gravada', venta, anulado }
  })
  return excessesOf(reported, voidable)
}

const above = (linea: number, amount: number, left: number, reportada = 1) => ({
  ...{ field: `items[${linea - 1}]`, rule: 'MF-17-anulado' },
  message: `La línea ${linea} anula ${amount} y de la línea ${reportada} del evento ${EVENTO} quedan ${left} sin anular, sin IVA; corrija el importe.`,
})

test('what is voided is compared in cents, as both are rounded', () => {
  assert.deepEqual(told([{ venta: '1.0049' }], '1.004'), [])
  assert.deepEqual(told([{ venta: '1.006' }], '1.006'), [])
  assert.deepEqual(told([{ venta: '1.014' }], '1.006'), [])
  assert.deepEqual(told([{ venta: '1.07' }], '1.06'), [above(1, 1.07, 1.06)])
  assert.deepEqual(told([{ venta: '1.0151' }], '1.006'), [above(1, 1.02, 1.01)])
})

test('what was voided before counts, and what is left is told in cents and never as less than nothing', () => {
  assert.deepEqual(told([{ venta: '4.06' }], '10.06', '6'), [])
  assert.deepEqual(told([{ venta: '4.07' }], '10.06', '6.004'), [above(1, 4.07, 4.06)])
  assert.deepEqual(told([{ venta: '0.125' }], '10', '10.006'), [above(1, 0.13, 0)])
})

test('the lines of one event add up, for each line that was reported by itself', () => {
  const one = { venta: '6' }
  assert.deepEqual(told([one, one], '10'), [above(2, 6, 4)])
  assert.deepEqual(told([one, { ...one, reportada: 2 }], '10'), [])
  assert.deepEqual(told([one, { ...one, anulaDe: 'OTRO' }], '10'), [])
})

test('what is voided is of the kind that was reported', () => {
  assert.deepEqual(told([{ venta: '11', tipoVenta: 'exenta' }], '10'), [
    {
      ...{ field: 'items[0].tipoVenta', rule: 'MF-17-anulado' },
      message: `El evento ${EVENTO} reportó como gravada lo que anula la línea 1, que dice exenta; anúlelo como se reportó.`,
    },
  ])
})
