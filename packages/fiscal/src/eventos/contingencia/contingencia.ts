/**
 * The contingency event: the documents issued while transmission failed, the period and the reason. Source:
 * docs/sources.md#contingency.
 */
import { DOCUMENTOS_TRIBUTARIOS } from '../../catalogos/cat-002-tipo-documento-tributario.ts'
import { TIPOS_CONTINGENCIA } from '../../catalogos/cat-005-tipo-contingencia.ts'
import { TIPOS_ESTABLECIMIENTO } from '../../catalogos/cat-009-tipo-establecimiento.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import type { CodigoAmbiente } from '../../documento.ts'
import type { Problem } from '../../problem.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { defineEvento, type EmisorDeEvento } from '../evento.ts'
import { checkPersona, type Persona, type PersonaRequest, toPersona } from '../persona.ts'
import { contingenciaV4, type EventoDeContingencia } from './estructura.ts'

/** The maximum number of documents in one event: the structure's limit. */
export const DOCUMENTOS_POR_EVENTO = 1_000
/** The maximum number of documents in one lot. */
export const DOCUMENTOS_POR_LOTE = 100

/** Types that are never issued in a contingency (MF p. 17). */
const NUNCA_EN_CONTINGENCIA: ReadonlySet<string> = new Set(['08', '09', '15', '17'])

/** A date and time in the event's form: El Salvador time. */
export interface Momento {
  /** YYYY-MM-DD */
  readonly fecha: string
  /** HH:MM:SS */
  readonly hora: string
}

export interface ContingenciaInput {
  readonly documentos: readonly { readonly tipoDte: string; readonly codigoGeneracion: string }[]
  readonly inicio: Momento
  readonly fin: Momento
  /** CAT-005. */
  readonly tipoContingencia: number
  /** For tipoContingencia 5 only. */
  readonly motivo?: string | null
  readonly responsable: PersonaRequest
  readonly emisor: EmisorDeEvento
  readonly establecimiento: { readonly codEstable: string; readonly codPuntoVenta: string }
  readonly ambiente: CodigoAmbiente
  readonly codigoGeneracion: string
  /** When the event is created. */
  readonly transmision: Momento
}

export interface BuiltContingencia {
  readonly evento: EventoDeContingencia
  readonly problems: readonly Problem[]
}

export const contingencia = defineEvento(4, contingenciaV4, buildContingencia)

/** The JSON text of an event, which is signed. */
export function serialiseContingencia(evento: EventoDeContingencia): string {
  return contingencia.serialise(evento)
}

/**
 * Numbers the documents from 1. Refuses types that are never in contingency, a period that ends before it begins or
 * after the event, a reason without its description, and more documents than an event allows.
 */
export function buildContingencia(input: ContingenciaInput): BuiltContingencia {
  const { emisor, establecimiento, inicio, fin } = input
  const responsable = toPersona(input.responsable)
  const evento: EventoDeContingencia = {
    identificacion: {
      version: 4,
      ambiente: input.ambiente,
      codigoGeneracion: input.codigoGeneracion,
      fTransmision: input.transmision.fecha,
      hTransmision: input.transmision.hora,
    },
    emisor: {
      nit: emisor.nit,
      nombre: emisor.nombre,
      nombreResponsable: responsable.nombre,
      tipoDocResponsable: responsable.tipoDocumento,
      numeroDocResponsable: responsable.numDocumento,
      tipoEstablecimiento: tipoDeEstablecimiento(establecimiento.codEstable),
      codEstableMH: establecimiento.codEstable,
      codPuntoVentaMH: establecimiento.codPuntoVenta,
      telefono: emisor.telefono,
      correo: emisor.correo,
    },
    detalleDTE: input.documentos.map(({ tipoDte, codigoGeneracion }, i) => ({
      noItem: i + 1,
      tipoDoc: tipoDte,
      codigoGeneracion,
    })),
    motivo: {
      fInicio: inicio.fecha,
      fFin: fin.fecha,
      hInicio: inicio.hora,
      hFin: fin.hora,
      tipoContingencia: input.tipoContingencia,
      motivoContingencia: input.motivo ?? null,
    },
  }
  const problems = [
    ...checkMotivo(evento),
    ...checkPeriodo(evento),
    ...checkDetalle(evento),
    ...checkResponsable(responsable),
    ...TEXTOS.check(evento),
    ...contingencia.check(evento),
  ].filter(({ field }) => !DEL_RESPONSABLE.has(field))
  return { evento, problems }
}

