/**
 * Returns in parts: for any parts and order, and even if some are cancelled in between, the events that return
 * everything add up to the original to the cent. Each is valid against the published schema and to a computation
 * that shares no code, and no balance is exceeded.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CERO,
  type Documento,
  disponible,
  plus,
  type Retornable,
  type RetornoPrevio,
  serialise,
  serialiseRetorno,
} from '../src/index.ts'
import {
  itemsOf,
  original,
  originalLargo,
  type Part,
  part,
  restOf,
  returned,
} from './arbitraries-retorno.ts'
import { faultsOf, leftOf, roundingsOf } from './independent-retorno.ts'
import { missing, publishedEventCheck } from './published.ts'

const RUNS = Number(process.env.SELLO_RETURN_RUNS ?? 100)
const isPublished = missing ? null : publishedEventCheck('retorno')

/** A step returns a part, or cancels one of the valid events (by index). */
const step = fc.oneof(
  { weight: 4, arbitrary: part.map((taken) => ({ taken })) },
  { weight: 1, arbitrary: fc.nat().map((cancelled) => ({ cancelled })) },
)

const ORIGINALS = { '': original, 'long ': originalLargo } as const

for (const [length, originalOf] of Object.entries(ORIGINALS)) {
  for (const tipoDte of ['01', '11', '14'] as const) {
    test(`the returns of a ${length}${tipoDte} add up to it in any parts`, () => {
      fc.assert(
        fc.property(originalOf(tipoDte), fc.array(part, { maxLength: 8 }), (documento, parts) => {
          const steps = parts.map((taken) => ({ taken }))
          const all = returnAll(documento, steps)
          assertAddsUp(documento, all)
          const text = serialise(documento as Documento)
          for (const { evento } of all) {
            assert.deepEqual(roundingsOf(text, serialiseRetorno(evento)), [])
          }
        }),
        { numRuns: RUNS },
      )
    })

    test(`the returns of a ${length}${tipoDte} add up to it when some of them are cancelled`, () => {
      fc.assert(
        fc.property(originalOf(tipoDte), fc.array(step, { maxLength: 10 }), (documento, steps) => {
          assertAddsUp(documento, returnAll(documento, steps))
        }),
        { numRuns: RUNS },
      )
    })
  }
}

type Step = { readonly taken: Part } | { readonly cancelled: number }

function returnAll(documento: Retornable, steps: readonly Step[]): RetornoPrevio[] {
  let live: RetornoPrevio[] = []
  for (const one of steps) {
    if ('cancelled' in one) {
      live = live.filter((_, i) => i !== one.cancelled % live.length)
    } else {
      const items = itemsOf(documento, live, one.taken)
      if (items) live = [...live, valid(documento, returned(documento, live, items))]
    }
    assertBalance(documento, live)
  }
  const rest = restOf(documento, live)
  return rest ? [...live, valid(documento, returned(documento, live, rest))] : live
}

function assertBalance(documento: Retornable, live: readonly RetornoPrevio[]) {
  for (const row of disponible(documento, live)) {
    assert.equal(plus(row.devuelta, row.disponible), row.vendida)
    assert.ok(row.disponible >= CERO)
    const cargo = row.noGravado
    if (!cargo) continue
    assert.deepEqual([row.vendida, row.devuelta], [CERO, CERO], 'a charge has no units')
    assert.equal(plus(cargo.devuelto, cargo.disponible), cargo.vendido)
    assert.ok(cargo.vendido > CERO ? cargo.disponible >= CERO : cargo.disponible <= CERO)
  }
}

function valid(documento: Retornable, one: RetornoPrevio): RetornoPrevio {
  const { evento } = one
  const text = serialiseRetorno(evento)
  if (isPublished) assert.ok(isPublished(JSON.parse(text)), JSON.stringify(isPublished.errors))
  assert.deepEqual(faultsOf(text), [])
  assert.equal(
    evento.documentoRelacionado[0]?.codigoGeneracion,
    documento.identificacion.codigoGeneracion,
  )
  return one
}

function assertAddsUp(documento: Retornable, all: readonly RetornoPrevio[]) {
  const texts = all.map(({ evento }) => serialiseRetorno(evento))
  assert.deepEqual(leftOf(serialise(documento as Documento), texts), {})
}
