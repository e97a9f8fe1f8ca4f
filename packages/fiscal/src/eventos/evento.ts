/** What an event is, and what the events share. */
import type { TSchema } from 'typebox'
import type { DocumentoComun, Emisor } from '../documento.ts'
import { COD_ESTABLE, COD_PUNTO_VENTA } from '../numero-control.ts'
import type { Problem } from '../problem.ts'
import type { Documento } from '../tipos/index.ts'
import type { Version } from '../tipos/tipo.ts'
import { version } from '../tipos/version.ts'
import type { Operaciones } from './operaciones/estructura.ts'
import type { Retorno } from './retorno/estructura.ts'

/** A signed text that follows documents. Unlike a document it has no numeroControl. */
export interface EventoDef extends Version {
  /** Takes the event's own input. */
  build(input: never): { readonly evento: object | null; readonly problems: readonly Problem[] }
}

/** Only the V2.0 generation is issued. */
const SINCE = '2026-08-01'

/** A new event is one value of this function. The mark lets bundles leave out the events that they do not use. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEvento<Build extends EventoDef['build']>(
  number: number,
  estructura: TSchema,
  build: Build,
): Version & { readonly build: Build } {
  return { ...version(number, SINCE, estructura), build }
}

/** tipoEvento of the return event, which is also its tipoDte on the wire (CAT-002). */
export const TIPO_RETORNO = '18'

/** tipoEvento of the event of special operations. */
export const TIPO_OPERACIONES = '17'

/** Whether a target is an event: a document has a numeroControl instead. */
export function isEvento(
  target: Documento | Retorno | Operaciones,
): target is Retorno | Operaciones {
  return 'tipoEvento' in target.identificacion
}

/** Whether an event reports paper. It names neither a receiver nor an establishment. */
export function isOperaciones(evento: Retorno | Operaciones): evento is Operaciones {
  return evento.identificacion.tipoEvento === TIPO_OPERACIONES
}

/**
 * The establishment that issued a document, from its number. The ministry's codes and the taxpayer's own are equal,
 * because series use the ministry's (docs/sources.md#numero-control).
 */
export function establecimientoDe({ identificacion }: DocumentoComun) {
  const codEstable = identificacion.numeroControl.slice(7, 11)
  const codPuntoVenta = identificacion.numeroControl.slice(11, 15)
  if (!COD_ESTABLE.test(codEstable) || !COD_PUNTO_VENTA.test(codPuntoVenta)) {
    throw new Error(`bug: no establishment in ${identificacion.numeroControl}`)
  }
  return {
    codEstableMH: codEstable,
    codEstable,
    codPuntoVentaMH: codPuntoVenta,
    codPuntoVenta,
  }
}

/** The taxpayer's current data, which the ministry compares with its register. */
export type EmisorDeEvento = Pick<Emisor, 'nit' | 'nombre' | 'telefono' | 'correo'>
