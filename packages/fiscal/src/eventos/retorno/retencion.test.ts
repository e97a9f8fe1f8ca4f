/** Retentions in cents: no line above its own rate and a cent, and all of them together what was retained. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { built, restOf, returned } from '../../../test/arbitraries-retorno.ts'
import { added, Exact } from '../../../test/decimal.ts'
import { inputOf } from '../../../test/fixtures.ts'
import { faultsOf, leftOf } from '../../../test/independent-retorno.ts'
import { REQUESTS } from '../../../test/sound-requests.ts'
import {
  buildDocumento,
  CERO,
  type Documento,
  type DteRequest,
  type Monto,
  type Retornable,
  type RetornoPrevio,
  serialise,
  serialiseRetorno,
  toText,
} from '../../index.ts'
import type { LineaOriginal } from './original.ts'
import { type Retencion, retener } from './retencion.ts'

function retained(items: readonly object[]): Retornable {
  const request = { ...REQUESTS['01'], items, aplicarRetencionIva: true } as unknown as DteRequest
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  return documento as Retornable
}

const textsOf = (events: readonly RetornoPrevio[]) =>
  events.map(({ evento }) => serialiseRetorno(evento))

// biome-ignore format: a table
const RETURNED = [[12, 1.76], [3, 1.25], [1, 1], [6, 1], [7, 0.3], [14, 3], [4, 1], [9, 1]] as const
const ASKED = RETURNED.map(([linea, cantidad]) => ({ linea, cantidad }))

// biome-ignore format: tables
const SALES = {
  'in one event': {
    prices: [32.62, 1.09, 3.14, 3.69, 31.58, 0.82, 3.03, 41.55, 3.28, 0.55, 1.82, 3.76, 2.62, 1.76],
    units: [1, 3, 6, 2, 1, 3, 2, 5, 3, 1, 2, 4, 1, 5],
    events: [ASKED],
  },
  'in an event each': {
    prices: [2.67, 0.35, 3.68, 2.91, 3.03, 2.3, 1.35, 3.66, 2.42, 0.23, 2.14, 2.33, 2.15, 40.64],
    units: [2, 1, 2, 5, 5, 2, 4, 3, 2, 3, 5, 4, 2, 5],
    events: ASKED.map((item) => [item]),
  },
} as const

for (const [how, { prices, units, events: asked }] of Object.entries(SALES)) {
  test(`eight of fourteen lines ${how}: none is above its own 1 % by more than a cent`, () => {
    const documento = retained(
      prices.map((precioUni, i) => ({ descripcion: `Cosa ${i}`, precioUni, cantidad: units[i] })),
    )
    const events: RetornoPrevio[] = []
    for (const items of asked) events.push(returned(documento, [...events], [...items]))
    events.push(returned(documento, [...events], restOf(documento, events) ?? []))
    assert.deepEqual(textsOf(events).flatMap(faultsOf), [])
    assert.deepEqual(leftOf(serialise(documento as Documento), textsOf(events)), {})
  })
}

/** 200 units that retain half a cent each; six come back singly, and the three that stated a cent are cancelled. */
function whatCancellingLeaves() {
  const documento = retained([{ descripcion: 'Dulce', cantidad: 200, precioUni: 0.565 }])
  const events: RetornoPrevio[] = []
  for (let i = 0; i < 6; i++) {
    events.push(returned(documento, [...events], [{ linea: 1, cantidad: 1 }]))
  }
  const live = events.filter(({ evento }) => evento.resumen.ivaRete === CERO)
  assert.equal(live.length, 3)
  return { documento, live }
}

test('what no line can state is refused with the line and the rule, and nothing is built', () => {
  const { documento, live } = whatCancellingLeaves()
  const { evento, problems } = built(documento, live, [{ linea: 1, cantidad: 197 }])
  assert.equal(evento, null)
  assert.deepEqual(
    problems.map(({ field, rule }) => [field, rule]),
    [['items[0].cantidad', 'CT-162']],
  )
  assert.match(
    problems[0]?.message ?? '',
    /línea 1 ivaRete no puede pasar de 0\.99.* faltan 0\.01 /,
  )
})

