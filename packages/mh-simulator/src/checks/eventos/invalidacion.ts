/** The examination of an invalidation event (functional manual V2.0, p. 9-17). */
import { type Message, refusal } from '../../codes.ts'
import { isObject, type JsonObject } from '../../json/parse.ts'
import type { Invalidacion } from '../../structure/eventos.ts'
import { localTime, plusMonths } from '../../world/el-salvador.ts'
import type { Row } from '../../world/ledger.ts'
import { lastDayToInvalidate, monthsOf } from '../../world/plazos.ts'
import { toInteger } from '../case.ts'
import {
  checkEmisorDeEvento,
  checkPersona,
  type EventCase,
  heldOf,
  isMessage,
  signedOf,
} from './evento.ts'

type Case = EventCase<Invalidacion>

const RESCISION = 2
const MOTIVOS: ReadonlySet<number> = new Set([1, RESCISION, 3])
/** The types that are invalidated before their replacement is issued. */
const SIN_REEMPLAZO: ReadonlySet<string> = new Set(['05', '08', '17', '18'])
/** The types that are invalidated under the date of the event itself. */
const FECHA_PROPIA: ReadonlySet<string> = new Set(['01', '11', '14'])
const TARGET = 'documento.codigoGeneracion'

/** Returns the first refusal, or null when the event is to be sealed. */
export function examineInvalidacion(subject: Case): Message | null {
  const { world, evento } = subject
  const early = checkEmisorDeEvento(subject)
  if (early) return early
  if (evento.identificacion.fusion !== null) return refusal('008', 'identificacion.fusion')
  const target = heldOf(subject, evento.documento.codigoGeneracion, TARGET)
  if (isMessage(target)) return target
  if (world.relations.isInvalidated(target.codigoGeneracion)) return refusal('015', TARGET)
  const signed = signedOf(target)
  return (
    checkDatos(evento, target, signed) ??
    checkMotivo(evento) ??
    checkReemplazo(subject) ??
    checkFecha(subject, signed) ??
    checkPlazo(subject, target, signed) ??
    checkBloqueos(subject) ??
    checkCodigo(subject)
  )
}

/** What the event states about its target must match the target. */
function checkDatos(
  { documento }: Invalidacion,
  target: Row,
  signed: JsonObject | null,
): Message | null {
  if (documento.tipoDte !== target.tipoDte) return refusal('027', 'documento.tipoDte')
  if (documento.selloRecibido !== target.selloRecibido) {
    return refusal('027', 'documento.selloRecibido')
  }
  if (documento.numeroControl !== target.numeroControl) {
    return refusal('027', 'documento.numeroControl')
  }
  if (!signed) return null
  if (documento.fecEmi !== identificacionOf(signed).fecEmi)
    return refusal('027', 'documento.fecEmi')
  const wrong = Object.entries(receptorOf(target.tipoDte, signed)).find(
    ([member, value]) => documento[member as keyof typeof documento] !== value,
  )
  return wrong ? refusal('027', `documento.${wrong[0]}`) : null
}

const NIT = '36'

function receptorOf(tipoDte: string, signed: JsonObject) {
  const section = tipoDte === '18' ? signed.documento : signed.receptor
  const receptor = isObject(section) ? section : {}
  const { nit = null, nombre = null, telefono = null, correo = null } = receptor
  const { tipoDocumento = null, numDocumento = null } = receptor
  return nit === null
    ? { tipoDocumento, numDocumento, nombre, telefono, correo }
    : { tipoDocumento: NIT, numDocumento: nit, nombre, telefono, correo }
}

function identificacionOf(signed: JsonObject): JsonObject {
  return isObject(signed.identificacion) ? signed.identificacion : {}
}

function checkMotivo({ motivo }: Invalidacion): Message | null {
  const tipo = toInteger(motivo.tipoAnulacion)
  if (!MOTIVOS.has(tipo)) return refusal('003', 'motivo.tipoAnulacion')
  if (tipo !== RESCISION && motivo.motivoAnulacion === null) {
    return refusal('005', 'motivo.motivoAnulacion')
  }
  return (
    checkPersona(
      [motivo.tipDocResponsable, motivo.numDocResponsable],
      ['motivo.tipDocResponsable', 'motivo.numDocResponsable'],
    ) ??
    checkPersona(
      [motivo.tipDocSolicita, motivo.numDocSolicita],
      ['motivo.tipDocSolicita', 'motivo.numDocSolicita'],
    )
  )
}

function checkReemplazo(subject: Case): Message | null {
  const { world, evento } = subject
  const { documento, motivo } = evento
  const path = 'documento.codigoGeneracionR'
  const takesNone =
    toInteger(motivo.tipoAnulacion) === RESCISION || SIN_REEMPLAZO.has(documento.tipoDte)
  const codigo = documento.codigoGeneracionR
  if (takesNone) return codigo === null ? null : refusal('024', path)
  if (codigo === null) return refusal('005', path)
  if (codigo === documento.codigoGeneracion) return refusal('025', path)
  const reemplazo = heldOf(subject, codigo, path)
  if (isMessage(reemplazo)) return reemplazo
  if (world.relations.isInvalidated(codigo)) return refusal('015', path)
  if (reemplazo.tipoDte !== documento.tipoDte) return refusal('027', path)
  return world.events.replacedBy(codigo) === null ? null : refusal('004', path)
}

function checkFecha({ evento, now }: Case, signed: JsonObject | null): Message | null {
  const { fecEmi } = evento.identificacion
  const { documento } = evento
  if (!FECHA_PROPIA.has(documento.tipoDte)) {
    return fecEmi === documento.fecEmi ? null : refusal('027', 'identificacion.fecEmi')
  }
  if (fecEmi < documento.fecEmi) return refusal('017', 'identificacion.fecEmi')
  const months = monthsOf(documento.tipoDte, actividadOf(signed))
  const today = localTime(now).fecha
  const last = plusMonths(documento.fecEmi, months)
  const ahead = fecEmi > today && fecEmi > documento.fecEmi
  return fecEmi > last || ahead ? refusal('018', 'identificacion.fecEmi') : null
}

function actividadOf(signed: JsonObject | null): string {
  const emisor = signed?.emisor
  return isObject(emisor) && typeof emisor.codActividad === 'string' ? emisor.codActividad : ''
}

/** Counted from the target's seal to the end of the last day. */
function checkPlazo({ now }: Case, target: Row, signed: JsonObject | null): Message | null {
  const sealed = localTime(new Date(target.decidedAt)).fecha
  const last = lastDayToInvalidate(target.tipoDte, sealed, actividadOf(signed))
  return localTime(now).fecha > last ? refusal('018', 'identificacion.fecEmi') : null
}

/** Notes and returns of the target must be invalidated first. */
function checkBloqueos({ world, evento }: Case): Message | null {
  const { codigoGeneracion } = evento.documento
  const standing = [
    ...world.events.notesOver(codigoGeneracion),
    ...world.events.returnsOver(codigoGeneracion).keys(),
  ].filter((codigo) => !world.relations.isInvalidated(codigo))
  return standing.length > 0 ? refusal('028', TARGET, standing) : null
}

function checkCodigo({ world, evento }: Case): Message | null {
  const { codigoGeneracion } = evento.identificacion
  const taken = world.ledger.isSealed(codigoGeneracion)
  return taken ? refusal('004', 'identificacion.codigoGeneracion') : null
}
