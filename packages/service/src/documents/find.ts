/** Reading one document of a company, in whatever state it is. */
import type { Ambiente, Estado, TipoDte, Totales } from '@sello/contract'
import type { Db } from '../db/tx.ts'
import { type Firmado, openPayload } from './firmado.ts'
import type { Rechazado } from './outcome.ts'

/** A stored document with its bytes opened. */
export interface Stored extends Firmado {
  readonly estado: Estado
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
  readonly rechazo: Rechazado | null
  readonly receptor: { readonly nombre: string | null; readonly numDocumento: string | null } | null
  readonly historial: readonly { estado: Estado; fecha: string; motivo: string | null }[]
}

/** What a reader must hold: the company, the environment of its key, and the company's data key. */
export interface Reader {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly nit: string
  readonly dataKey: Buffer
}

interface Row {
  readonly codigo_generacion: string
  readonly tipo_dte: TipoDte
  readonly numero_control: string
  readonly version: number
  readonly fec_emi: string
  readonly hor_emi: string
  readonly estado: Estado
  readonly totales: Totales
  readonly payload: Buffer
  readonly signature: Buffer
  readonly sello_recibido: string | null
  readonly fh_procesamiento: string | null
  readonly observaciones: string[]
  readonly rechazo: Rechazado | null
  readonly receptor_nombre: string | null
  readonly receptor_documento: string | null
  readonly historial: Stored['historial']
}

/** Null for a document that is not there, of another company or of another environment alike. */
export async function findDocument(
  db: Db,
  reader: Reader,
  codigoGeneracion: string,
): Promise<Stored | null> {
  const row = await db.maybeOne<Row>(
    `select codigo_generacion, tipo_dte, numero_control, version, fec_emi, hor_emi, estado, totales,
            payload, signature, sello_recibido, fh_procesamiento, observaciones, rechazo,
            receptor_nombre, receptor_documento, historial
       from documents where company_id = $1 and codigo_generacion = $2 and ambiente = $3`,
    [reader.companyId, codigoGeneracion, reader.ambiente],
  )
  return row && toStored(row, reader)
}

function toStored(row: Row, reader: Reader): Stored {
  const codigoGeneracion = row.codigo_generacion.toUpperCase()
  const hasReceptor = row.receptor_nombre !== null || row.receptor_documento !== null
  return {
    companyId: reader.companyId,
    codigoGeneracion,
    numeroControl: row.numero_control,
    tipoDte: row.tipo_dte,
    version: row.version,
    ambiente: reader.ambiente,
    nit: reader.nit,
    fecEmi: row.fec_emi,
    horEmi: row.hor_emi,
    totales: row.totales,
    payload: openPayload(reader.companyId, codigoGeneracion, row.payload, reader.dataKey),
    signature: row.signature,
    estado: row.estado,
    selloRecibido: row.sello_recibido,
    fhProcesamiento: row.fh_procesamiento,
    observaciones: row.observaciones,
    rechazo: row.rechazo,
    receptor: hasReceptor
      ? { nombre: row.receptor_nombre, numDocumento: row.receptor_documento }
      : null,
    historial: row.historial,
  }
}