test('in two parts it can, as the refusal says', () => {
  const { documento, live } = whatCancellingLeaves()
  const events = [...live]
  for (const cantidad of [98, 99]) {
    events.push(returned(documento, [...events], [{ linea: 1, cantidad }]))
  }
  assert.deepEqual(textsOf(events).flatMap(faultsOf), [])
  assert.deepEqual(leftOf(serialise(documento as Documento), textsOf(events)), {})
})

const RATES: Readonly<Record<Retencion, (sale: Decimal) => Decimal>> = {
  ivaRete: (sale) => sale.div('1.13').div(100),
  reteRenta: (sale) => sale.div(10),
}
const exact = (m: Monto) => new Exact(toText(m))

for (const retencion of ['ivaRete', 'reteRenta'] as const) {
  test(`the last return states all of ${retencion}, unless its lines cannot, whatever was cancelled`, () => {
    const sale = fc.oneof(fc.bigInt(1n, 10n ** 8n), fc.bigInt(1n, 10n ** 11n))
    const history = fc.tuple(
      fc.array(sale, { minLength: 1, maxLength: 12 }),
      fc.nat(1000),
      fc.nat(8),
      fc.constantFrom(-1, 0, 1),
    )
    fc.assert(
      fc.property(history, ([sales, share, cents, sign]) => {
        const lineas = sales.map((neto, i) => lineaOf(retencion, neto as Monto, i + 1))
        const rate = RATES[retencion]
        const whole = rate(added(lineas.map(({ neto }) => exact(neto)))).toDecimalPlaces(2)
        const partes = lineas.map((de) => ({ de, venta: (de.neto * BigInt(share)) / 1000n }))
        const sold = added(partes.map(({ de, venta }) => exact((de.neto - venta) as Monto)))
        const before = rate(sold)
          .toDecimalPlaces(2)
          .plus(new Exact(sign * cents).div(100))
        const taken = Exact.min(Exact.max(before, 0), whole)
        const {
          lineas: stated,
          total,
          falta,
        } = retener(retencion, {
          whole: montoOf(whole),
          taken: montoOf(taken),
          lineas,
          before: new Map(
            partes.map(({ de, venta }) => [
              de.linea,
              { cantidad: CERO, noGravado: CERO, neto: (de.neto - venta) as Monto },
            ]),
          ),
          partes: partes as { de: LineaOriginal; venta: Monto }[],
          isReturned: () => true,
        })
        const most = partes.map(({ venta }) => mostOf(rate(exact(venta as Monto))))
        for (const [i, amount] of stated.entries()) {
          assert.ok(amount >= CERO && exact(amount).lte(most[i] ?? 0), `${i}: ${toText(amount)}`)
        }
        const left = whole.minus(taken)
        const possible = Exact.min(left, added(most))
        assert.equal(exact(total).toFixed(), possible.toFixed())
        assert.equal(exact(falta).toFixed(), left.minus(possible).toFixed())
      }),
      { numRuns: 500 },
    )
  })
}

const mostOf = (own: Decimal) =>
  own.isZero() ? own : own.plus('0.01').toDecimalPlaces(2, Exact.ROUND_FLOOR)

const montoOf = (amount: Decimal) => BigInt(amount.mul(1e8).toFixed(0)) as Monto

function lineaOf(retencion: Retencion, neto: Monto, linea: number): LineaOriginal {
  return {
    linea,
    tipoItem: 2,
    codigo: null,
    codTributo: null,
    uniMedida: 59,
    descripcion: 'Cosa',
    cantidad: 100_000_000n as Monto,
    precioUni: neto,
    descuento: CERO,
    clase: retencion === 'ivaRete' ? 'ventaGravada' : 'compra',
    neto,
    sinIva: neto,
    noGravado: CERO,
    tributos: null,
  }
}
