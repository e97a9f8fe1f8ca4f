/**
 * Reads a signed event from a file: the "Archivo DTE" that its company keeps, or a caller's copy. A contingency event has
 * none.
 */
import { TIPO_OPERACIONES, TIPO_RETORNO } from '@sello/contract'
import {
  type Invalidacion,
  type Operaciones,
  type Retorno,
  readEventoDeInvalidacion,
  readEventoDeOperaciones,
  readEventoDeRetorno,
} from '@sello/fiscal'
import type { Evento } from '../../ledger/events/event.ts'
import { readOrNull, readSigned } from './lost-document.ts'

/** An event whose signature was verified with its company's key, before its target is looked up here. */
export type LostEvent = Pick<
  Evento,
  | 'ambiente'
  | 'nit'
  | 'codigoGeneracion'
  | 'version'
  | 'payload'
  | 'signature'
  | 'fecEmi'
  | 'horEmi'
> &
  (
    | { readonly kind: 'retorno'; readonly evento: Retorno; readonly documento: string }
    | { readonly kind: 'operaciones'; readonly evento: Operaciones }
    | {
        readonly kind: 'invalidacion'
        /** The CAT-002 type of the document that it cancels; "17" and "18" are events. */
        readonly tipoDte: string
        /** The code of what it cancels. */
        readonly cancela: string
        readonly reemplazo: string | null
      }
  )

/** Null when it is of no such kind, or none of these keys signed it. */
export function readLostEvent(jws: string, publicKeys: readonly string[]): LostEvent | null {
  const signed = readSigned(jws, publicKeys)
  if (!signed) return null
  return asRetorno(signed) ?? asInvalidacion(signed) ?? asOperaciones(signed)
}

type Signed = NonNullable<ReturnType<typeof readSigned>>

function asRetorno(signed: Signed): LostEvent | null {
  const evento = readOrNull(readEventoDeRetorno, signed.payload)
  const [origen] = evento?.documentoRelacionado ?? []
  if (!evento || !origen) return null
  const documento = origen.codigoGeneracion
  return { kind: 'retorno', ...signed, ...identityOf(evento), evento, documento }
}

function asInvalidacion(signed: Signed): LostEvent | null {
  const evento = readOrNull(readEventoDeInvalidacion, signed.payload)
  if (!evento) return null
  const { tipoDte, codigoGeneracion: cancela, codigoGeneracionR: reemplazo } = evento.documento
  return { kind: 'invalidacion', ...signed, ...identityOf(evento), tipoDte, cancela, reemplazo }
}

function asOperaciones(signed: Signed): LostEvent | null {
  const evento = readOrNull(readEventoDeOperaciones, signed.payload)
  return evento && { kind: 'operaciones', ...signed, ...identityOf(evento), evento }
}

function identityOf({ identificacion, emisor }: Retorno | Invalidacion | Operaciones) {
  return {
    ambiente: identificacion.ambiente as LostEvent['ambiente'],
    nit: emisor.nit,
    codigoGeneracion: identificacion.codigoGeneracion,
    version: identificacion.version,
    fecEmi: identificacion.fecEmi,
    horEmi: identificacion.horEmi,
  }
}

/** The return event that it cancels; null: it cancels none. */
export const cancelledReturn = (lost: LostEvent): string | null => cancelledOf(lost, [TIPO_RETORNO])

/** The event that it cancels; null: it cancels a document or nothing. */
export const cancelledEvent = (lost: LostEvent): string | null =>
  cancelledOf(lost, [TIPO_RETORNO, TIPO_OPERACIONES])

const cancelledOf = (lost: LostEvent, tipos: readonly string[]) =>
  lost.kind === 'invalidacion' && tipos.includes(lost.tipoDte) ? lost.cancela : null

/** The events whose paper it voids. */
export const voidedBy = ({ cuerpoDocumento }: Operaciones): readonly string[] => [
  ...new Set(cuerpoDocumento.flatMap(({ codigoGeneracionRef }) => codigoGeneracionRef ?? [])),
]