/** The CAT-009 type of an establishment, from the first letter of its code. */
function tipoDeEstablecimiento(codEstable: string): string {
  const rows = Object.entries<{ readonly letra: string }>(TIPOS_ESTABLECIMIENTO)
  return rows.find(([, { letra }]) => codEstable.startsWith(letra))?.[0] ?? ''
}

/** Its members in the event: `checkResponsable` names them as the request does. */
const DEL_RESPONSABLE: ReadonlySet<string> = new Set([
  'emisor.nombreResponsable',
  'emisor.tipoDocResponsable',
  'emisor.numeroDocResponsable',
])

/** The structure's longest name; a company's may be longer. */
export const NOMBRE_RESPONSABLE_MAX = 100
const NUM_DOCUMENTO_MAX = 25

/** Whether an event can name this person: the forms of its document, and what the structure has room for. */
export function checkResponsable(persona: Persona): Problem[] {
  const { nombre, numDocumento } = persona
  return [
    ...checkTexto('nombre', nombre, NOMBRE_RESPONSABLE_MAX),
    ...checkTexto('numDocumento', numDocumento, NUM_DOCUMENTO_MAX),
    ...TEXTOS.check({ responsable: persona }),
    ...checkPersona('responsable', persona),
  ]
}

function checkTexto(member: 'nombre' | 'numDocumento', text: string, max: number): Problem[] {
  const { length } = [...text]
  if (text.trim() !== '' && length <= max) return []
  const message = `responsable.${member} tiene de 1 a ${max} caracteres en el evento de contingencia; tiene ${length}.`
  return [{ field: `responsable.${member}`, rule: 'estructura', message }]
}

const OTRO_MOTIVO = 5

function checkMotivo({ motivo }: EventoDeContingencia): Problem[] {
  const { tipoContingencia, motivoContingencia } = motivo
  if (!isCode(TIPOS_CONTINGENCIA, tipoContingencia)) {
    const message = `El tipo de contingencia ${tipoContingencia} no existe; use 1 a 5 (CAT-005).`
    return [{ field: 'motivo.tipoContingencia', rule: 'CAT-005', message }]
  }
  if ((tipoContingencia === OTRO_MOTIVO) === (motivoContingencia !== null)) return []
  const message = 'El motivo se escribe con el tipo de contingencia 5 (otro) y solo con él.'
  return [{ field: 'motivo.motivoContingencia', rule: 'IV-9', message }]
}

function checkPeriodo({ motivo: m, identificacion: i }: EventoDeContingencia): Problem[] {
  const [inicio, fin] = [`${m.fInicio}T${m.hInicio}`, `${m.fFin}T${m.hFin}`]
  if (fin <= inicio) {
    const message = 'La contingencia termina antes de empezar; corrija su inicio o su fin.'
    return [{ field: 'motivo.fFin', rule: 'MF-17', message }]
  }
  if (fin <= `${i.fTransmision}T${i.hTransmision}`) return []
  const message = 'La contingencia todavía no ha terminado; el evento se envía después de su fin.'
  return [{ field: 'motivo.fFin', rule: 'MF-17', message }]
}

function checkDetalle({ detalleDTE }: EventoDeContingencia): Problem[] {
  const problems: Problem[] = []
  const codes = new Set<string>()
  for (const [i, { tipoDoc, codigoGeneracion }] of detalleDTE.entries()) {
    if (!isCode(DOCUMENTOS_TRIBUTARIOS, tipoDoc) || NUNCA_EN_CONTINGENCIA.has(tipoDoc)) {
      const message = `Los documentos de tipo ${tipoDoc} no se emiten en contingencia.`
      problems.push({ field: `detalleDTE[${i}].tipoDoc`, rule: 'MF-17', message })
    }
    if (codes.has(codigoGeneracion)) {
      const message = `El documento ${codigoGeneracion} está dos veces en el evento; déjelo una.`
      problems.push({ field: `detalleDTE[${i}].codigoGeneracion`, rule: 'MF-17', message })
    }
    codes.add(codigoGeneracion)
  }
  return problems
}
