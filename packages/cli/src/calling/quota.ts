/** A command of many calls waits for its key's quota, and says so once, however many of its workers are refused. */
import type { ErrorDetails, Status } from '@sello/client'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'

export type QuotaUsed = ErrorDetails['rate_limited']

/** An operator may raise the quota meanwhile. */
const LOOK_MS = 60_000
/** What ends at once is not worth a line. */
const TOLD_SECONDS = 5
/** The end of one wait, told again by the next refusal, differs by less. */
const SAME_MS = 2_000

/** Returns after the wait that the refusal names, or after a minute, whichever is sooner. */
export function quotaWaiter({ now, err }: Io, wait: (ms: number) => Promise<void>) {
  let toldMs = 0
  return async ({ window, retryAfterSeconds }: QuotaUsed): Promise<void> => {
    const ms = retryAfterSeconds * 1_000
    const endMs = now().getTime() + ms
    if (retryAfterSeconds >= TOLD_SECONDS && Math.abs(endMs - toldMs) > SAME_MS) {
      toldMs = endMs
      const which = window === 'dia' ? 'del día' : 'de la hora'
      const at = localTime(new Date(endMs)).slice(0, 16)
      err(`La llave agotó su cuota ${which}: sigue el ${at}. Con sello key limit se le da más.`)
    }
    await wait(Math.min(ms, LOOK_MS))
  }
}

/** That so many calls will have to wait for the key's quota, and about how long; null: they will not. */
export function quotaAhead(
  calls: number,
  { hora, dia }: Pick<Status['limites'], 'hora' | 'dia'>,
): string | null {
  const turns = ({ remaining, limit }: typeof hora) =>
    Math.ceil(Math.max(0, calls - remaining) / limit)
  const hours = Math.max(turns(hora), turns(dia) * 24)
  if (hours === 0) return null
  const about = hours === 1 ? 'cerca de una hora' : `unas ${hours} horas`
  return `Son unas ${calls} llamadas, y la llave admite ${hora.limit} por hora y ${dia.limit} por día: esperará su cuota ${about}. Con sello key limit se le da más.`
}
