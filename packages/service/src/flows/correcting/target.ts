/** The target of a correction: a document of the key's company and environment, its return event, or special operations. */
import {
  type Estado,
  type EstadoEvento,
  Refused,
  TIPO_OPERACIONES,
  TIPO_RETORNO,
  type TipoDte,
} from '@sello/contract'
import { civilTime } from '../../base/time/el-salvador.ts'
import { findDocument, noDocument, type Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { findEvento } from '../../ledger/events/find-events.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Caller } from '../context.ts'

export type Target = OfDocumento | OfRetorno | OfOperaciones

interface OfDocumento {
  readonly codigoGeneracion: string
  readonly tipo: TipoDte
  readonly estado: Estado
  readonly documento: Stored
  readonly evento: null
}

interface OfEvento {
  readonly codigoGeneracion: string
  readonly estado: EstadoEvento
  readonly evento: StoredEvento
}

interface OfRetorno extends OfEvento {
  readonly tipo: typeof TIPO_RETORNO
  /** The document that was returned. */
  readonly documento: Stored
}

export interface OfOperaciones extends OfEvento {
  readonly tipo: typeof TIPO_OPERACIONES
  readonly documento: null
}

/** What the ministry sealed. */
export const signedOf = (target: Target): Stored | StoredEvento =>
  target.evento === null ? target.documento : target.evento

/** Refuses (404) a missing target, and one of another company or environment. */
export async function findTarget(ctx: Caller, codigoGeneracion: string): Promise<Target> {
  const reader = readerOf(ctx)
  const documento = await findDocument(ctx.pool, reader, codigoGeneracion)
  if (documento) {
    const { tipoDte: tipo, estado } = documento
    return { codigoGeneracion, tipo, estado, documento, evento: null }
  }
  const evento = await findEvento(ctx.pool, reader, codigoGeneracion)
  const about = evento && { codigoGeneracion, estado: evento.estado, evento }
  if (about?.evento.kind === 'operaciones') {
    return { ...about, tipo: TIPO_OPERACIONES, documento: null }
  }
  if (about?.evento.kind !== 'retorno' || about.evento.documento === null) throw noDocument()
  const returned = await findDocument(ctx.pool, reader, about.evento.documento)
  if (!returned) throw new Error('bug: a return event about a document that is not there')
  return { ...about, tipo: TIPO_RETORNO, documento: returned }
}

/** Special operations stand for facturas sold on paper: a key that does not issue these has no part in them. */
export const IN_PLACE_OF: TipoDte = '01'

/** 403: the key neither issues nor corrects documents of that type. */
export function assertTypeAllowed({ tiposDte: allowed }: Admitted, tipoDte: TipoDte): void {
  if (allowed.includes(tipoDte)) return
  throw new Refused(
    'dte_type_not_allowed',
    `Esta llave no emite documentos de tipo ${tipoDte} ni los corrige. Use una llave que lo permita.`,
    { allowed },
  )
}

/** 422: the ministry did not seal the target, or it is cancelled. Nothing was signed. */
export function notSealed(codigoGeneracion: string, estado: string) {
  const message =
    estado === 'invalidado'
      ? `El documento ${codigoGeneracion} está invalidado.`
      : `El documento ${codigoGeneracion} está en estado "${estado}" y no tiene sello de Hacienda: no hay nada que corregir.`
  return new Refused('validation_failed', `${message} No se firmó nada.`, {
    issues: [{ field: 'codigoGeneracion', rule: 'MF-10', message }],
  })
}

/** The day in El Salvador on which the ministry sealed it. */
export function sealedOn({ historial }: Pick<Stored | StoredEvento, 'historial'>): string {
  const entries: readonly { estado: string; fecha: string }[] = historial
  const sealed = entries.find(({ estado }) => estado === 'sellado')
  if (!sealed) throw new Error('bug: what is sealed has no instant of its seal')
  return civilTime(new Date(sealed.fecha)).fecEmi
}

/** Refuses (409) an event whose lease a call or the job holds. `takeEvento` decides who resumes it. */
export function assertFree(ctx: Caller, evento: StoredEvento, about: string): void {
  if (evento.leaseUntil !== null && evento.leaseUntil > ctx.now) {
    throw inFlight(ctx, about, evento.createdAt)
  }
}

/** 409: another call or the job is sending it. */
export function inFlight(ctx: Caller, codigoGeneracion: string, since: Date) {
  const enVueloSegundos = Math.max(0, Math.floor((ctx.now.getTime() - since.getTime()) / 1000))
  return new Refused(
    'idempotency_in_flight',
    `Otra petición tiene en curso un evento de ${codigoGeneracion}. Espere y repita, o consúltelo.`,
    { enVueloSegundos, codigoGeneracion },
  )
}
