/** What must hold after any crash, once the next process has swept. */
import assert from 'node:assert/strict'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { listUntold, toldBy } from '../feed.ts'
import { assertConsecutive } from '../races/numbers.ts'
import type { LedgerRow } from '../simulator-control.ts'
import type { World } from '../world.ts'

export interface DocumentRow {
  readonly codigoGeneracion: string
  readonly numeroControl: string
  readonly idempotencyKey: string
  readonly estado: string
  readonly selloRecibido: string | null
}

/** Past every lease, and past the pause after a try that got no answer. */
const AHEAD_MS = 10 * 60_000

/** Runs the transmission job as if every lease had expired; returns how many documents it took. */
export function transmitAhead({ deps }: World, aheadMs = AHEAD_MS): Promise<number> {
  const now = () => new Date(deps.clock.now().getTime() + aheadMs)
  return transmitDue({ ...deps, clock: { ...deps.clock, now } })
}

/** The same where nothing else runs, later than any other: nothing is left for a second pass. */
export async function sweep(world: World): Promise<number> {
  const taken = await transmitAhead(world, 2 * AHEAD_MS)
  assert.equal(await transmitAhead(world, 2 * AHEAD_MS), 0, 'the second pass finds nothing to do')
  return taken
}

export function documentsOf({ deps }: World): Promise<DocumentRow[]> {
  return deps.pool.many(
    `select upper(codigo_generacion::text) as "codigoGeneracion", numero_control as "numeroControl",
            idempotency_key as "idempotencyKey", estado, sello_recibido as "selloRecibido"
       from documents`,
  )
}

/**
 * Every number is one document's, without a gap; every document is sealed at the ministry, once, with
 * the seal that we hold, in the one form that was ever signed; every claim has its outcome, and the feed tells each.
 */
export async function assertSound(world: World): Promise<void> {
  const documents = await documentsOf(world)
  assertConsecutive(documents.map(({ numeroControl }) => numeroControl))
  assert.equal(await world.numbersSpent(), documents.length)
  assertUnique(documents.map(({ idempotencyKey }) => idempotencyKey))

  const ledger = await world.mh.ledger()
  assertSignedOnce(ledger)
  const sealed = ledger.filter(({ estado }) => estado === 'PROCESADO')
  assertUnique(sealed.map(({ codigoGeneracion }) => codigoGeneracion))
  const sealOf = ({ codigoGeneracion, numeroControl, selloRecibido }: DocumentRow | LedgerRow) =>
    `${codigoGeneracion} ${numeroControl} ${selloRecibido}`
  assertSame(documents.map(sealOf), sealed.map(sealOf))
  assert.ok(documents.every(({ estado }) => estado === 'sellado'))

  const claims = await world.deps.pool.many<{ idempotencyKey: string; settled: boolean }>(
    `select idempotency_key as "idempotencyKey", outcome is not null as settled from claims`,
  )
  assert.ok(
    claims.every(({ settled }) => settled),
    'no claim is stuck',
  )
  assertSame(
    claims.map(({ idempotencyKey }) => idempotencyKey),
    documents.map(({ idempotencyKey }) => idempotencyKey),
  )
  await toldBy(world)
  assert.deepEqual(await listUntold(world.deps.pool), [])
}

/** Two signatures under one code or one number would be two documents. */
function assertSignedOnce(ledger: readonly LedgerRow[]): void {
  const signed = new Map(ledger.map(({ jws, codigoGeneracion }) => [jws, codigoGeneracion]))
  assertUnique([...signed.values()])
  const numbers = new Map(ledger.map((row) => [row.codigoGeneracion, row.numeroControl]))
  assertUnique([...numbers.values()].filter((numero) => numero !== null))
}

function assertUnique(values: readonly string[]): void {
  assert.deepEqual(
    values.filter((value, at) => values.indexOf(value) !== at),
    [],
  )
}

/** The same texts in any order. A failure shows only those that are in one of both. */
function assertSame(ours: readonly string[], theirs: readonly string[]): void {
  const without = (all: readonly string[], known: ReadonlySet<string>) =>
    all.filter((text) => !known.has(text))
  const onlyOurs = without(ours, new Set(theirs))
  const onlyTheirs = without(theirs, new Set(ours))
  assert.deepEqual({ onlyOurs, onlyTheirs }, { onlyOurs: [], onlyTheirs: [] })
}
