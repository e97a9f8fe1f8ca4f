/**
 * The invalidation event: cancels one sealed document or event. Pure: code, date and issuer are
 * parameters; problems are returned. Source: docs/sources.md#invalidacion.
 */

import { TIPOS_ANULACION, type TipoAnulacion } from '../../catalogos/cat-024-tipo-anulacion.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import type { CodigoAmbiente, Emisor } from '../../documento.ts'
import type { Problem } from '../../problem.ts'
import { TEXTOS } from '../../rules/textos.ts'
import type { Documento } from '../../tipos/index.ts'
import {
  defineEvento,
  type EmisorDeEvento,
  establecimientoDe,
  isEvento,
  isOperaciones,
} from '../evento.ts'
import type { Operaciones } from '../operaciones/estructura.ts'
import { checkPersona, type Persona, type PersonaRequest, toPersona } from '../persona.ts'
import { plazoDeInvalidacion } from '../plazos.ts'
import type { Retorno } from '../retorno/estructura.ts'
import { exigenciaDe, invalidableDe, type TipoInvalidable } from './anulaciones.ts'
import { type Invalidacion, invalidacionV3 } from './estructura.ts'

/** The caller's request; the names are the wire's. */
export interface InvalidacionRequest {
  /** CAT-024. */
  readonly tipoAnulacion: number
  readonly motivo?: string | null
  readonly codigoGeneracionReemplazo?: string | null
  readonly responsable: PersonaRequest
  readonly solicita: PersonaRequest
}

type Cancelable = Documento | Retorno | Operaciones

export interface InvalidacionInput {
  readonly request: InvalidacionRequest
  /** The signed document to cancel, its seal, and the day of the seal in El Salvador (YYYY-MM-DD). */
  readonly target: {
    readonly documento: Cancelable
    readonly selloRecibido: string
    readonly fechaSello: string
  }
  /** With the establishment that invalidates, which an event of special operations names none of. */
  readonly emisor: EmisorDeEvento & Pick<Emisor, 'codEstable' | 'codPuntoVenta'>
  readonly ambiente: CodigoAmbiente
  readonly codigoGeneracion: string
  /** The time of the event: YYYY-MM-DD and HH:MM:SS, El Salvador time. */
  readonly fecEmi: string
  readonly horEmi: string
}

export interface BuiltInvalidacion {
  readonly evento: Invalidacion
  /** Empty: the event may be signed and sent. Fields are the request's. */
  readonly problems: readonly Problem[]
}

export const invalidacion = defineEvento(3, invalidacionV3, buildInvalidacion)

/** The JSON text of an event, which is signed. */
export function serialiseInvalidacion(evento: Invalidacion): string {
  return invalidacion.serialise(evento)
}

/**
 * Copies the target's own data; null where it has none. Refuses a reason, motive, replacement or person that the
 * table does not allow; `checkReemplazo` checks the replacement document.
 */
export function buildInvalidacion(input: InvalidacionInput): BuiltInvalidacion {
  const { request, target } = input
  const tipoDte = tipoDe(target.documento)
  const responsable = toPersona(request.responsable)
  const solicita = toPersona(request.solicita)
  const evento: Invalidacion = {
    identificacion: {
      version: 3,
      ambiente: input.ambiente,
      codigoGeneracion: input.codigoGeneracion,
      fecEmi: fechaDelEvento(input),
      horEmi: input.horEmi,
      fusion: null,
    },
    emisor: {
      nit: input.emisor.nit,
      nombre: input.emisor.nombre,
      ...establecimientoDelTarget(input),
      telefono: input.emisor.telefono,
      correo: input.emisor.correo,
    },
    documento: {
      ...datosDelTarget(target.documento),
      selloRecibido: target.selloRecibido,
      codigoGeneracionR: request.codigoGeneracionReemplazo?.toUpperCase() ?? null,
    },
    motivo: {
      tipoAnulacion: request.tipoAnulacion,
      motivoAnulacion: request.motivo ?? null,
      nombreResponsable: responsable.nombre,
      tipDocResponsable: responsable.tipoDocumento,
      numDocResponsable: responsable.numDocumento,
      nombreSolicita: solicita.nombre,
      tipDocSolicita: solicita.tipoDocumento,
      numDocSolicita: solicita.numDocumento,
    },
  }
  return { evento, problems: check(evento, { request, tipoDte, responsable, solicita }) }
}

export function tipoDe(target: Cancelable): TipoInvalidable {
  return isEvento(target) ? target.identificacion.tipoEvento : target.identificacion.tipoDte
}

/**
 * The ministry compares the date with the document's (answer 027). Only for 01, 11 and 14 it is the day of the
 * event: from the document's own date to as long after it as the event has from the seal. A document that was sealed
 * days after its date may be cancelled later than that: the event then bears the last date that is accepted. After the
 * term from the seal it bears its own date, and is refused.
 */
function fechaDelEvento({ target, fecEmi }: InvalidacionInput): string {
  const { documento } = target
  const delDocumento = documento.identificacion.fecEmi
  const tipoDte = tipoDe(documento)
  if (isEvento(documento) || invalidableDe(tipoDte).fechaDelDocumento) return delDocumento
  if (fecEmi < delDocumento) return delDocumento
  const { codActividad } = documento.emisor
  const lastFrom = (fechaSello: string) =>
    plazoDeInvalidacion({ tipoDte, fechaSello, codActividad })
  const last = lastFrom(delDocumento)
  return fecEmi > last && fecEmi <= lastFrom(target.fechaSello) ? last : fecEmi
}

