/**
 * Every amount of every summary is explained by the value that the document states: the steps give the same results
 * on a stored document as when it was built.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildDocumento,
  type DteRequest,
  type Explicado,
  explain,
  lineasDe,
  readDocumento,
  resumenDe,
  serialise,
  TIPOS,
} from '../src/index.ts'
import { CON_CENTAVO } from '../src/tipos/centavos.ts'
import { dteRequest } from './arbitraries.ts'
import { inputOf } from './fixtures.ts'
import { listGoldens } from './goldens.ts'

const RUNS = Number(process.env.SELLO_GENERATED_RUNS ?? 60)

for (const tipoDte of Object.keys(TIPOS) as DteRequest['tipoDte'][]) {
  test(`every amount of ${RUNS} generated documents of ${tipoDte} is explained`, () => {
    fc.assert(fc.property(dteRequest(tipoDte), assertExplained), { numRuns: RUNS })
  })

  test(`every amount of the examples of ${tipoDte} is explained`, () => {
    for (const { request, rejected } of listGoldens()) {
      if (!rejected && request.tipoDte === tipoDte) assertExplained(request)
    }
  })
}

function assertExplained(request: DteRequest) {
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  const text = serialise(documento)
  const stored = readDocumento(text)
  assert.equal(serialise(stored), text)

  const { totales, lineas } = explain(stored)
  assert.deepEqual(explain(documento), { totales, lineas })
  const plain = JSON.parse(text)
  assertStated(totales, resumenDe(plain) as Json)
  for (const [i, linea] of (lineasDe(plain) as readonly Json[]).entries()) {
    assert.equal(lineas[i]?.numItem, linea.numItem)
    assertStated(lineas[i]?.importes ?? [], soldBy(linea))
  }
}

type Json = Record<string, unknown>

/** Each amount of the section exactly once, with its value. */
function assertStated(explained: readonly Explicado[], section: Json) {
  const values = amountsOf(section)
  for (const [importe, value] of values) {
    const found = explained.filter((one) => one.importe === importe)
    assert.equal(found.length, 1, `${importe} is explained ${found.length} times`)
    assert.equal(Number(found[0]?.enDocumento), value, importe)
  }
  for (const { importe, valor, enDocumento, entradas, redondeo, formula, fuente } of explained) {
    if (enDocumento !== null) assert.equal(valor, enDocumento, importe)
    for (const amount of [valor, ...entradas.map((entrada) => entrada.valor)]) {
      assert.match(amount, /^-?\d+(\.\d{0,7}[1-9])?$/)
    }
    if (redondeo) {
      const off = Math.abs(Number(redondeo.exacto.replace('…', '')) - Number(valor))
      assert.ok(off <= 0.5 * 10 ** -redondeo.decimales + 1e-9, `${importe} ${redondeo.exacto}`)
    }
    assert.ok(formula.length > 0)
    assert.match(fuente, /^docs\/sources\.md#[\w-]+$/)
  }
}

const NO_AMOUNT: ReadonlySet<string> = new Set(['condicionOperacion', 'cantidadDoc'])

/** Includes `tributos[20]` and `pagos[0].montoPago` besides the summary's own members. */
function amountsOf(section: Json): [string, number][] {
  const own = Object.entries(section).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number' && !NO_AMOUNT.has(entry[0])
  })
  const { tributos, pagos } = section as {
    tributos?: { codigo: string; valor: number }[] | null
    pagos?: { montoPago: number }[] | null
  }
  return [
    ...own,
    ...(tributos ?? []).map((row): [string, number] => [`tributos[${row.codigo}]`, row.valor]),
    ...(pagos ?? []).map((pago, i): [string, number] => [`pagos[${i}].montoPago`, pago.montoPago]),
  ]
}

const COMPUTED = [
  'ventaNoSuj',
  'ventaExenta',
  'ventaGravada',
  'compra',
  'noGravado',
  'ivaItem',
  'ivaPerci',
  'ivaRete',
]

/** The computed members of a line, without zero amounts. */
function soldBy(linea: Json): Json {
  return Object.fromEntries(COMPUTED.filter((name) => linea[name]).map((n) => [n, linea[n]]))
}

test('an explanation names its operands, the rounding, and the source', () => {
  const golden = listGoldens().find(({ name }) => name === '05/combustible')
  assert.ok(golden)
  const { totales, lineas } = explain(buildDocumento(inputOf(golden.request)).documento)
  const explained = (all: readonly Explicado[], name: string) =>
    all.find(({ importe }) => importe === name)

  assert.deepEqual(explained(totales, 'totalGravada'), {
    importe: 'totalGravada',
    valor: '370.5',
    enDocumento: '370.5',
    formula: 'R2(Σ ventaGravada)',
    entradas: [{ nombre: 'Σ ventaGravada', valor: '370.5', lineas: [1, 2, 3] }],
    redondeo: { decimales: 2, exacto: '370.5' },
    fuente: 'docs/sources.md#rounding',
  })
  assert.deepEqual(explained(totales, 'tributos[20]'), {
    importe: 'tributos[20]',
    valor: '48.17',
    enDocumento: '48.17',
    formula: `R2(netoGravado · 13 %), sobre el total y no por línea; ${CON_CENTAVO}`,
    entradas: [{ nombre: 'netoGravado', valor: '370.5' }],
    redondeo: { decimales: 2, exacto: '48.165' },
    fuente: 'docs/sources.md#05',
  })
  assert.deepEqual(explained(totales, 'tributos[D1]')?.entradas, [
    { nombre: 'Σ cantidad', valor: '100', lineas: [1] },
  ])
  assert.equal(explained(totales, 'tributos[59]'), undefined)
  assert.deepEqual(explained(totales, 'saldo')?.enDocumento, null)
  assert.deepEqual(explained(lineas[0]?.importes ?? [], 'bruto'), {
    importe: 'bruto',
    valor: '350',
    enDocumento: null,
    formula: 'R8(cantidad · precioUni)',
    entradas: [
      { nombre: 'cantidad', valor: '100' },
      { nombre: 'precioUni', valor: '3.5' },
    ],
    redondeo: { decimales: 8, exacto: '350' },
    fuente: 'docs/sources.md#rounding',
  })
})

test('a non-terminating amount shows its first digits and an ellipsis', () => {
  const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 100 }]
  const { lineas } = explain(buildDocumento(inputOf({ tipoDte: '01', items })).documento)
  const iva = lineas[0]?.importes.find(({ importe }) => importe === 'ivaItem')
  assert.equal(iva?.valor, '11.50442478')
  assert.equal(iva?.redondeo?.exacto, '11.5044247787610619…')
})

test('if a document differs from its steps, the explanation shows both values', () => {
  const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 100 }]
  const { documento } = buildDocumento(inputOf({ tipoDte: '01', items }))
  const text = serialise(documento).replace('"totalIva":11.5', '"totalIva":11.51')
  const { totales } = explain(readDocumento(text))
  const iva = totales.find(({ importe }) => importe === 'totalIva')
  assert.deepEqual([iva?.valor, iva?.enDocumento], ['11.5', '11.51'])
})
