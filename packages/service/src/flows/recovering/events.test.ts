/** In which order lost events are imported, whatever the order in which they were found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder } from './events.ts'
import type { LostEvent } from './lost-event.ts'
import type { FoundEvent } from './stored.ts'

const found = (codigoGeneracion: string, lost: object): FoundEvent => ({
  reader: {} as FoundEvent['reader'],
  lost: { codigoGeneracion, fecEmi: '2026-11-20', horEmi: '10:00:00', ...lost } as LostEvent,
})
const invalidates = (tipoDte: string, cancela: string) => ({
  ...{ kind: 'invalidacion', tipoDte, cancela, reemplazo: null },
})
const returned = (more: object = {}) => ({ kind: 'retorno', documento: 'D1', ...more })
const operaciones = (voids: string | null) => ({
  ...{ kind: 'operaciones', evento: { cuerpoDocumento: [{ codigoGeneracionRef: voids }] } },
})

const EVENTS = [
  found('ends what is here', invalidates('18', 'a return that is not lost')),
  found('returned', returned()),
  found('ends returned', invalidates('18', 'returned')),
  found('returned first', returned({ fecEmi: '2026-11-19', horEmi: '23:00:00' })),
  found('returned last', returned({ horEmi: '10:00:01' })),
  found('reports', operaciones(null)),
  found('voids', operaciones('reports')),
  found('ends voids', invalidates('17', 'voids')),
]

function* permutations<T>(all: readonly T[]): Generator<readonly T[]> {
  if (all.length === 0) yield []
  for (const [n, one] of all.entries()) {
    for (const others of permutations(all.toSpliced(n, 1))) yield [one, ...others]
  }
}

test('cancelled returns come with their end, then returns by time, reports, what voids them, and invalidations', () => {
  const names = EVENTS.map(({ lost }) => lost.codigoGeneracion).join(', ')
  const orders = new Set<string>()
  for (const given of permutations(EVENTS)) {
    orders.add(
      inOrder(given)
        .map(({ lost }) => lost.codigoGeneracion)
        .join(', '),
    )
  }
  assert.deepEqual([...orders], [names])
})

test('of two returns with their ends each end follows its own return', () => {
  const other = found('other', returned())
  const itsEnd = found('ends other', invalidates('18', 'other'))
  const [, first, end] = EVENTS
  assert.ok(first && end)
  assert.deepEqual(inOrder([itsEnd, end, first, other]), [first, end, other, itsEnd])
})