function establecimientoDelTarget({ target: { documento }, emisor }: InvalidacionInput) {
  if (!isEvento(documento)) return establecimientoDe(documento)
  if (isOperaciones(documento)) return establecimientoDelEmisor(emisor)
  const { codEstableMH, codEstable, codPuntoVentaMH, codPuntoVenta } = documento.emisor
  return { codEstableMH, codEstable, codPuntoVentaMH, codPuntoVenta }
}

function establecimientoDelEmisor({ codEstable, codPuntoVenta }: InvalidacionInput['emisor']) {
  if (!codEstable || !codPuntoVenta) throw new Error('bug: a point of sale without its codes')
  return { codEstableMH: codEstable, codEstable, codPuntoVentaMH: codPuntoVenta, codPuntoVenta }
}

/** The members of any type's receptor that the event copies. */
interface Receptor {
  readonly tipoDocumento?: string | null
  readonly numDocumento?: string | null
  /** A 03 identifies its buyer only by NIT. */
  readonly nit?: string | null
  readonly nombre: string | null
  readonly telefono: string | null
  readonly correo: string | null
}

const NIT = '36'

function datosDelTarget(documento: Cancelable) {
  const { codigoGeneracion, fecEmi } = documento.identificacion
  const receptor = receptorDelTarget(documento)
  return {
    tipoDte: tipoDe(documento),
    codigoGeneracion,
    numeroControl: isEvento(documento) ? null : documento.identificacion.numeroControl,
    fecEmi,
    ...identidad(receptor),
    nombre: receptor?.nombre ?? null,
    telefono: receptor?.telefono ?? null,
    correo: receptor?.correo ?? null,
  }
}

function receptorDelTarget(documento: Cancelable): Receptor | null {
  if (!isEvento(documento)) return documento.receptor
  return isOperaciones(documento) ? null : documento.documento
}

function identidad(receptor: Receptor | null) {
  if (receptor?.nit) return { tipoDocumento: NIT, numDocumento: receptor.nit }
  return {
    tipoDocumento: receptor?.tipoDocumento ?? null,
    numDocumento: receptor?.numDocumento ?? null,
  }
}

interface Asked {
  readonly request: InvalidacionRequest
  readonly tipoDte: TipoInvalidable
  readonly responsable: Persona
  readonly solicita: Persona
}

function check(evento: Invalidacion, asked: Asked): Problem[] {
  const specific = [
    ...checkTabla(asked),
    ...checkPersona('responsable', asked.responsable),
    ...checkPersona('solicita', asked.solicita),
    ...TEXTOS.check(evento).map(asRequested),
  ]
  const told = new Set(specific.map(({ field }) => field))
  const structural = invalidacion.check(evento).map(asRequested)
  return [...specific, ...structural.filter(({ field }) => !told.has(field))]
}

/** Checks the motive and the replacement against the table. */
function checkTabla({ request, tipoDte }: Asked): Problem[] {
  const { tipoAnulacion } = request
  if (!isCode(TIPOS_ANULACION, tipoAnulacion)) {
    const message = `El tipo de anulación ${tipoAnulacion} no existe; use 1 (error), 2 (rescisión) o 3 (otro).`
    return [{ field: 'tipoAnulacion', rule: 'CAT-024', message }]
  }
  const problems: Problem[] = []
  const exigencia = exigenciaDe(tipoDte, tipoAnulacion as TipoAnulacion)
  if (exigencia.motivo === 'required' && isBlank(request.motivo)) {
    const message = `La anulación de tipo ${tipoAnulacion} (${nombreDe(tipoAnulacion)}) lleva su motivo; escríbalo.`
    problems.push({ field: 'motivo', rule: 'CAT-024', message })
  }
  const reemplazo = request.codigoGeneracionReemplazo ?? null
  if (exigencia.reemplazo === 'required' && reemplazo === null) {
    const message = `La anulación de tipo ${tipoAnulacion} (${nombreDe(tipoAnulacion)}) nombra el documento que reemplaza al anulado; emítalo antes y escriba su codigoGeneracion.`
    problems.push({ field: 'codigoGeneracionReemplazo', rule: 'MF-10', message })
  }
  if (exigencia.reemplazo === 'forbidden' && reemplazo !== null) {
    const { sinReemplazo } = invalidableDe(tipoDte)
    const message =
      sinReemplazo === null
        ? 'Una rescisión (tipo 2) no lleva documento de reemplazo; quítelo.'
        : `${sinReemplazo} se anula sin documento de reemplazo; quítelo y, si hace falta, emita el nuevo después de anular.`
    problems.push({ field: 'codigoGeneracionReemplazo', rule: 'MF-10', message })
  }
  return problems
}

function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === ''
}

function nombreDe(tipoAnulacion: number): string {
  return TIPOS_ANULACION[tipoAnulacion as TipoAnulacion].nombre.toLowerCase()
}

// biome-ignore format: a table
const REQUESTED: Readonly<Record<string, string>> = {
  'motivo.tipoAnulacion':        'tipoAnulacion',
  'motivo.motivoAnulacion':      'motivo',
  'documento.codigoGeneracionR': 'codigoGeneracionReemplazo',
  'motivo.nombreResponsable':    'responsable.nombre',
  'motivo.tipDocResponsable':    'responsable.tipoDocumento',
  'motivo.numDocResponsable':    'responsable.numDocumento',
  'motivo.nombreSolicita':       'solicita.nombre',
  'motivo.tipDocSolicita':       'solicita.tipoDocumento',
  'motivo.numDocSolicita':       'solicita.numDocumento',
}

/** Maps a member of the event to the request's member. */
function asRequested(problem: Problem): Problem {
  const field = REQUESTED[problem.field]
  return field
    ? { ...problem, field, message: problem.message.replace(problem.field, field) }
    : problem
}
