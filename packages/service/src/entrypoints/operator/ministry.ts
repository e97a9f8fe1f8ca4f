/** How the ministry answers this process, in numbers, and the outage state that all processes share. */
import { AMBIENTES, type Ambiente } from '@sello/contract'
import type { Deps } from '../../flows/context.ts'

export function ministryFacts(deps: Pick<Deps, 'mh' | 'breaker'>): object {
  return { ambientes: Object.fromEntries(AMBIENTES.map((one) => [one, factsOf(deps, one)])) }
}

function factsOf({ mh, breaker }: Pick<Deps, 'mh' | 'breaker'>, ambiente: Ambiente) {
  const { estado, desde, minutes, answered, silent, latency, ...last } = mh.health(ambiente)
  const outage = breaker.openIn(ambiente)
  const window = breaker.maintenanceIn(ambiente)
  return {
    estado,
    desde,
    ultimaRespuesta: last.lastAnswerAt,
    ultimoSilencio: last.lastSilenceAt,
    intercambios: { minutos: minutes, respondidos: answered, sinRespuesta: silent },
    latenciaSegundos: latency,
    contingencia: outage && { desde: outage.openedAt },
    mantenimiento: window && { desde: window.since, hasta: window.until, motivo: window.reason },
  }
}
