/** How and when: the transmission model, and the dates that reception takes. */
import { refusal } from '../codes.ts'
import { isLastDayOfMonth, localTime, plusDays } from '../world/el-salvador.ts'
import { type Check, toInteger } from './case.ts'

const MOTIVO_OTRO = 5

/**
 * 1/1 without a reason, or 2/2 with one. A document in contingency is received only after the event
 * that lists it; this ministry has no contingency service yet, so no event lists any.
 */
export const checkModelo: Check = ({ documento }) => {
  const { tipoModelo, tipoOperacion, tipoContingencia, motivoContin } = documento.identificacion
  if (tipoModelo !== tipoOperacion) return refusal('007', 'identificacion.tipoModelo')
  if (toInteger(tipoOperacion) === 1) {
    if (tipoContingencia !== null) return refusal('024', 'identificacion.tipoContingencia')
    return motivoContin === null ? null : refusal('024', 'identificacion.motivoContin')
  }
  if (tipoContingencia === null) return refusal('005', 'identificacion.tipoContingencia')
  if (toInteger(tipoContingencia) === MOTIVO_OTRO && motivoContin === null) {
    return refusal('005', 'identificacion.motivoContin')
  }
  return refusal('012', 'identificacion.tipoContingencia')
}

/** Normativa V2.0, Anexo IV, 10-11: how much later than its transmission a document may be dated. */
const DAYS_AHEAD_MAX = 5
/** On the last day of a tax period the hour may run ahead by this much. */
const MINUTES_AHEAD_MAX = 30

/** The past is open; the future is five days, never into the next month. */
export const checkFechas: Check = ({ documento, now }) => {
  const { fecEmi, horEmi } = documento.identificacion
  const { fecha: today, hora } = localTime(now)
  const tooFar = fecEmi > plusDays(today, DAYS_AHEAD_MAX)
  if (tooFar || fecEmi.slice(0, 7) > today.slice(0, 7)) {
    return refusal('018', 'identificacion.fecEmi')
  }
  const ahead = minutesOf(horEmi) - minutesOf(hora)
  if (fecEmi === today && isLastDayOfMonth(today) && ahead > MINUTES_AHEAD_MAX) {
    return refusal('018', 'identificacion.horEmi')
  }
  return null
}

function minutesOf(hora: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = hora.split(':').map(Number)
  return hours * 60 + minutes + seconds / 60
}
