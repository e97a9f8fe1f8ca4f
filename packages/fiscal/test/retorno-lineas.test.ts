/** Finding the lines of a document from the data in an event about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildDocumento,
  disponible,
  lineasDevueltas,
  type Retornable,
  type Retorno,
  toText,
} from '../src/index.ts'
import { original, restOf, returned } from './arbitraries-retorno.ts'
import { inputOf } from './fixtures.ts'

const RUNS = Number(process.env.SELLO_RETURN_RUNS ?? 40)

for (const tipoDte of ['01', '11', '14'] as const) {
  test(`a full return of a ${tipoDte} names each of its lines once, with all its units`, () => {
    fc.assert(
      fc.property(original(tipoDte), (documento) => {
        const rest = restOf(documento, [])
        if (!rest) return
        const { evento } = returned(documento, [], rest)
        const found = lineasDevueltas(evento, documento, [])
        assert.ok(found)
        assert.deepEqual(
          found.map(({ linea }) => linea).sort((a, b) => a - b),
          rest.map(({ linea }) => linea),
        )
        const left = new Map(disponible(documento, []).map((row) => [row.linea, row]))
        for (const { linea, cantidad, noGravado } of found) {
          const row = left.get(linea)
          const whole = row?.noGravado
            ? { cantidad: null, noGravado: row.noGravado.disponible }
            : { cantidad: row?.disponible, noGravado: null }
          assert.deepEqual({ cantidad, noGravado }, whole)
        }
      }),
      { numRuns: RUNS },
    )
  })
}

function sale(items: readonly object[]): Retornable {
  const { documento, problems } = buildDocumento(inputOf({ tipoDte: '01', items } as never))
  assert.deepEqual(problems, [])
  return documento as Retornable
}

const linesOf = (evento: Retorno, documento: Retornable) =>
  lineasDevueltas(evento, documento, [])?.map(({ linea }) => linea)

const CAFE = { descripcion: 'Café, 1 lb', precioUni: 5 }

test('among lines with the same data the one with the matching discount is chosen', () => {
  const documento = sale([
    { ...CAFE, cantidad: 4, montoDescu: 2 },
    { ...CAFE, cantidad: 4 },
  ])
  for (const linea of [1, 2]) {
    const { evento } = returned(documento, [], [{ linea, cantidad: 1 }])
    assert.deepEqual(linesOf(evento, documento), [linea])
  }
})

test('among identical lines one with enough left is chosen', () => {
  const documento = sale([
    { ...CAFE, cantidad: 1 },
    { ...CAFE, cantidad: 5 },
  ])
  const items = [
    { linea: 1, cantidad: 1 },
    { linea: 2, cantidad: 4 },
  ]
  const { evento } = returned(documento, [], items)
  assert.deepEqual(linesOf(evento, documento), [1, 2])
})

test('a charge is found among charges and credits of the same data by its sign, and by what is left of it', () => {
  const cargo = { descripcion: 'Empaque', cantidad: 1, noGravado: 3 }
  const documento = sale([
    { ...CAFE, cantidad: 10 },
    { ...cargo, noGravado: -2 },
    cargo,
    { ...cargo, noGravado: 5 },
  ])
  const first = returned(documento, [], [{ linea: 3, noGravado: 2 }])
  const second = returned(documento, [first], [{ linea: 4, noGravado: 4 }])
  const credit = returned(documento, [], [{ linea: 2, noGravado: -1 }])
  const foundOf = (evento: Retorno, previos: Parameters<typeof lineasDevueltas>[2]) =>
    lineasDevueltas(evento, documento, previos)?.map(({ linea, cantidad, noGravado }) => [
      linea,
      cantidad,
      noGravado === null ? null : toText(noGravado),
    ])
  assert.deepEqual(foundOf(first.evento, []), [[3, null, '2']])
  assert.deepEqual(foundOf(second.evento, [first]), [[4, null, '4']])
  assert.deepEqual(foundOf(credit.evento, []), [[2, null, '-1']])
  assert.equal(foundOf(second.evento, [first, second]), undefined, 'more than is left')
})

test('an event about another document matches none of its lines', () => {
  const documento = sale([{ ...CAFE, cantidad: 1 }])
  const { evento } = returned(documento, [], [{ linea: 1, cantidad: 1 }])
  const other = sale([{ descripcion: 'Té', precioUni: 5, cantidad: 1 }])
  assert.equal(linesOf(evento, other), undefined)
})
