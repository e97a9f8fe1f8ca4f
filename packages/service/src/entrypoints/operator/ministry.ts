/** How the ministry answers the processes, in numbers, and the outage state that all processes share. */
import { AMBIENTES, type Ambiente } from '@sello/contract'
import type { Deps } from '../../flows/context.ts'
import type { MaintenanceWindow } from '../../ledger/outages/maintenance.ts'
import { type Health, latencyOf } from '../../outside/ministry/health.ts'

/** What one process has seen of an environment. */
interface Seen extends Health {
  readonly outageSince: Date | null
  readonly window: MaintenanceWindow | null
}

export type MinistrySeen = Readonly<Record<Ambiente, Seen>>

export function ministrySeen({ mh, breaker }: Pick<Deps, 'mh' | 'breaker'>): MinistrySeen {
  const seen = (ambiente: Ambiente) => ({
    ...mh.health(ambiente),
    outageSince: breaker.openIn(ambiente)?.openedAt ?? null,
    window: breaker.maintenanceIn(ambiente),
  })
  return { '00': seen('00'), '01': seen('01') }
}

/** Of all processes together. */
export function ministryFacts(all: readonly MinistrySeen[]): object {
  const of = (ambiente: Ambiente) => factsOf(all.map((one) => one[ambiente]))
  return { ambientes: Object.fromEntries(AMBIENTES.map((one) => [one, of(one)])) }
}

/** The state is that of the process with the latest exchange: one process would have it too. */
function factsOf(all: readonly Seen[]) {
  const [latest] = all.toSorted((a, b) => lastOf(b) - lastOf(a))
  if (!latest) return null
  const since = latestOf(all.map(({ outageSince }) => outageSince))
  const window = all.find((one) => one.window !== null)?.window ?? null
  return {
    estado: latest.estado,
    desde: latest.desde,
    ultimaRespuesta: latestOf(all.map(({ lastAnswerAt }) => lastAnswerAt)),
    ultimoSilencio: latestOf(all.map(({ lastSilenceAt }) => lastSilenceAt)),
    intercambios: {
      minutos: latest.minutes,
      respondidos: all.reduce((sum, { answered }) => sum + answered, 0),
      sinRespuesta: all.reduce((sum, { silent }) => sum + silent, 0),
    },
    latenciaSegundos: latencyOf(all.flatMap(({ seconds }) => seconds)),
    contingencia: since && { desde: since },
    mantenimiento: window && { desde: window.since, hasta: window.until, motivo: window.reason },
  }
}

/** 0: it has had none. */
const lastOf = ({ lastAnswerAt, lastSilenceAt }: Health) =>
  Number(latestOf([lastAnswerAt, lastSilenceAt]))

function latestOf(all: readonly (Date | null)[]): Date | null {
  const times = all.flatMap((one) => (one ? [one.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
