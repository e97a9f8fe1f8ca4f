/** Shared by the events: signed texts that follow documents. Unlike a document an event has no numeroControl. */
import type { DocumentoComun, Emisor } from '../documento.ts'
import { COD_ESTABLE, COD_PUNTO_VENTA } from '../numero-control.ts'
import type { Documento } from '../tipos/index.ts'
import type { Version } from '../tipos/tipo.ts'
import { version } from '../tipos/version.ts'
import { contingenciaV4, type EventoDeContingencia } from './contingencia/estructura.ts'
import type { Invalidacion } from './invalidacion/estructura.ts'
import { invalidacionV3 } from './invalidacion/estructura.ts'
import { type Retorno, retornoV1 } from './retorno/estructura.ts'

export type { EventoDeContingencia, Invalidacion, Retorno }

/** Only the V2.0 generation is issued. */
const SINCE = '2026-08-01'

/** The events that are issued, with the version of their structures. */
export const EVENTOS = {
  invalidacion: version(3, SINCE, invalidacionV3),
  retorno: version(1, SINCE, retornoV1),
  contingencia: version(4, SINCE, contingenciaV4),
} as const satisfies Record<string, Version>

/** tipoEvento of the return event, which is also its tipoDte on the wire (CAT-002). */
export const TIPO_RETORNO = '18'

/** The JSON text of an event, which is signed. */
export function serialiseInvalidacion(evento: Invalidacion): string {
  return EVENTOS.invalidacion.serialise(evento)
}

/** The JSON text of an event, which is signed. */
export function serialiseRetorno(evento: Retorno): string {
  return EVENTOS.retorno.serialise(evento)
}

/** The JSON text of an event, which is signed. */
export function serialiseContingencia(evento: EventoDeContingencia): string {
  return EVENTOS.contingencia.serialise(evento)
}

/** Whether a target is a return event: a document has a numeroControl instead. */
export function isRetorno(target: Documento | Retorno): target is Retorno {
  return 'tipoEvento' in target.identificacion
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
