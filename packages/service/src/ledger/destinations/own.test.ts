/** What the wire shows of a destination, the service's or the company's own, and for how long each counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawDestino, type StoredDestination } from './own.ts'

const DAY_MS = 24 * 3_600_000
const VERIFIED = new Date('2026-11-10T12:00:00Z')
const after = (ms: number) => new Date(VERIFIED.getTime() + ms)
const MANAGED: StoredDestination = {
  kind: 'managed_folder',
  ...{ destinationId: 'd', label: null, revision: 1, iv: null, datos: null },
  ...{ verifiedAt: VERIFIED, ended: false },
}
const OWN: StoredDestination = {
  ...MANAGED,
  kind: 'byos_bucket',
  label: 'Mía',
  revision: 2,
  iv: 'i',
  datos: 'e',
}

test('a destination of the service has its name, and one of the company’s own its label and what it sealed', () => {
  const always = { id: 'd', listo: true, verificadoEl: VERIFIED.toISOString() }
  const managed = { ...always, revision: 1, sellado: null }
  // biome-ignore format: a table
  const cases: readonly (readonly [stored: StoredDestination, drawn: object])[] = [
    [MANAGED,                                   { ...managed, kind: 'managed_folder', label: 'Carpeta del servicio' }],
    [{ ...MANAGED, kind: 'managed_bucket' },    { ...managed, kind: 'managed_bucket', label: 'Depósito del servicio' }],
    [OWN,                                       { ...always, kind: 'byos_bucket', label: 'Mía', revision: 2, sellado: { v: 1, iv: 'i', datos: 'e' } }],
    [{ ...OWN, iv: null, datos: null },         { ...always, kind: 'byos_bucket', label: 'Mía', revision: 2, sellado: null }],
  ]
  for (const [stored, drawn] of cases) assert.deepEqual(drawDestino(stored, VERIFIED), drawn)
})

test('it counts for thirty days after a verification, and never without one', () => {
  const counts = (now: Date) => drawDestino(OWN, now).listo
  assert.deepEqual(
    [counts(after(0)), counts(after(30 * DAY_MS - 1)), counts(after(30 * DAY_MS))],
    [true, true, false],
  )
  const never = drawDestino({ ...OWN, verifiedAt: null }, VERIFIED)
  assert.deepEqual([never.listo, never.verificadoEl], [false, null])
})
