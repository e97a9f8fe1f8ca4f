/** A note over several documents, of which some are known to us and others have no balance here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../test/fixtures.ts'
import { REQUESTS } from '../test/sound-requests.ts'
import { acreditable, acreditar, NADA_ACREDITADO, type Saldo } from './acreditable.ts'
import { buildDocumento } from './build.ts'
import { monto, toNumber } from './monto.ts'
import type { CreditoFiscal } from './tipos/03/estructura.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import type { DteRequest } from './tipos/index.ts'

const OURS = '000000A2-0000-4000-8000-0000000000A2'
const OTHER = '000000B1-0000-4000-8000-0000000000B1'
const { receptor } = REQUESTS['03']

function saldoOf(precioUni: number): Saldo {
  const items = [{ descripcion: 'x', cantidad: 1, precioUni }]
  const { documento } = buildDocumento(inputOf({ tipoDte: '03', receptor, items } as DteRequest))
  return { acreditable: acreditable(documento as CreditoFiscal), acreditado: NADA_ACREDITADO }
}

/** What a note takes of each, in the order in which it names them; and what exceeds. */
function taken(
  amounts: readonly (readonly [numeroDocumento: string, precioUni: number])[],
  saldos: ReadonlyMap<string, Saldo>,
) {
  const request = {
    ...{ tipoDte: '05', receptor },
    documentosRelacionados: amounts.map(([numeroDocumento]) => {
      return { tipoDocumento: '03', numeroDocumento, fechaEmision: '2026-10-01' }
    }),
    items: amounts.map(([numeroDocumento, precioUni]) => {
      return { descripcion: 'x', cantidad: 1, precioUni, numeroDocumento }
    }),
  } as DteRequest
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  const { acreditado, excesos, valores } = acreditar(documento as NotaCredito, saldos)
  return {
    ventas: [...acreditado].map(([numero, { ventas }]) => [numero, toNumber(ventas.gravadas)]),
    /** In hundredths of an amount's unit: its exact value, and how much it was rounded up. */
    iva: [...acreditado].map(([, { gravados }]) => gravados['20']),
    excesos,
    valor: valores.get('20'),
  }
}

for (const [first, second] of [
  [OURS, OTHER],
  [OTHER, OURS],
] as const) {
  const which = first === OURS ? 'first' : 'second'

  test(`of the document that is known, the ${which}, no cent is taken that the other can take`, () => {
    const amounts = [first, second].map((one) => [one, 60.005] as const)
    const { ventas, excesos } = taken(amounts, new Map([[OURS, saldoOf(60)]]))
    assert.deepEqual(excesos, [])
    assert.deepEqual(
      ventas,
      [first, second].map((one) => [one, one === OURS ? 60 : 60.01]),
    )
  })

  test(`only what exceeds the one that is known, the ${which}, is told`, () => {
    const amounts = [first, second].map((one) => [one, 60.01] as const)
    const { excesos } = taken(amounts, new Map([[OURS, saldoOf(60)]]))
    assert.deepEqual(excesos, [
      {
        ...{ numeroDocumento: OURS, clase: 'gravadas' },
        ...{ acreditable: monto(60), queda: monto(60), acredita: monto(60.01) },
      },
    ])
  })
}

test('of two that are known the one with more left takes the cent, whatever their order', () => {
  const saldos = new Map([
    [OURS, saldoOf(60)],
    [OTHER, saldoOf(70)],
  ])
  for (const order of [
    [OURS, OTHER],
    [OTHER, OURS],
  ]) {
    const amounts = order.map((one) => [one, 60.005] as const)
    const { ventas, excesos } = taken(amounts, saldos)
    assert.deepEqual(excesos, [])
    assert.deepEqual(
      ventas,
      order.map((one) => [one, one === OURS ? 60 : 60.01]),
    )
  }
})

test('IVA is rounded up at the expense of the known one while it has room, and then of the other', () => {
  const amounts = [
    [OURS, 60],
    [OTHER, 0.05],
  ] as const // 7.80 and 0.0065 of IVA: 0.0035 less than what the note states
  const saldo = saldoOf(60)
  /** Half a cent less a hair is its room, of which earlier notes took as much. */
  const of = (exceso: bigint) => {
    const acreditado = { ...NADA_ACREDITADO, gravados: { '20': { valor: 0n, exceso } } }
    const { valor, iva, excesos } = taken(amounts, new Map([[OURS, { ...saldo, acreditado }]]))
    assert.deepEqual([valor, excesos], [monto(7.81), []])
    return iva
  }
  assert.deepEqual(of(0n), [
    { valor: 78_035_000_000n, exceso: 35_000_000n },
    { valor: 65_000_000n, exceso: 0n },
  ])
  assert.deepEqual(of(30_000_000n), [
    { valor: 78_019_999_999n, exceso: 19_999_999n },
    { valor: 80_000_001n, exceso: 15_000_001n },
  ])
  assert.deepEqual(of(100_000_000n), [
    { valor: 78_000_000_000n, exceso: 0n },
    { valor: 100_000_000n, exceso: 35_000_000n },
  ])
})

test('nothing limits a note over documents that are not known', () => {
  const { valor, iva, excesos } = taken([[OTHER, 1000.05]], new Map())
  assert.deepEqual(excesos, [])
  assert.equal(valor, monto(130.01))
  assert.deepEqual(iva, [{ valor: 1_300_100_000_000n, exceso: 35_000_000n }])
})
