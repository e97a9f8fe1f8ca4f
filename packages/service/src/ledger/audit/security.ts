/**
 * Security events: what failed or was refused, in the metrics and in the audit log. Calls only add them to the memory
 * of the process, and a job writes them: for each kind and person at most one entry an hour, with a count, so that
 * neither a flood nor an anonymous call writes to the database (ADR 0098).
 */
import { createHmac } from 'node:crypto'
import type { Clock, Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { networkOf } from '../../base/net/network.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import { shareOf } from '../../base/share.ts'
import type { Metrics } from '../../base/telemetry/metrics.ts'
import type { SecurityKind } from '../../base/telemetry/security-kinds.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import type { Person } from '../people/person.ts'
import { type Act, recordAct, SERVICE_CHAIN } from './chain.ts'

export interface SecurityEvent {
  readonly kind: SecurityKind
  /** The company that it concerns; absent: the service's own chain. */
  readonly companyId?: string
  /** Null: nobody known. */
  readonly person: Pick<Person, 'personId' | 'nombre' | 'correo'> | null
  readonly peer: string | null
  /** What was refused. */
  readonly sobre?: string
}

export type SecurityEvents = ReturnType<typeof createSecurityEvents>

/**
 * Of one kind and chain, the subjects with an entry of their own, over the processes of the machine; in each process all
 * others share one.
 */
export const PERSONS_MAX = 20
export const ADDRESSES_MAX = 5

/** One entry of the log, and what it counts. */
interface Tally {
  count: number
  /** What it says of the first event that it counts, and when that was. */
  said: Pick<Act, 'companyId' | 'personId' | 'persona' | 'acto' | 'sobre'> & { red: string | null }
  since: Date
  /** When its last entry was written; null: never. */
  recordedAt: Date | null
}

export function createSecurityEvents(deps: {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly secrets: Secrets
  readonly metrics: Pick<Metrics, 'securityEvent'>
  /** How many processes share the entries; absent: one. */
  readonly processes?: number
}) {
  const { clock, secrets, metrics, processes = 1 } = deps
  const persons = { max: shareOf(PERSONS_MAX, processes), others: 'Otras personas' }
  const strangers = {
    max: shareOf(ADDRESSES_MAX, processes),
    others: 'Desconocidos de otras redes',
  }
  /** By chain, kind and sort of subject, then by subject; null: all others. */
  const groups = new Map<string, Map<string | null, Tally>>()

  function tallyOf(event: SecurityEvent): Tally {
    const { max, others } = event.person ? persons : strangers
    const name = `${event.companyId ?? SERVICE_CHAIN} ${event.kind} ${others}`
    const group = groups.get(name) ?? new Map<string | null, Tally>()
    groups.set(name, group)
    const subject = event.person?.personId ?? addressHash(secrets, event.peer)
    const key = group.has(subject) || group.size < max ? subject : null
    const known = group.get(key)
    if (known && known.count > 0) return known
    // The same object: `recordOne` may be writing its last entry.
    const begun = { said: saidOf(event, key, others), since: clock.now() }
    const tally = Object.assign(known ?? { count: 0, recordedAt: null }, begun)
    group.set(key, tally)
    return tally
  }

  function saidOf(
    { kind, companyId = SERVICE_CHAIN, person, peer, sobre }: SecurityEvent,
    key: string | null,
    others: string,
  ) {
    const ofAll = { companyId, acto: `seguridad.${kind}` }
    if (key === null) return { ...ofAll, persona: others, personId: null, sobre: null, red: null }
    const stranger = peer === null ? 'Desconocido' : `Desconocido de la red ${key}`
    const persona = person ? `${person.nombre} <${person.correo}>` : stranger
    const red = peer && addressHash(secrets, peer)
    return { ...ofAll, persona, personId: person?.personId ?? null, sobre: sobre ?? null, red }
  }

  async function recordOne(pool: Pool, tally: Tally, now: Date): Promise<void> {
    const { count, since } = tally
    const { red, ...said } = tally.said
    tally.count = 0
    try {
      const detalle = { veces: count, desde: since.toISOString(), red }
      await recordAct(pool, deps, { at: now, peer: null, detalle, ...said })
      tally.recordedAt = now
    } catch (error) {
      tally.count += count // what was not written is counted on
      throw error
    }
  }

  return {
    /** Counts it. It asks no database, so that an answer takes the same time with and without it. */
    note(event: SecurityEvent): void {
      metrics.securityEvent(event.kind)
      tallyOf(event).count += 1
    },
    /** Writes the entries that are due; `all`, what was counted since the last ones too. */
    async record(pool: Pool, which: 'due' | 'all'): Promise<void> {
      const now = clock.now()
      for (const [name, group] of groups) {
        for (const [key, tally] of group) {
          const isRecent = tally.recordedAt && now.getTime() - tally.recordedAt.getTime() < HOUR_MS
          if (tally.count > 0 && (!isRecent || which === 'all')) await recordOne(pool, tally, now)
          else if (!isRecent) group.delete(key)
        }
        if (group.size === 0) groups.delete(name)
      }
    },
  }
}

/** Enough to recognise an address again, and to nobody without the service's secret a way to it. */
function addressHash({ pepper }: Secrets, peer: string | null): string {
  const network = networkOf(peer ?? '')
  return createHmac('sha256', pepper)
    .update(`security event\n${network}`)
    .digest('hex')
    .slice(0, 12)
}
