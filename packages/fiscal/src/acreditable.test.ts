import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inputOf } from '../test/fixtures.ts'
import { listGoldens } from '../test/goldens.ts'
import {
  type Acreditado,
  acreditable,
  acreditar,
  NADA_ACREDITADO,
  type Saldo,
  valorDeGravamen,
} from './acreditable.ts'
import { buildDocumento } from './build.ts'
import { explain } from './explicacion/explain.ts'
import { CERO, type Monto, minus, monto, plus, toNumber, toText } from './monto.ts'
import type { ItemRequest } from './request.ts'
import type { CreditoFiscal } from './tipos/03/estructura.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import { type Centavos, GRAVAMENES, type Gravamen } from './tipos/centavos.ts'
import type { DteRequest } from './tipos/index.ts'

function example(name: string) {
  const golden = listGoldens().find((one) => one.name === name)
  assert.ok(golden)
  return buildDocumento(inputOf(golden.request)).documento
}

test('a document’s sales net of global discounts can be credited, kind by kind', () => {
  // 775.00 taxed less a global discount of 77.50, 90.68 of IVA; a credit of 20.00 has no part in it.
  const { ventas, gravados } = acreditable(example('03/ejemplo-del-ministerio') as CreditoFiscal)
  assert.deepEqual(ventas, {
    gravadas: monto(697.5),
    exentas: CERO,
    noSujetas: CERO,
  })
  assert.deepEqual([gravados['20'], gravados.ivaRete], [monto(90.68), monto(6.98)])
})

const CODIGO = '000000A2-0000-4000-8000-0000000000A2'
const RECEPTOR = {
  numDocumento: '06141212850017',
  nrc: '7654321',
  nombre: 'COMPRADORA',
  codActividad: '46900',
  correo: 'compras@example.com',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
}

function sale(items: readonly ItemRequest[], more: Partial<DteRequest> = {}): CreditoFiscal {
  const built = buildDocumento(inputOf({ tipoDte: '03', receptor: RECEPTOR, items, ...more }))
  assert.deepEqual(built.problems, [])
  return built.documento as CreditoFiscal
}

function creditNote(
  items: readonly ItemRequest[],
  centavos: Centavos = {},
  more = {},
): NotaCredito {
  const relacionado = { tipoDocumento: '03', numeroDocumento: CODIGO, fechaEmision: '2026-10-01' }
  const request: DteRequest = {
    tipoDte: '05',
    receptor: RECEPTOR,
    documentosRelacionados: [relacionado],
    items,
    ...more,
  }
  const built = buildDocumento({ ...inputOf(request), centavos })
  assert.deepEqual(built.problems, [])
  return built.documento as NotaCredito
}

/** The note as issued: credited, and rebuilt with adjusted cents if needed. */
function take(saldo: Saldo, items: readonly ItemRequest[], more = {}) {
  const first = creditNote(items, {}, more)
  const saldos = new Map([[CODIGO, saldo]])
  const { excesos, valores } = acreditar(first, saldos)
  if (excesos.length > 0) return { excesos, nota: first, tomado: null }
  const centavos: Partial<Record<Gravamen, Monto>> = {}
  for (const [gravamen, valor] of valores) {
    const centavo = minus(valor, valorDeGravamen(first, gravamen))
    if (centavo !== CERO) centavos[gravamen] = centavo
  }
  const nota = creditNote(items, centavos, more)
  const again = acreditar(nota, saldos)
  assert.deepEqual(again.excesos, [])
  for (const [gravamen, valor] of again.valores) {
    assert.equal(valorDeGravamen(nota, gravamen), valor, 'a note that was built again stands')
  }
  return { excesos, nota, tomado: again.acreditado.get(CODIGO) ?? NADA_ACREDITADO }
}

function sumOf(all: readonly Acreditado[]): Acreditado {
  const { ventas } = NADA_ACREDITADO
  const classes = Object.keys(ventas) as (keyof typeof ventas)[]
  const total = (of: (one: Acreditado) => Monto) => all.map(of).reduce(plus, CERO)
  return {
    ventas: Object.fromEntries(
      classes.map((clase) => [clase, total((one) => one.ventas[clase])]),
    ) as unknown as Acreditado['ventas'],
    gravados: Object.fromEntries(
      GRAVAMENES.map((gravamen) => [
        gravamen,
        {
          valor: all.reduce((sum, one) => sum + (one.gravados[gravamen]?.valor ?? 0n), 0n),
          exceso: all.reduce((sum, one) => sum + (one.gravados[gravamen]?.exceso ?? 0n), 0n),
        },
      ]),
    ),
  }
}

const line = (precioUni: number, more: Partial<ItemRequest> = {}): ItemRequest => ({
  descripcion: 'x',
  cantidad: 1,
  precioUni,
  ...more,
})

