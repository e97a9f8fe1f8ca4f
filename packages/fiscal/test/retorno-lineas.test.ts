/** Finding the lines of a document from the data in an event about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildDocumento, lineasDevueltas, type Retornable, type Retorno } from '../src/index.ts'
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

test('an event about another document matches none of its lines', () => {
  const documento = sale([{ ...CAFE, cantidad: 1 }])
  const { evento } = returned(documento, [], [{ linea: 1, cantidad: 1 }])
  const other = sale([{ descripcion: 'Té', precioUni: 5, cantidad: 1 }])
  assert.equal(linesOf(evento, other), undefined)
})
