/** The transmission model, and the accepted dates. */
import { type Message, refusal } from '../codes.ts'
import { isLastDayOfMonth, localTime, plusDays } from '../world/el-salvador.ts'
import type { ContingenciaSellada } from '../world/events.ts'
import { type Check, toInteger } from './case.ts'

const MOTIVO_OTRO = 5
/** How long after the seal of its event a contingency document is accepted. */
const CONTINGENCIA_MS = 72 * 3_600_000

interface Transmision {
  readonly tipoModelo: bigint
  readonly tipoOperacion: bigint
  readonly tipoContingencia: bigint | null
  readonly motivoContin: string | null
  readonly fecEmi: string
  readonly horEmi: string
}

/** 1/1 without a reason, or 2/2 with one, within 72 hours of the sealed event that lists it. */
export const checkModelo: Check = ({ documento, events, now }) => {
  const { identificacion } = documento
  const { codigoGeneracion, tipoDte } = identificacion
  // Types without a contingency have no members for it.
  const { tipoContingencia = null, motivoContin = null } = identificacion
  const stated = { ...identificacion, tipoContingencia, motivoContin }
  return checkTransmision(stated, events.contingenciaOf(codigoGeneracion, tipoDte), now)
}

/** The same check for a document and a return event. `listed` is the contingency event that lists it. */
export function checkTransmision(
  stated: Transmision,
  listed: ContingenciaSellada | null,
  now: Date,
): Message | null {
  const { tipoModelo, tipoOperacion, tipoContingencia, motivoContin, fecEmi, horEmi } = stated
  if (tipoModelo !== tipoOperacion) return refusal('007', 'identificacion.tipoModelo')
  if (toInteger(tipoOperacion) === 1) {
    if (tipoContingencia !== null) return refusal('024', 'identificacion.tipoContingencia')
    return motivoContin === null ? null : refusal('024', 'identificacion.motivoContin')
  }
  if (tipoContingencia === null) return refusal('005', 'identificacion.tipoContingencia')
  if (toInteger(tipoContingencia) === MOTIVO_OTRO && motivoContin === null) {
    return refusal('005', 'identificacion.motivoContin')
  }
  if (!listed) return refusal('012', 'identificacion.tipoContingencia')
  if (tipoContingencia !== listed.tipoContingencia || motivoContin !== listed.motivo) {
    return refusal('027', 'identificacion.tipoContingencia')
  }
  const at = `${fecEmi} ${horEmi}`
  if (at < listed.inicio || at > listed.fin) return refusal('013', 'identificacion.fecEmi')
  const late = now.getTime() > listed.selladaEn + CONTINGENCIA_MS
  return late ? refusal('018', 'identificacion.fecEmi') : null
}

/** Normativa V2.0, Anexo IV, 10-11: how far a document's date may be after its transmission. */
const DAYS_AHEAD_MAX = 5
/** On the last day of a tax period the time may be this far ahead. */
const MINUTES_AHEAD_MAX = 30

/** The past is unlimited; the future is five days, never into the next month. */
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
