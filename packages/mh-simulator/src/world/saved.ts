/**
 * What a ministry remembers, as lines of JSON: a first line that says what this is, then one line for each thing. Faults
 * and tokens are not in it: a program logs in again, and a test tells its own faults.
 */
import { parseTagged, tagged } from '../json/tagged.ts'
import type { Kept } from './kept.ts'
import type { Row } from './ledger.ts'
import { type TaxpayerRegistration, toRegistration, toTaxpayer } from './taxpayers.ts'
import { createWorld, type World } from './world.ts'

const FORMAT = { simulator: 'mh', format: 1 } as const

/** Thrown when a text is not what `savedLines` wrote. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
}

/** One line for each thing, without line ends. The world must not change while they are read. */
export function* savedLines(world: World): Generator<string> {
  yield tagged({ ...FORMAT, offsetMs: world.clock.offset() })
  for (const taxpayer of world.taxpayers.values()) {
    yield tagged(['taxpayer', toRegistration(taxpayer)])
  }
  for (const row of world.ledger.rows({ nit: null, codigoGeneracion: null })) {
    yield tagged(['row', row, world.ledger.timesReceived(row.codigoGeneracion)])
  }
  for (const [name, collection] of collectionsOf(world)) {
    for (const entry of collection.entries()) yield tagged([name, ...entry])
  }
}

/** Makes the world remember what the lines say, and nothing else. Refuses other lines before anything changes. */
export function restore(world: World, lines: Iterable<string>): void {
  const fresh = emptied(world)
  const collections = new Map(collectionsOf(fresh))
  const [first, ...rest] = lines
  const head = (read(first ?? '') ?? {}) as Partial<typeof FORMAT & { offsetMs: number }>
  if (head.simulator !== FORMAT.simulator || head.format !== FORMAT.format) {
    throw new NotSaved('the first line is not that of a saved simulator')
  }
  taken(1, () => fresh.clock.advance(head.offsetMs ?? 0))
  for (const [i, line] of rest.entries()) {
    if (line !== '') taken(i + 2, () => take(fresh, collections, read(line)))
  }
  Object.assign(world, fresh)
}

/** Whatever a line has instead of what was saved, it is the text that is wrong. */
function taken(line: number, take: () => void): void {
  try {
    take()
  } catch (cause) {
    if (cause instanceof NotSaved) throw cause
    throw new NotSaved(`line ${line} is not what was saved: ${(cause as Error).message}`, { cause })
  }
}

function take(fresh: World, collections: ReadonlyMap<string, Kept[string]>, entry: unknown): void {
  if (!Array.isArray(entry)) throw new NotSaved('a line is no list')
  const [name, key, value] = entry as readonly unknown[]
  const collection = collections.get(String(name))
  if (name === 'taxpayer') {
    const registration = key as TaxpayerRegistration
    fresh.taxpayers.set(registration.nit, toTaxpayer(registration))
  } else if (name === 'row') fresh.ledger.restore(key as Row, value as number)
  else if (collection instanceof Map) collection.set(key as string, value)
  else if (collection) collection.add(key as string)
  else throw new NotSaved(`nothing here is called ${String(name)}`)
}

/** Forgets everything: documents, events, faults, the moved clock, and the taxpayers unless they are kept. */
export function reset(world: World, { keepsTaxpayers }: { keepsTaxpayers: boolean }): void {
  const { taxpayers } = world
  const fresh = emptied(world)
  if (keepsTaxpayers) for (const [nit, one] of taxpayers) fresh.taxpayers.set(nit, one)
  Object.assign(world, fresh)
}

/** A new world with the same options, but for the taxpayers. What a fault delays can still be let go on. */
function emptied({ options, delays }: World): World {
  return { ...createWorld({ ...options, taxpayers: [] }), delays }
}

function collectionsOf(world: World): readonly (readonly [string, Kept[string]])[] {
  const { ledger, relations, events, lots, serials } = world
  const parts = { ledger: ledger.kept, relations: relations.kept, events: events.kept }
  const named = Object.entries(parts).flatMap(([part, kept]) =>
    Object.entries(kept).map(([name, collection]) => [`${part}.${name}`, collection] as const),
  )
  return [...named, ['lots', lots], ['serials', serials as Map<string, unknown>]]
}

function read(line: string): unknown {
  try {
    return parseTagged(line)
  } catch (cause) {
    throw new NotSaved('a line is not JSON', { cause })
  }
}
