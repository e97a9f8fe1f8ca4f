/** What counts of a document's returns, and the totals that an event's row and answer have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operaciones, parseMonto, type Retorno } from '@sello/fiscal'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { countingOf, disponibleOf, linesOf, totalesRetorno } from './balance.ts'
import { totalesOf as totalesDeOperaciones } from './build-operaciones.ts'
import { totalesOf as totalesDeRetorno } from './build-retorno.ts'
import { sameCodes } from './record-retorno.ts'

const monto = (amount: number) => parseMonto(String(amount))

test('signed and sealed returns count, and neither other states nor other events', () => {
  const eventos = ['retorno', 'invalidacion', 'operaciones'].flatMap((kind) =>
    ['firmado', 'sellado', 'rechazado', 'abandonado', 'invalidado'].map((estado) => ({
      ...{ kind, estado },
    })),
  ) as unknown as readonly StoredEvento[]
  assert.deepEqual(
    countingOf(eventos).map(({ kind, estado }) => [kind, estado]),
    [
      ['retorno', 'firmado'],
      ['retorno', 'sellado'],
    ],
  )
})

test('only a sealed document of a type with returns has something left to return', () => {
  const none = { eventos: [], lines: new Map() }
  const left = (tipoDte: string, estado: string) =>
    disponibleOf({ tipoDte, estado } as Parameters<typeof disponibleOf>[0], none)
  assert.equal(left('03', 'sellado'), null)
  assert.equal(left('01', 'invalidado'), null)
  assert.equal(left('01', 'contingencia'), null)
})

test('a line of a return is stored with its eight decimals, and what it does not state as nothing', () => {
  assert.deepEqual(
    linesOf({
      items: [
        { linea: 3, cantidad: 1e-8 },
        { linea: 4, noGravado: 2.5 },
      ],
    }),
    [
      { linea: 3, cantidad: '0.00000001', noGravado: null },
      { linea: 4, cantidad: null, noGravado: '2.50000000' },
    ],
  )
})

test('a return is stored with all its totals and the discounts of its lines, and answered with five', () => {
  const resumen = {
    ...{ totalNoSuj: monto(1), totalExenta: monto(2), totalGravada: monto(3), totalIva: monto(4) },
    ...{ montoTotalOperacion: monto(5), totalPagar: monto(6), totalLetras: 'SEIS' },
  }
  const cuerpoDocumento = [{ montoDescu: monto(7) }, { montoDescu: monto(0.25) }]
  const totales = totalesDeRetorno({ cuerpoDocumento, resumen } as unknown as Retorno)
  assert.deepEqual(totales, {
    ...{ totalNoSuj: 1, totalExenta: 2, totalGravada: 3, totalDescu: 7.25, totalIva: 4 },
    ...{ montoTotalOperacion: 5, totalPagar: 6, totalLetras: 'SEIS' },
  })
  assert.deepEqual(totalesRetorno({ totales } as StoredEvento), {
    ...{ totalGravada: 3, totalExenta: 2, totalNoSuj: 1, totalIva: 4, totalPagar: 6 },
  })
})

test('special operations are stored with the sum of their taxes, which a total without any lacks', () => {
  const resumen = {
    ...{ totalNoSuj: monto(1), totalExenta: monto(2), totalGravada: monto(3) },
    ...{ total: monto(6.39), totalLetras: 'SEIS 39/100' },
  }
  const of = (tributos: object | null) =>
    totalesDeOperaciones({ resumen: { ...resumen, tributos } } as unknown as Operaciones)
  const totales = {
    ...{ totalNoSuj: 1, totalExenta: 2, totalGravada: 3, totalDescu: 0, totalIva: 0.39 },
    ...{ montoTotalOperacion: 6.39, totalPagar: 6.39, totalLetras: 'SEIS 39/100' },
  }
  assert.deepEqual(of([{ valor: monto(0.26) }, { valor: monto(0.13) }]), totales)
  assert.deepEqual(of(null), { ...totales, totalIva: 0 })
})

test('a return is built again unless the very events count that it was built on', () => {
  for (const [some, others, isSame] of [
    [[], [], true],
    [['A', 'B'], ['B', 'A'], true],
    [['A'], ['B'], false],
    [[], ['A'], false],
    [['A'], [], false],
    [['A'], ['A', 'B'], false],
    [['A', 'B'], ['A', 'C'], false],
  ] as const) {
    assert.equal(sameCodes(some, others), isSame, `${some} ${others}`)
  }
})
