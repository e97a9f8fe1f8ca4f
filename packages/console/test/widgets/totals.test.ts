/** The totals of a document: which amounts are shown, how they are explained, and what is said of them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h } from 'react'
import type { Evaluated } from '../../src/fiscal/protocol.ts'
import { change, click, draw, one } from './dom.ts'

const { Announcer, nombreDe, TotalesPanel, TotalRow } = await import('../../src/emitir/totales.tsx')

// biome-ignore format: a table
const NAMES: Readonly<Record<string, string>> = {
  totalNoSuj: 'Ventas no sujetas', totalExenta: 'Ventas exentas', totalGravada: 'Ventas gravadas', totalCompra: 'Compras',
  subTotalVentas: 'Suma de ventas', descuNoSuj: 'Descuento de no sujetas', descuExenta: 'Descuento de exentas',
  descuGravada: 'Descuento de gravadas', descu: 'Descuento de la compra', totalDescu: 'Descuentos', subTotal: 'Subtotal',
  porcentajeDescuento: 'Porcentaje de descuento', totalIva: 'IVA', ivaPerci: 'IVA percibido 1 %', ivaRete: 'IVA retenido 1 %',
  ivaRete1: 'IVA retenido 1 %', ivaPerci1: 'IVA percibido 1 %', reteRenta: 'Renta retenida 10 %', flete: 'Flete', seguro: 'Seguro',
  montoTotalOperacion: 'Total de la operación', totalNoGravado: 'Cargos y abonos no gravados', saldoFavor: 'Saldo a favor',
  totalNoOnerosas: 'Sale sin pago', totalPagar: 'Total a pagar', netoGravado: 'Ventas gravadas sin IVA',
  totalTributos: 'Tributos', saldo: 'Saldo', totalSujetoRetencion: 'Monto sujeto a retención', totalIvaRetenido: 'IVA retenido',
  efectivo: 'De eso, en efectivo', valorTotal: 'Total donado', valorOperaciones: 'Pagado con tarjetas',
  montoSinPercepcion: 'No sujeto a percepción', montoSujetoPercepcion: 'Sujeto a percepción, sin IVA',
  exportacion: 'Exportaciones', total: 'Total de la liquidación', iva: 'IVA de las operaciones',
  ivaPercibido: 'IVA percibido 2 %', comision: 'Comisión', ivaComision: 'IVA de la comisión',
  porcentComision: 'Porcentaje de comisión', liquidoApagar: 'Líquido a pagar',
  'tributos[20]': 'IVA 13 %', 'tributos[C3]': 'IVA de exportación 0 %', 'tributos[D1].valor': 'Tributo D1', otro: 'otro',
}

test('every amount of a summary has its name in words, and another one its own', () => {
  for (const [importe, name] of Object.entries(NAMES)) assert.equal(nombreDe(importe), name)
})

const step = (importe: string, valor: string, values: object = {}) => ({
  ...{ importe, valor, formula: `fórmula de ${importe}`, entradas: [], redondeo: null },
  ...values,
})
const evaluatedOf = (values: object = {}): Evaluated =>
  ({
    ...{ problems: [], importes: [], documento: {}, avisos: [], resumen: {} },
    totales: { totalPagar: 0, montoTotalOperacion: 0, totalLetras: null },
    explicacion: { totales: [], lineas: [] },
    ...values,
  }) as never

const PROPS = { tipoDte: '03', problems: [], goTo: () => {}, blank: false, children: 'Emitir' }
const panelOf = (props: object) =>
  draw(h(TotalesPanel, { ...PROPS, evaluated: null, ...props } as never))
const text = () => document.querySelector('section')?.textContent ?? ''
const rows = () =>
  [...document.querySelectorAll('details summary, section > div > div > span:first-child')].map(
    (element) =>
      `${element.querySelector('u')?.textContent ?? element.textContent} ${
        element.parentElement?.querySelector('b')?.textContent
      }`,
  )

describe('the totals', () => {
  test('are those other than zero in the order of the printed copy, with what is retained taken off', async () => {
    const order = [
      ...['valorOperaciones', 'montoSinPercepcion', 'montoSujetoPercepcion'],
      ...['totalSujetoRetencion', 'efectivo', 'totalCompra', 'totalGravada', 'totalExenta'],
      ...['totalNoSuj', 'exportacion', 'totalDescu', 'totalIva', 'flete', 'seguro', 'ivaRete'],
      ...['ivaPerci', 'reteRenta', 'totalNoGravado', 'ivaPercibido', 'comision', 'ivaComision'],
    ]
    const off = ['ivaRete', 'reteRenta', 'ivaPercibido', 'comision', 'ivaComision']
    const amounts = order.map((importe, n) => [importe, n + 1] as const)
    const resumen = Object.fromEntries([...amounts].reverse())
    await panelOf({ evaluated: evaluatedOf({ resumen }) })
    const labels: Readonly<Record<string, string>> = {
      ...{ ...NAMES, totalIva: 'IVA 13 %', totalDescu: 'Descuentos ya restados' },
    }
    assert.deepEqual(
      rows().slice(0, order.length),
      amounts.map(([one, n]) => `${labels[one]} ${off.includes(one) ? '-' : ''}${n}.00`),
    )
    await panelOf({ evaluated: evaluatedOf({ resumen: { flete: 0, seguro: 2 } }) })
    assert.deepEqual(rows(), ['Seguro 2.00'])
  })

  test('come from the totals first, then the summary, then what explains them', async () => {
    const totales = { totalGravada: 5, totalPagar: 6.5, totalLetras: 'SEIS 50/100 dolares' }
    const explicacion = { totales: [step('flete', '1'), step('seguro', '9')], lineas: [] }
    const resumen = { totalGravada: 4, seguro: 2 }
    await panelOf({ evaluated: evaluatedOf({ totales, explicacion, resumen }) })
    assert.deepEqual(rows(), ['Ventas gravadas 5.00', 'Flete 1.00', 'Seguro 2.00'])
    assert.equal(document.querySelector('[data-total]')?.textContent, '$ 6.50')
    assert.match(text(), /Total a pagar\$ 6\.50Seis 50\/100 dólares/)
    const opened = [...document.querySelectorAll('code')].map(({ textContent }) => textContent)
    assert.deepEqual(opened, ['fórmula de flete', 'fórmula de seguro'])
  })

  test('explain the IVA by its own tribute, or by that of a liquidation', async () => {
    const formulas = async (...steps: readonly string[]) => {
      const totales = steps.map((importe) => step(importe, '0'))
      const explicacion = { totales, lineas: [] }
      await panelOf({ evaluated: evaluatedOf({ explicacion, resumen: { totalIva: 3, flete: 1 } }) })
      return [...document.querySelectorAll('code')].map(({ textContent }) => textContent).join()
    }
    assert.equal(await formulas('totalIva', 'tributos[20]'), 'fórmula de totalIva')
    assert.equal(await formulas('tributos[20]', 'iva'), 'fórmula de tributos[20]')
    assert.equal(await formulas('iva'), 'fórmula de iva')
    assert.equal(await formulas(), '')
  })

  test('of a type that is about another amount show that one', async () => {
    const totales = { totalPagar: 1, montoTotalOperacion: 7, totalLetras: null }
    await panelOf({ tipoDte: '04', evaluated: evaluatedOf({ totales }) })
    assert.match(text(), /Valor de los bienes\$ 7\.00/)
  })

  test('of an empty form are none, and say what it waits for', async () => {
    const evaluated = evaluatedOf({
      ...{ resumen: { flete: 1 }, avisos: ['Revise.'] },
      totales: { totalPagar: 5, totalLetras: 'CINCO' },
    })
    await panelOf({ evaluated, blank: true })
    assert.equal(text(), 'TotalesAún no hay líneasTotal a pagar$ 0.00Emitir')
    await panelOf({ tipoDte: '09' })
    assert.equal(text(), 'TotalesAún no hay montosLíquido a pagar$ 0.00Emitir')
    await panelOf({ evaluated: evaluatedOf() })
    assert.doesNotMatch(text(), /Aún no hay/)
  })

  test('say that the rules are met, what to look at, and what to mend', async () => {
    const avisos = ['uno', 'dos', 'tres', 'cuatro']
    await panelOf({ evaluated: evaluatedOf({ avisos }) })
    assert.match(text(), /Cumple las reglas de Hacienda\.unodostresEmitir$/)
    const went: string[] = []
    const problems = Array.from({ length: 9 }, (_, n) => ({ at: `a${n}`, message: `Falta ${n}.` }))
    const goTo = (at: string) => went.push(at)
    await panelOf({ evaluated: evaluatedOf(), problems, goTo })
    assert.match(text(), /9 por corregirFalta 0\.Falta 1\..*Falta 7\.Emitir$/)
    assert.doesNotMatch(text(), /Cumple/)
    await click(one('button', 'Falta 3.'))
    assert.deepEqual(went, ['a3'])
    await panelOf({ problems: [] })
    assert.doesNotMatch(text(), /Cumple|por corregir/)
  })
})

describe('a total', () => {
  test('opens to show its formula, the lines that went into it, and how it was rounded', async () => {
    const entradas = [
      { nombre: 'a', valor: '1.00', lineas: [1, 2, 3, 5, 7, 8] },
      { nombre: 'b', valor: '2.00', lineas: [] },
      { nombre: 'c', valor: '3.00' },
    ]
    const explained = step('flete', '1', { entradas, redondeo: { decimales: 2, exacto: '1.005' } })
    await draw(h(TotalRow, { label: 'Flete', amount: '1.01', explained }))
    const spans = [...document.querySelectorAll('details span')].map((one) => one.textContent)
    assert.deepEqual(spans, [
      ...['a = 1.00 (líneas 1–3, 5, 7–8)', 'b = 2.00', 'c = 3.00', 'Redondeado de 1.005'],
    ])
    assert.equal(document.querySelector('summary')?.textContent, 'Flete1.01')
    await draw(h(TotalRow, { label: 'Flete', amount: '1.01', explained: step('flete', '1') }))
    assert.equal(document.querySelectorAll('details span').length, 0)
  })

  test('without a formula does not open', async () => {
    await draw(h(TotalRow, { label: 'Flete', amount: '1.01', explained: undefined }))
    assert.equal(document.querySelector('details'), null)
    assert.equal(document.body.textContent, 'Flete1.01')
  })
})

test('the total is said a second after it last changed, and nothing of zero', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const said = () => document.querySelector('[aria-live]')?.textContent
  const pass = (ms: number) => change(() => mock.timers.tick(ms))
  const of = (total: number) => h(Announcer, { label: 'Total a pagar', total })
  const redraw = await draw(of(5))
  await pass(999)
  await redraw(of(6.5))
  await pass(999)
  assert.equal(said(), '')
  await pass(1)
  assert.equal(said(), 'Total a pagar 6.50 dólares')
  await redraw(of(0))
  await pass(1000)
  assert.equal(said(), '')
})
