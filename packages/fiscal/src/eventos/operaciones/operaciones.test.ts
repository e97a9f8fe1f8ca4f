/** What an event of special operations refuses, by field and rule, and its sums by either reading. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMISOR } from '../../../test/fixtures.ts'
import { CERO, monto, toNumber } from '../../monto.ts'
import { comparten, comprobantesDe, contiene, repetidos } from './comprobantes.ts'
import { buildOperaciones, comprobantesDelEvento, resumen, valorDeCadaUno } from './operaciones.ts'
import type { ItemOperacionRequest } from './request.ts'

type Draft = Readonly<Record<string, unknown>>

const RANGO = { tipoDocumento: '02', desde: '1', hasta: '10', precioUni: 1 }
const UNO = { tipoDocumento: '97', numero: 'C7', fecha: '2026-10-05', precioUni: 1 }
const LIVE = '000000AD-0000-4000-8000-0000000000AD'
const built = (items: readonly Draft[]) =>
  buildOperaciones({
    request: { items: items as unknown as readonly ItemOperacionRequest[] },
    emisor: EMISOR,
    ambiente: '00',
    codigoGeneracion: '000000A9-0000-4000-8000-0000000000A9',
    fecEmi: '2026-10-05',
    horEmi: '14:00:00',
  })

type Case = readonly [item: Draft | readonly Draft[], field: string, rule: string]

const each = (
  values: readonly unknown[],
  change: (value: unknown) => Draft | readonly Draft[],
  [field, rule]: readonly [field: string, rule: string],
): readonly Case[] => values.map((value) => [change(value), field, rule])
const repeated = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...RANGO, desde: `${i}`, hasta: `${i}` }))

const OTHER_TYPES = '01 03 04 05 06 07 08 09 10 11 14 15 17 18 22 96 98 99'.split(' ')
const LONG = 'x'.repeat(37)
const OTHER_DIGITS = ['A7\u0660', 'A\uff17', '\u24607', 'A\u00b2']
const NO_CODES = [
  '',
  'X',
  LIVE.slice(1),
  `${LIVE}0`,
  LIVE.replaceAll('-', ''),
  LIVE.replace('D', 'G'),
]
const NO_DATES = ['', 'ayer', '2026-02-30', '2026-13-01', '2026-00-10', '05/10/2026', '2026-10-5']
const NO_AMOUNTS = [-1, -0.01, 1e-9, 0.123456789, Number.NaN, Number.POSITIVE_INFINITY]
const NO_KINDS = ['', 'gravado', 'GRAVADA', 'noSujeta', 'no sujeta', 'exento', 'compra', 'toString']

// biome-ignore format: a table
const REFUSED: readonly Case[] = [
  ...each([...OTHER_TYPES, '', '2', '002', ' 97', 'constructor', '__proto__'], (tipoDocumento) => ({ ...RANGO, tipoDocumento }), ['items[0].tipoDocumento', 'CAT-023']),
  // the two manners
  [{ ...RANGO, desde: null, hasta: null },                                       'items[0]', 'MF-17-forma'],
  [{ ...UNO, numero: null, fecha: null },                                        'items[0]', 'MF-17-forma'],
  [{ ...RANGO, numero: '1' },                                                    'items[0]', 'MF-17-forma'],
  [{ ...RANGO, fecha: '2026-10-01' },                                            'items[0]', 'MF-17-forma'],
  [{ ...UNO, desde: '1' },                                                       'items[0]', 'MF-17-forma'],
  [{ ...UNO, hasta: '1' },                                                       'items[0]', 'MF-17-forma'],
  [{ ...UNO, desde: '1', hasta: '2' },                                           'items[0]', 'MF-17-forma'],
  [{ ...UNO, tipoDocumento: '02' },                                              'items[0].numero', 'MF-17-forma'],
  [{ ...UNO, tipoDocumento: '02', numero: null },                                'items[0].fecha', 'MF-17-forma'],
  [[{ ...UNO }, { ...RANGO, tipoDocumento: '97' }],                              'items[1]', 'MF-17-forma'],
  [[{ ...RANGO, tipoDocumento: '97' }, RANGO, { ...UNO }],                       'items[2]', 'MF-17-forma'],
  // numbers
  ...each(['', ' ', '\t', LONG, '1'.repeat(37), ...OTHER_DIGITS], (desde) => ({ ...RANGO, desde }), ['items[0].desde', 'MF-17-numero']),
  ...each(['', ' ', '\t', LONG, '1'.repeat(37), ...OTHER_DIGITS], (hasta) => ({ ...RANGO, hasta }), ['items[0].hasta', 'MF-17-numero']),
  ...each(['', ' ', '\t', LONG, '1'.repeat(37), ...OTHER_DIGITS], (numero) => ({ ...UNO, numero }), ['items[0].numero', 'MF-17-numero']),
  [{ ...RANGO, desde: null },                                                    'items[0].desde', 'MF-17-numero'],
  [{ ...RANGO, hasta: null },                                                    'items[0].hasta', 'MF-17-numero'],
  [{ ...UNO, numero: null },                                                     'items[0].numero', 'MF-17-numero'],
  // ranges
  ...each(['0', 'A10', 'A-10', '10A', 'diez', '-10', '1 10', '10-'], (hasta) => ({ ...RANGO, hasta }), ['items[0].hasta', 'MF-17-rango']),
  ...each(['11', '0011', '999999999999999999999999999999999999'], (desde) => ({ ...RANGO, desde }), ['items[0].hasta', 'MF-17-rango']),
  [{ ...RANGO, desde: 'uno', hasta: 'dos' },                                     'items[0].hasta', 'MF-17-rango'],
  [{ ...RANGO, hasta: '1000000001' },                                            'items[0].hasta', 'MF-17-rango'],
  [{ ...RANGO, hasta: '999999999999999999999999999999999999' },                  'items[0].hasta', 'MF-17-rango'],
  // quantities
  ...each([0, 1, 9, 11, -10, 10.5, 1e9], (cantidad) => ({ ...RANGO, cantidad }), ['items[0].cantidad', 'MF-17-cantidad']),
  ...each([0, 2, -1, 1.5], (cantidad) => ({ ...UNO, cantidad }), ['items[0].cantidad', 'MF-17-cantidad']),
  // dates
  ...each([...NO_DATES, null], (fecha) => ({ ...UNO, fecha }), ['items[0].fecha', 'MF-17-fecha']),
  ...each(['2026-10-06', '2027-01-01', '2026-07-04', '2025-10-05'], (fecha) => ({ ...UNO, fecha }), ['items[0].fecha', 'MF-17-fecha']),
  // amounts
  ...each(NO_AMOUNTS, (precioUni) => ({ ...RANGO, precioUni }), ['items[0].precioUni', 'MF-17-importe']),
  ...each(NO_AMOUNTS, (total) => ({ ...RANGO, precioUni: null, total }), ['items[0].total', 'MF-17-importe']),
  [{ ...RANGO, precioUni: null },                                                'items[0]', 'MF-17-importe'],
  [{ ...RANGO, total: 10 },                                                      'items[0]', 'MF-17-importe'],
  [{ ...RANGO, hasta: '3000000', precioUni: null, total: 1 },                    'items[0].total', 'MF-17-importe'],
  [{ ...RANGO, precioUni: 99_999_999_999 },                                      'items', 'exclusiveMaximum'],
  [{ ...RANGO, hasta: '1', precioUni: 99_999_999_999 },                          'items', 'exclusiveMaximum'],
  ...each(NO_KINDS, (tipoVenta) => ({ ...RANGO, tipoVenta }), ['items[0].tipoVenta', 'MF-17-venta']),
  // what was voided
  ...each(NO_CODES, (anulaDe) => ({ ...RANGO, anulaDe }), ['items[0].anulaDe', 'MF-17-anulado']),
  [{ ...RANGO, anulaDe: LIVE, precioUni: 0 },                                    'items[0].precioUni', 'MF-17-anulado'],
  [{ ...RANGO, anulaDe: LIVE, precioUni: null, total: 0 },                       'items[0].total', 'MF-17-anulado'],
  [[RANGO, { ...RANGO, desde: '11', hasta: '12', anulaDe: LIVE }],               'items[1].anulaDe', 'MF-17-anulado'],
  [[{ ...RANGO, anulaDe: LIVE }, { ...RANGO, desde: '11', hasta: '12' }],        'items[1].anulaDe', 'MF-17-anulado'],
  // once
  ...each([['1', '1'], ['10', '10'], ['5', '6'], ['0', '1'], ['10', '11'], ['0', '99'], ['001', '0010']], (ends) => [RANGO, { ...RANGO, desde: (ends as string[])[0], hasta: (ends as string[])[1] }], ['items[1]', 'MF-17-una-vez']),
  [[UNO, { ...UNO, numero: 'C07' }],                                             'items[1]', 'MF-17-una-vez'],
  // texts and sizes
  [[],                                                                           'items', 'MF-17-lineas'],
  [repeated(501),                                                                'items', 'MF-17-lineas'],
  [{ ...RANGO, descripcion: '' },                                                'items[0].descripcion', 'minLength'],
  [{ ...RANGO, descripcion: 'x'.repeat(1501) },                                  'items[0].descripcion', 'maxLength'],
  [{ ...RANGO, descripcion: 'a\u0000b' },                                        'items[0].descripcion', 'texto'],
]

test(`${REFUSED.length} requests are refused, each by its field and its rule`, () => {
  assert.ok(REFUSED.length >= 100)
  for (const [item, field, rule] of REFUSED) {
    const { evento, problems } = built([item].flat() as readonly Draft[])
    const what = `${JSON.stringify(item).slice(0, 200)}: ${JSON.stringify(problems)}`
    assert.equal(evento, null, what)
    assert.ok(
      problems.some((p) => p.field === field && p.rule === rule),
      what,
    )
    for (const { message } of problems) assert.match(message, /^[A-ZÁÉÍÓÚ"a-z].*\.$/u)
  }
})

test('the limits are taken', () => {
  for (const items of [
    repeated(500),
    [{ ...UNO, fecha: '2026-07-05' }],
    [{ ...RANGO, hasta: '1000000000', precioUni: 0.00000001 }],
    [{ ...RANGO, precioUni: 0 }],
    [{ ...RANGO, descripcion: 'x'.repeat(1500), desde: '1'.repeat(36), hasta: '1'.repeat(36) }],
    [RANGO, { ...RANGO, desde: 'A1', hasta: 'A10' }, { ...RANGO, tipoDocumento: '97' }],
    [RANGO, { ...RANGO, desde: '11', hasta: '11' }],
  ]) {
    assert.deepEqual(built(items).problems, [], JSON.stringify(items).slice(0, 200))
  }
})

test('the row of IVA of an event without taxed sales, by either reading', () => {
  const { evento } = built([{ ...RANGO, tipoVenta: 'exenta' }])
  assert.ok(evento)
  assert.equal(evento.resumen.tributos, null)
  const [row] = resumen(evento.cuerpoDocumento, 'siempre')?.tributos ?? []
  assert.deepEqual([row?.codigo, row?.valor], ['20', CERO])
})

test('a total is divided among its vouchers and keeps its cents', () => {
  for (const [total, hasta] of [
    [180, '37'],
    [0.01, '3'],
    [100, '7'],
    [99999.99, '9999'],
  ] as const) {
    const { evento } = built([{ ...RANGO, hasta, precioUni: null, total }])
    assert.ok(evento)
    assert.equal(toNumber(evento.resumen.totalGravada), total)
  }
})

test('IVA is rounded once, over the total of all lines', () => {
  const lines = Array.from({ length: 3 }, (_, i) => ({
    ...RANGO,
    desde: `${i}`,
    hasta: `${i}`,
    precioUni: 0.04,
  }))
  const { evento } = built(lines) // 0.0052 of each line would be 0.03 together
  assert.equal(evento?.resumen.total, monto(0.14))
})

test('vouchers are compared by series and number', () => {
  const range = (desde: string, hasta: string, tipo = '02') => {
    const found = comprobantesDe(tipo, { desde, hasta })
    assert.ok(found)
    return found
  }
  assert.ok(comparten(range('A-0099', 'A-101'), range('A-100', 'A-100')))
  assert.ok(!comparten(range('1', '5'), range('6', '9')))
  assert.ok(!comparten(range('1', '5'), range('1', '5', '97')))
  assert.ok(!comparten(range('A1', 'A5'), range('B1', 'B5')))
  assert.ok(comparten(range('sin', 'sin'), range('sin', 'sin')))
  assert.ok(contiene(range('1', '5'), range('1', '5')))
  assert.ok(!contiene(range('2', '5'), range('1', '5')))
  assert.ok(!contiene(range('1', '4'), range('1', '5')))
  const found = repetidos([
    range('1', '100'),
    range('200', '201'),
    range('2', '3'),
    null,
    range('50', '50'),
  ])
  assert.deepEqual(found, [null, null, 0, null, 0])
  for (const same of ['A7', 'a7', 'A 07', 'A-007', 'a.7', 'A/7', 'a\u00a07', 'Ａ7', 'ａ-7']) {
    assert.ok(comparten(range(same, same), range('A1', 'A9')), same)
  }
  for (const other of ['Á7', 'Ñ7', 'A1-7', 'AA7']) {
    assert.ok(!comparten(range(other, other), range('A1', 'A9')), other)
  }
  assert.ok(comparten(range('1 23', '1 25'), range('1-24', '1-24')))
  assert.ok(!comparten(range('1-23', '1-23'), range('12-3', '12-3')))
  assert.ok(!comparten(range('1-23', '1-23'), range('123', '123')))
  assert.ok(!comparten(range('A-1-2', 'A-1-2'), range('A-12', 'A-12')))
  assert.ok(comparten(range('sin', 'sin'), range('SIN', 'SIN')))
  const { evento } = built([RANGO])
  assert.deepEqual(evento && comprobantesDelEvento(evento), [
    { ...range('1', '10'), tipoVenta: 'gravada', venta: monto(10), anulaDe: null },
  ])
})

test('a line of an event says its kind, its sale, what it voids, and what each voucher comes to', () => {
  const { evento } = built([
    { ...RANGO, anulaDe: LIVE },
    {
      ...RANGO,
      desde: '11',
      hasta: '13',
      precioUni: undefined,
      total: 10,
      tipoVenta: 'exenta',
      anulaDe: LIVE,
    },
    { ...RANGO, desde: '14', hasta: '14', precioUni: 2.5, tipoVenta: 'no_sujeta', anulaDe: LIVE },
  ])
  assert.ok(evento)
  assert.deepEqual(
    comprobantesDelEvento(evento).map(({ tipoVenta, venta, anulaDe }) => [
      tipoVenta,
      toNumber(venta),
      anulaDe,
    ]),
    [
      ['gravada', 10, LIVE],
      ['exenta', 9.99999999, LIVE],
      ['no_sujeta', 2.5, LIVE],
    ],
  )
  assert.deepEqual(valorDeCadaUno(evento).map(toNumber), [1.13, 3.33, 2.5])
})
