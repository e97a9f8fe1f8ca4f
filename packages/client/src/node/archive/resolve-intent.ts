/** Resolves an interrupted call: the codes of what it may have sealed. */
import { isSelloError } from '../../error.ts'
import type { Query } from '../../generated/wire.ts'
import type { ArchivedClient } from '../../own/archive.ts'
import type { Entry, StoredIntent } from './outbox.ts'

/** Longer than any call lasts: a caller's attempts, the slowest ministry, and clock skew. */
const OPEN_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000

export type Found = Pick<Entry, 'codigoGeneracion' | 'invalidado'>

export interface Resolved {
  readonly found: readonly Found[]
  /** Whether nothing more can be found for the intent. */
  readonly isOver: boolean
}

export async function resolveIntent(
  sello: ArchivedClient,
  intent: StoredIntent,
  now: number,
): Promise<Resolved> {
  const isOld = now - intent.at > OPEN_MS
  const found = await findAll(sello, intent)
  // A sale found by its referencia is certain; anything else may still be in flight.
  const isFound = intent.referencia !== null && found.length > 0
  return { found, isOver: isFound || isOld }
}

async function findAll(sello: ArchivedClient, intent: StoredIntent): Promise<readonly Found[]> {
  const { codigoGeneracion, referencia } = intent
  if (codigoGeneracion !== null) {
    const found = await queryOrNull(sello, codigoGeneracion)
    return found === null ? [] : ofDocument(found)
  }
  const [desde, hasta] = [dayOf(intent.at - DAY_MS), dayOf(intent.at + DAY_MS)]
  const query = referencia === null ? { desde, hasta, limit: 100 } : { referencia, limit: 100 }
  const rows: Found[] = []
  for await (const row of sello.list(query)) {
    const { codigoGeneracion: code } = row
    if (referencia !== null || isNear(row, intent.at)) rows.push({ codigoGeneracion: code })
  }
  return rows
}

function ofDocument(document: Query): readonly Found[] {
  const { codigoGeneracion, estado, eventos, retornos } = document
  const events = [...eventos, ...retornos].map((one) => ({
    codigoGeneracion: one.codigoGeneracion,
  }))
  return [{ codigoGeneracion, invalidado: estado === 'invalidado' }, ...events]
}

async function queryOrNull(sello: ArchivedClient, codigoGeneracion: string): Promise<Query | null> {
  try {
    return await sello.query(codigoGeneracion)
  } catch (error) {
    if (isSelloError(error, 'not_found')) return null
    throw error
  }
}

/** Issued while the call may have been running. */
function isNear({ fecEmi, horEmi }: { fecEmi: string; horEmi: string }, at: number): boolean {
  const issued = Date.parse(`${fecEmi}T${horEmi}-06:00`)
  return Math.abs(issued - at) <= OPEN_MS
}

/** In El Salvador, UTC-6 all year. */
const dayOf = (at: number) => new Date(at - 6 * 3_600_000).toISOString().slice(0, 10)
