/** Whether a process may issue and run its jobs, judged by the clocks (ADR 0040). */
import { AMBIENTES, type Ambiente, Refused } from '@sello/contract'
import { REFUSE_MS, type SharedTime, WARN_MS } from './shared-time.ts'

/** Whether the jobs of this process may run: their leases and deletions affect all processes. */
export const ownTimeIsSound = (time: SharedTime) => Math.abs(time.ownDifferenceMs()) < REFUSE_MS

/**
 * Refuses (503) to issue if this machine's clock differs by a minute or more from the database's, or the database's
 * from the ministry's: the document's date would be wrong. Nothing is written.
 */
export function assertSoundTime(time: SharedTime, ambiente: Ambiente | null): void {
  if (!ownTimeIsSound(time)) throw refused(OWN, time.ownDifferenceMs())
  const ministryMs = ambiente === null ? null : time.ministryDifferenceMs(ambiente)
  if (ministryMs !== null && Math.abs(ministryMs) >= REFUSE_MS) throw refused(MINISTRY, ministryMs)
}

/** A sentence for each difference of some seconds; below a minute it only warns. */
export function clockWarnings(time: SharedTime, ambientes = AMBIENTES as readonly Ambiente[]) {
  const differences = [
    [OWN, time.ownDifferenceMs()],
    ...ambientes.map((one) => [MINISTRY, time.ministryDifferenceMs(one)] as const),
  ] as const
  return differences.flatMap(([which, differenceMs]) => {
    if (differenceMs === null || Math.abs(differenceMs) < WARN_MS) return []
    const stops =
      Math.abs(differenceMs) >= REFUSE_MS ? 'así no se emite' : 'desde un minuto no se emite'
    return [`${which} difieren en ${spanOf(differenceMs)}: ${stops}. Ponga en hora la máquina.`]
  })
}

const OWN = 'El reloj de la máquina del servicio y el de la base de datos'
const MINISTRY = 'El reloj de la base de datos y el de Hacienda'

function refused(which: string, differenceMs: number): Refused<'service_unavailable'> {
  return new Refused(
    'service_unavailable',
    `${which} difieren en ${spanOf(differenceMs)}: así no se emite. No se hizo nada. Un administrador debe poner en hora la máquina; después repita con la misma Idempotency-Key.`,
    {},
  )
}

/** 61 segundos, 25 minutos, 100 días. */
function spanOf(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  if (seconds < 120) return `${seconds} segundos`
  if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} minutos`
  if (seconds < 2 * 86_400) return `${Math.round(seconds / 3_600)} horas`
  return `${Math.round(seconds / 86_400)} días`
}
