import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Disponible } from '../src/paginas/devolucion.ts'
import './page.ts'

const { filaDe, leerDevolucion, retornosDe } = await import('../src/paginas/devolucion.ts')

const units = (linea: number, disponible: number): Disponible => ({
  ...{ linea, vendida: 4, devuelta: 4 - disponible, disponible, noGravado: null },
})
const charge = (linea: number, vendido: number): Disponible => ({
  ...{ linea, vendida: 0, devuelta: 0, disponible: 0 },
  noGravado: { vendido, devuelto: 0, disponible: vendido },
})
const LINEAS = [units(1, 3), charge(2, 1.5), charge(3, -2)]
const read = (wanted: Record<number, string>) => {
  const { items, errores } = leerDevolucion(LINEAS, wanted)
  return { items, errores: [...errores] }
}

test('only lines with something typed are returned, a charge by its amount and a credit with its sign', () => {
  assert.deepEqual(read({ 1: ' 3 ', 2: '', 3: '2.00' }), {
    items: [
      { linea: 1, cantidad: 3 },
      { linea: 3, noGravado: -2 },
    ],
    errores: [],
  })
  assert.deepEqual(read({ 2: '1.5' }).items, [{ linea: 2, noGravado: 1.5 }])
})

test('each line says what is wrong with it, and what is left of it', () => {
  for (const [wanted, message] of [
    ['0', 'Escriba un número mayor que 0.'],
    ['-1', 'Escriba un número mayor que 0.'],
    ['una', 'Escriba un número mayor que 0.'],
    ['2,5', '¿2.5? Escriba el punto decimal.'],
    ['3.01', 'Queda por devolver 3.'],
  ] as const) {
    assert.deepEqual(read({ 1: wanted, 2: '1' }), {
      items: [{ linea: 2, noGravado: 1 }],
      errores: [[1, message]],
    })
  }
  assert.deepEqual(read({ 3: '2.01' }).errores, [[3, 'Queda por devolver $ 2.00.']])
})

test('a row shows units, or an amount with its sign; the whole rest can be typed as it is', () => {
  assert.deepEqual(filaDe(units(1, 3)), {
    ...{ linea: 1, vendido: '4', devuelto: '1', disponible: '3', resto: '3' },
  })
  assert.deepEqual(filaDe(charge(3, -2)), {
    ...{ linea: 3, vendido: '$ -2.00', devuelto: '$ 0.00', disponible: '$ -2.00', resto: '2' },
  })
  for (const one of LINEAS) {
    const { resto } = filaDe(one)
    assert.equal(leerDevolucion([one], { [one.linea]: resto }).items.length, 1)
  }
})

test('all that is left is returned though nothing is left of some lines', () => {
  const lineas = [units(1, 3), units(2, 0), charge(3, 1.5)]
  const all = Object.fromEntries(lineas.map(filaDe).map(({ linea, resto }) => [linea, resto]))
  const { items, errores } = leerDevolucion(lineas, all)
  assert.deepEqual([...errores], [])
  assert.deepEqual(items, [
    { linea: 1, cantidad: 3 },
    { linea: 3, noGravado: 1.5 },
  ])
})

test('a rejected, an abandoned and an invalidated return gave nothing back', () => {
  const estados = ['firmado', 'sellado', 'rechazado', 'abandonado', 'invalidado'] as const
  const retornos = estados.map((estado) => ({ estado })) as never
  assert.deepEqual(
    retornosDe({ retornos }).map(({ estado }) => estado),
    ['firmado', 'sellado'],
  )
})