test('tributes that the document did not have cannot be credited', () => {
  const saldo = { acreditable: acreditable(sale([line(100)])), acreditado: NADA_ACREDITADO }
  const fuel = take(saldo, [line(0.001, { cantidad: 10000, uniMedida: 22, tributos: ['D1'] })])
  assert.deepEqual(
    fuel.excesos.map(({ clase, queda, acredita }) => [clase, toText(queda), toText(acredita)]),
    [['D1', '0', '2000']],
  )
  for (const tributo of ['71', 'C8', '59']) {
    const uniMedida = tributo === 'C8' ? { uniMedida: 22 } : {}
    const { excesos } = take(saldo, [line(1, { cantidad: 90, tributos: [tributo], ...uniMedida })])
    assert.ok(excesos.some(({ clase }) => clase === tributo))
  }
})

test('a tribute on sales that were rounded up to the cent can be credited in parts', () => {
  // 788.4981 prints 788.50, and 5 % of it 39.42: the notes may take sales of which 5 % is 39.425.
  const listing = { tributos: ['59'] }
  const saldo = { acreditable: acreditable(sale([line(788.4981, listing)])) }
  const first = take({ ...saldo, acreditado: NADA_ACREDITADO }, [line(10.9, listing)])
  assert.ok(first.tomado)
  const last = take({ ...saldo, acreditado: first.tomado }, [line(777.6, listing)])
  assert.deepEqual(last.excesos, [])
  assert.ok(last.tomado)
  const stated = [first, last].map(({ nota }) => valorDeGravamen(nota, '59'))
  assert.equal(stated.reduce(plus, CERO), monto(39.42))
})

test('notes are summed by their printed totals', () => {
  const saldo = { acreditable: acreditable(sale([line(33.335, { cantidad: 10 })])) }
  const taken: Acreditado[] = []
  for (let i = 0; i < 9; i++) {
    const { tomado } = take({ ...saldo, acreditado: sumOf(taken) }, [line(33.335)])
    assert.ok(tomado)
    taken.push(tomado)
  }
  const acreditado = sumOf(taken) // 9 × 33.34
  const [exceso] = take({ ...saldo, acreditado }, [line(33.335)]).excesos
  assert.deepEqual(exceso && [exceso.queda, exceso.acredita], [monto(33.29), monto(33.34)])
  assert.ok(take({ ...saldo, acreditado }, [line(33.29)]).tomado)
})

test('halves of a document add up to it, to the cent of its tax', () => {
  const origen = sale([line(50.05, { cantidad: 2 })]) // IVA 13.01, and 6.51 for each half
  const saldo = { acreditable: acreditable(origen), acreditado: NADA_ACREDITADO }
  const first = take(saldo, [line(50.05)])
  assert.ok(first.tomado)
  const second = take({ ...saldo, acreditado: first.tomado }, [line(50.05)])
  assert.deepEqual(
    [first, second].map(({ nota }) => valorDeGravamen(nota, '20')),
    [monto(6.51), monto(6.5)],
  )
  const { totales } = explain(second.nota)
  const iva = totales.find(({ importe }) => importe === 'tributos[20]')
  assert.deepEqual([iva?.valor, iva?.enDocumento], ['6.5', '6.5'])
})

test('a note over documents of different retention is explained line by line', () => {
  const [one, two] = [CODIGO, '000000B1-0000-4000-8000-0000000000B1']
  const request: DteRequest = {
    tipoDte: '05',
    receptor: RECEPTOR,
    documentosRelacionados: [one, two].map((numeroDocumento) => {
      return { tipoDocumento: '03', numeroDocumento, fechaEmision: '2026-10-01' }
    }),
    items: [line(40, { numeroDocumento: one }), line(30, { numeroDocumento: two })],
  }
  const unoPorCiento = new Map([[one, { retencionIva: true, percepcionIva: false }]])
  const { documento, problems } = buildDocumento({ ...inputOf(request), unoPorCiento })
  assert.deepEqual(problems, [])

  const { lineas, totales } = explain(documento)
  const retained = lineas.map(({ importes }) => importes.find((i) => i.importe === 'ivaRete'))
  assert.deepEqual(
    retained.map((one) => [one?.valor, one?.enDocumento]),
    [
      ['0.4', '0.4'],
      [undefined, undefined],
    ],
  )
  const total = totales.find(({ importe }) => importe === 'ivaRete')
  assert.deepEqual([total?.valor, total?.enDocumento], ['0.4', '0.4'])
})

const price = fc.integer({ min: 1, max: 40_000 }).map((n) => n / 1000)
const kind = fc.constantFrom('gravada', 'exenta', 'no_sujeta')
const quantity = fc.integer({ min: 1, max: 400 }).map((n) => n / 100)
const sold = fc.record({
  price,
  quantity,
  kind,
  tributo: fc.constantFrom('', '', '59', '71', 'D1', 'C8'),
})

