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
import type { Metrics } from '../../base/telemetry/metrics.ts'
import type { SecurityKind } from '../../base/telemetry/security-kinds.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { recordAct, SERVICE_CHAIN } from './chain.ts'

export interface SecurityEvent {
  readonly kind: SecurityKind
  /** The company that it concerns; absent: the service's own chain. */
  readonly companyId?: string
  /** Null: nobody known. */
  readonly person: Who | null
  readonly peer: string | null
  /** What was refused. */
  readonly sobre?: string
}

interface Who {
  readonly personId: string
  readonly nombre: string
  readonly correo: string
}

export interface SecurityEvents {
  /** Counts it. It asks no database, so that an answer takes the same time with and without it. */
  note(event: SecurityEvent): void
  /** Writes the entries that are due; `all`, what was counted since the last ones too. */
  record(pool: Pool, which: 'due' | 'all'): Promise<void>
}

/** Of one kind and chain, the subjects with an entry of their own; all others share one. */
const PERSONS_MAX = 20
const ADDRESSES_MAX = 5
const OTHERS = 'otros'

/** What one entry of the log counts. */
interface Tally {
  persona: string
  count: number
  /** The first that is counted, and its time. */
  event: SecurityEvent
  since: Date
  /** When its last entry was written; null: never. */
  recordedAt: Date | null
}

export function createSecurityEvents(deps: {
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly secrets: Secrets
  readonly metrics: Pick<Metrics, 'securityEvent'>
}): SecurityEvents {
  const { clock, secrets, metrics } = deps
  /** By chain and kind, then by subject. */
  const groups = new Map<string, Map<string, Tally>>()

  function tallyOf(event: SecurityEvent): Tally {
    const name = `${event.companyId ?? SERVICE_CHAIN} ${event.kind} ${event.person ? 'person' : 'address'}`
    const group = groups.get(name) ?? new Map<string, Tally>()
    groups.set(name, group)
    const subject = event.person?.personId ?? addressHash(secrets, event.peer)
    const isFull = group.size >= (event.person ? PERSONS_MAX : ADDRESSES_MAX)
    const key = group.has(subject) || !isFull ? subject : OTHERS
    const tally = group.get(key) ?? { ...begin(event, key), recordedAt: null }
    group.set(key, tally)
    if (tally.count === 0) Object.assign(tally, begin(event, key))
    return tally
  }

  function begin({ sobre, ...event }: SecurityEvent, key: string) {
    const said = key === OTHERS ? { ...event, person: null, peer: null } : event
    const about = key === OTHERS || sobre === undefined ? {} : { sobre }
    const persona = personaOf(event, key)
    return { persona, count: 0, event: { ...said, ...about }, since: clock.now() }
  }

  async function recordOne(pool: Pool, tally: Tally, now: Date): Promise<void> {
    const { event, persona, count, since } = tally
    tally.count = 0
    try {
      await recordAct(pool, deps, {
        companyId: event.companyId ?? SERVICE_CHAIN,
        at: now,
        personId: event.person?.personId ?? null,
        persona,
        acto: `seguridad.${event.kind}`,
        sobre: event.sobre ?? null,
        detalle: {
          veces: count,
          desde: since.toISOString(),
          red: event.peer && addressHash(secrets, event.peer),
        },
        peer: null,
      })
      tally.recordedAt = now
    } catch (error) {
      tally.count += count // what was not written is counted on
      throw error
    }
  }

  return {
    note(event) {
      metrics.securityEvent(event.kind)
      tallyOf(event).count += 1
    },
    async record(pool, which) {
      const now = clock.now()
      for (const [name, group] of groups) {
        for (const [key, tally] of group) {
          const isRecent = tally.recordedAt && now.getTime() - tally.recordedAt.getTime() < HOUR_MS
          if (tally.count > 0 && (!isRecent || which === 'all')) await recordOne(pool, tally, now)
          else if (tally.count === 0 && !isRecent) group.delete(key)
        }
        if (group.size === 0) groups.delete(name)
      }
    },
  }
}

function personaOf({ person, peer }: SecurityEvent, key: string): string {
  if (key === OTHERS) return person ? 'Otras personas' : 'Desconocidos de otras redes'
  if (person) return `${person.nombre} <${person.correo}>`
  return peer === null ? 'Desconocido' : `Desconocido de la red ${key}`
}

/** Enough to recognise an address again, and to nobody without the service's secret a way to it. */
function addressHash({ pepper }: Secrets, peer: string | null): string {
  const network = networkOf(peer ?? '')
  return createHmac('sha256', pepper)
    .update(`security event\n${network}`)
    .digest('hex')
    .slice(0, 12)
}
