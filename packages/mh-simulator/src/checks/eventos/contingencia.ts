/** The examination of a contingency event (functional manual V2.0, p. 17-20). */
import { type Message, refusal } from '../../codes.ts'
import type { ContingenciaEvento } from '../../structure/eventos.ts'
import { localTime } from '../../world/el-salvador.ts'
import { firstOf, toInteger } from '../case.ts'
import { checkEmisorDeEvento, checkPersona, type EventCase } from './evento.ts'

const TIPOS: ReadonlySet<string> = new Set('01 03 04 05 06 07 11 14 18'.split(' '))
const ESTABLECIMIENTOS: ReadonlySet<string> = new Set(['01', '02', '04', '07'])
const OTRO = 5
const HORA = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
const DAY_MS = 24 * 3_600_000
/** El Salvador is six hours behind UTC all year. */
const OFFSET = '-06:00'

export function examineContingencia(subject: EventCase<ContingenciaEvento>): Message | null {
  return (
    checkEmisorDeEvento(subject) ??
    checkEstablecimiento(subject) ??
    checkMotivo(subject) ??
    checkPeriodo(subject) ??
    checkDetalle(subject) ??
    checkCodigo(subject)
  )
}

function checkEstablecimiento({ evento: { emisor } }: EventCase<ContingenciaEvento>) {
  if (!ESTABLECIMIENTOS.has(emisor.tipoEstablecimiento)) {
    return refusal('003', 'emisor.tipoEstablecimiento')
  }
  return checkPersona(
    [emisor.tipoDocResponsable, emisor.numeroDocResponsable],
    ['emisor.tipoDocResponsable', 'emisor.numeroDocResponsable'],
  )
}

function checkMotivo({ evento: { motivo } }: EventCase<ContingenciaEvento>): Message | null {
  const tipo = toInteger(motivo.tipoContingencia)
  if (!(tipo >= 1 && tipo <= OTRO)) return refusal('003', 'motivo.tipoContingencia')
  if (tipo === OTRO && motivo.motivoContingencia === null) {
    return refusal('005', 'motivo.motivoContingencia')
  }
  if (!HORA.test(motivo.hInicio)) return refusal('006', 'motivo.hInicio')
  return HORA.test(motivo.hFin) ? null : refusal('006', 'motivo.hFin')
}

/** The period must be over; the event must come within a day of its end or of the last refusal. */
function checkPeriodo({ world, evento, now }: EventCase<ContingenciaEvento>): Message | null {
  const { motivo } = evento
  const { fecha, hora } = localTime(now)
  const [inicio, fin] = [`${motivo.fInicio} ${motivo.hInicio}`, `${motivo.fFin} ${motivo.hFin}`]
  if (fin <= inicio) return refusal('017', 'motivo.fFin')
  if (fin > `${fecha} ${hora}`) return refusal('017', 'motivo.fFin')
  const last = world.ledger.held(evento.identificacion.codigoGeneracion)
  const ended = Date.parse(`${motivo.fFin}T${motivo.hFin}${OFFSET}`)
  const since = last?.estado === 'RECHAZADO' ? Math.max(ended, last.decidedAt) : ended
  return now.getTime() > since + DAY_MS ? refusal('018', 'identificacion.fTransmision') : null
}

function checkDetalle({ world, evento }: EventCase<ContingenciaEvento>): Message | null {
  const seen = new Set<string>()
  return firstOf(evento.detalleDTE, ({ noItem, tipoDoc, codigoGeneracion }, i) => {
    const at = `detalleDTE[${i}]`
    if (toInteger(noItem) !== i + 1) return refusal('019', `${at}.noItem`)
    if (!TIPOS.has(tipoDoc)) return refusal('007', `${at}.tipoDoc`)
    if (seen.has(codigoGeneracion)) return refusal('025', `${at}.codigoGeneracion`)
    seen.add(codigoGeneracion)
    const listed = world.events.contingenciaOf(codigoGeneracion, tipoDoc) !== null
    const known = listed || world.ledger.isSealed(codigoGeneracion)
    return known ? refusal('004', `${at}.codigoGeneracion`) : null
  })
}

function checkCodigo({ world, evento }: EventCase<ContingenciaEvento>): Message | null {
  const taken = world.ledger.isSealed(evento.identificacion.codigoGeneracion)
  return taken ? refusal('004', 'identificacion.codigoGeneracion') : null
}
