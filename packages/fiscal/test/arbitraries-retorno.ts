/** Originals that can be returned, and ways to return them in parts. */
import fc from 'fast-check'
import {
  type BuiltRetorno,
  buildDocumento,
  buildRetorno,
  CERO,
  type DteRequest,
  disponible,
  type ItemRetornoRequest,
  type Monto,
  type Retornable,
  type RetornoPrevio,
  toNumber,
} from '../src/index.ts'
import { dteRequest } from './arbitraries.ts'
import { ventaLarga } from './arbitraries-ventas-largas.ts'
import { EMISOR, inputOf } from './fixtures.ts'

export type TipoRetornable = '01' | '11' | '14'

export function original(tipoDte: TipoRetornable): fc.Arbitrary<Retornable> {
  return dteRequest(tipoDte).map(documentoDe)
}

/** With up to 40 lines, and a retention where the type has one. */
export function originalLargo(tipoDte: TipoRetornable): fc.Arbitrary<Retornable> {
  return ventaLarga(tipoDte).map(documentoDe)
}

function documentoDe(request: DteRequest): Retornable {
  const { documento, problems } = buildDocumento(inputOf(request))
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return documento as Retornable
}

/** The lines that a part takes, and how much of each balance, in thousandths. */
export const part = fc.array(
  fc.tuple(fc.nat(), fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1000 }))),
  { minLength: 1, maxLength: 16, size: 'max' },
)
export type Part = readonly (readonly [line: number, thousandths: number])[]

/** The request of a part; null if nothing is left of its lines. */
export function itemsOf(
  documento: Retornable,
  previos: readonly RetornoPrevio[],
  taken: Part,
): ItemRetornoRequest[] | null {
  const balance = disponible(documento, previos)
  const items = new Map<number, ItemRetornoRequest>()
  for (const [n, thousandths] of taken) {
    const row = balance[n % balance.length]
    if (!row) continue
    const left = row.noGravado ? row.noGravado.disponible : row.disponible
    const some = ((left * BigInt(thousandths)) / 1000n) as Monto
    const amount = some === CERO ? left : some
    if (amount === CERO) continue
    const { linea } = row
    const n2 = toNumber(amount)
    items.set(linea, row.noGravado ? { linea, noGravado: n2 } : { linea, cantidad: n2 })
  }
  return items.size > 0 ? [...items.values()] : null
}

/** Everything left, in one request. */
export function restOf(documento: Retornable, previos: readonly RetornoPrevio[]) {
  const all = disponible(documento, previos).map((_, i) => [i, 1000] as const)
  return itemsOf(documento, previos, all)
}

export function returned(
  documento: Retornable,
  previos: readonly RetornoPrevio[],
  items: ItemRetornoRequest[],
): RetornoPrevio {
  const { evento, problems, excesos } = built(documento, previos, items)
  if (!evento) throw new Error(JSON.stringify({ problems, excesos, items }))
  return { evento, lineas: items.map(({ linea }) => ({ linea })) }
}

export function built(
  documento: Retornable,
  previos: readonly RetornoPrevio[],
  items: ItemRetornoRequest[],
): BuiltRetorno {
  return buildRetorno({
    request: { items },
    original: documento,
    previos,
    emisor: EMISOR,
    ambiente: '00',
    codigoGeneracion: '000000AA-0000-4000-8000-0000000000AA',
    fecEmi: '2026-10-20',
    horEmi: '11:00:00',
  })
}