/** How many sales; the ordinary tests use a few. */
const RUNS = Number(process.env.SELLO_CREDIT_SEQUENCES ?? 60)

test('no sequence of notes exceeds its document in any kind, tribute or the total, and a last note over the rest is accepted', () => {
  const step = fc.record({
    at: fc.nat(),
    part: fc.integer({ min: 1, max: 100 }),
    fate: fc.constantFrom('sealed', 'sealed', 'sealed', 'rejected', 'invalidated later'),
  })
  fc.assert(
    fc.property(
      fc.array(sold, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('none', 'rete', 'perci'),
      fc.array(step, { maxLength: 14 }),
      (lines, onePerCent, steps) => {
        const items = lines.map(({ price: p, quantity: cantidad, kind: tipoVenta, tributo }) =>
          itemOf(p, cantidad, tipoVenta as 'gravada', tributo),
        )
        const neto = buildDocumento(inputOf({ tipoDte: '03', receptor: RECEPTOR, items }))
        const big = (neto.documento as CreditoFiscal).resumen.totalGravada >= monto(100)
        const asked =
          !big || onePerCent === 'none'
            ? {}
            : { [onePerCent === 'rete' ? 'aplicarRetencionIva' : 'aplicarPercepcionIva']: true }
        const limite = acreditable(sale(items, asked))
        const left = lines.map(({ quantity: q }) => monto(q))
        let living: { tomado: Acreditado; at: number; took: Monto; revocable: boolean }[] = []
        for (const { at, part, fate } of steps) {
          const i = at % lines.length
          const took = monto(Math.max(1, Math.floor(toNumber(left[i] ?? CERO) * part)) / 100)
          if (took > (left[i] ?? CERO)) continue
          const saldo = { acreditable: limite, acreditado: sumOf(living.map((one) => one.tomado)) }
          const { tomado } = take(
            saldo,
            [{ ...(items[i] as ItemRequest), cantidad: toNumber(took) }],
            askedFor(items[i], asked),
          )
          if (tomado === null || fate === 'rejected') continue // rounded up, a part may exceed by a cent
          left[i] = minus(left[i] ?? CERO, took)
          living.push({ tomado, at: i, took, revocable: fate === 'invalidated later' })
          assertWithin(limite, sumOf(living.map((one) => one.tomado)))
        }
        for (const { at, took, revocable } of living) {
          if (revocable) left[at] = plus(left[at] ?? CERO, took)
        }
        living = living.filter(({ revocable }) => !revocable)
        closeOut(
          limite,
          living.map((one) => one.tomado),
          asked,
        )
      },
    ),
    { numRuns: RUNS },
  )
})

function itemOf(p: number, cantidad: number, tipoVenta: 'gravada', tributo: string): ItemRequest {
  const fuel = tributo === 'D1' || tributo === 'C8'
  return {
    ...line(p, { cantidad, tipoVenta }),
    ...(tributo === '' ? {} : { tributos: [tributo] }),
    ...(fuel ? { uniMedida: 22 } : {}),
  }
}

function askedFor(item: ItemRequest | undefined, asked: object): object {
  return item?.tipoVenta === 'gravada' ? asked : {}
}

/** One note takes the rest of each kind, as a caller reads it from the refusals. */
function closeOut(limite: Saldo['acreditable'], taken: readonly Acreditado[], asked: object): void {
  const acreditado = sumOf(taken)
  const rest = (['gravadas', 'exentas', 'noSujetas'] as const).map((clase) =>
    minus(limite.ventas[clase], acreditado.ventas[clase]),
  )
  const [gravadas = CERO, exentas = CERO, noSujetas = CERO] = rest
  const items = [
    ...(gravadas > CERO ? [line(toNumber(gravadas))] : []),
    ...(exentas > CERO ? [line(toNumber(exentas), { tipoVenta: 'exenta' })] : []),
    ...(noSujetas > CERO ? [line(toNumber(noSujetas), { tipoVenta: 'no_sujeta' })] : []),
  ]
  if (items.length === 0) return
  const last = take({ acreditable: limite, acreditado }, items, gravadas > CERO ? asked : {})
  assert.deepEqual(last.excesos, [])
  assert.ok(last.tomado)
  assertWithin(limite, sumOf([...taken, last.tomado]))
}

function assertWithin({ ventas, gravados }: Saldo['acreditable'], taken: Acreditado): void {
  for (const clase of Object.keys(ventas) as (keyof typeof ventas)[]) {
    assert.ok(taken.ventas[clase] <= ventas[clase], clase)
  }
  for (const gravamen of GRAVAMENES) {
    assert.ok((taken.gravados[gravamen]?.valor ?? 0n) <= gravados[gravamen] * 100n, gravamen)
  }
}
