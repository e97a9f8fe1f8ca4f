/**
 * Reads a signed invalidation or return event from a file: the "Archivo DTE" that its company keeps, or a caller's
 * copy.
 */
import { TIPO_RETORNO } from '@sello/contract'
import {
  type Invalidacion,
  type Retorno,
  readEventoDeInvalidacion,
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
    | {
        readonly kind: 'invalidacion'
        /** The CAT-002 type of the document that it cancels, or "18" for a return event. */
        readonly tipoDte: string
        /** The code of what it cancels. */
        readonly cancela: string
        readonly reemplazo: string | null
      }
  )

/** Null when it is neither kind, or none of these keys signed it. */
export function readLostEvent(jws: string, publicKeys: readonly string[]): LostEvent | null {
  const signed = readSigned(jws, publicKeys)
  if (!signed) return null
  return asRetorno(signed) ?? asInvalidacion(signed)
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

function identityOf({ identificacion, emisor }: Retorno | Invalidacion) {
  return {
    ambiente: identificacion.ambiente as LostEvent['ambiente'],
    nit: emisor.nit,
    codigoGeneracion: identificacion.codigoGeneracion,
    version: identificacion.version,
    fecEmi: identificacion.fecEmi,
    horEmi: identificacion.horEmi,
  }
}

/** The code of its target: the returned document, or the filing that it cancels. */
export const targetOf = (lost: LostEvent): string =>
  lost.kind === 'retorno' ? lost.documento : lost.cancela

/** Whether it cancels a return event. */
export const cancelsReturn = (lost: LostEvent): boolean =>
  lost.kind === 'invalidacion' && lost.tipoDte === TIPO_RETORNO
