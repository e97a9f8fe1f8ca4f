/** Reads one document of a company, in any state. */
import type { Ambiente, Estado, TipoDte, Totales } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import type { Rechazado } from '../transmission/outcome.ts'
import { type Numerado, openPayload } from './firmado.ts'

/** A stored document with its decrypted bytes. */
export interface Stored extends Numerado {
  readonly estado: Estado
  readonly selloRecibido: string | null
  readonly fhProcesamiento: string | null
  readonly observaciones: readonly string[]
  readonly rechazo: Rechazado | null
  readonly receptor: { readonly nombre: string | null; readonly numDocumento: string | null } | null
  /** When it was signed; for an unsigned one, prepared. */
  readonly createdAt: Date
  readonly historial: readonly { estado: Estado; fecha: string; motivo: string | null }[]
  /** The caller's own reference for the sale. */
  readonly referencia: string | null
  /** It was rejected, and the ministry may have sealed an earlier sending of it (ADR 0041). */
  readonly dudoso: boolean
  /** The doubtful attempt of the same sale that it replaces. */
  readonly sustituye: string | null
}

/** Identifies a reader: the company, the environment of its key, and the company's data key. */
export interface Reader {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly nit: string
  readonly dataKey: Buffer
}

interface Row {
  readonly codigo_generacion: string
  readonly ambiente: Ambiente
  readonly tipo_dte: TipoDte
  readonly numero_control: string
  readonly version: number
  readonly fec_emi: string
  readonly hor_emi: string
  readonly estado: Estado
  readonly totales: Totales
  readonly payload: Buffer
  readonly signature: Buffer | null
  readonly sello_recibido: string | null
  readonly fh_procesamiento: string | null
  readonly observaciones: string[]
  readonly rechazo: Rechazado | null
  readonly receptor_nombre: string | null
  readonly receptor_documento: string | null
  readonly historial: Stored['historial']
  readonly referencia: string | null
  readonly created_at: Date
  readonly dudoso: boolean
  readonly sustituye: string | null
}

/** Null for an unknown document and for one of another company or environment. */
export async function findDocument(
  db: Db,
  reader: Reader,
  codigoGeneracion: string,
): Promise<Stored | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from documents
      where company_id = $1 and codigo_generacion = $2 and ambiente = $3`,
    [reader.companyId, codigoGeneracion, reader.ambiente],
  )
  return row && toStored(row, reader)
}

const COLUMNS = `codigo_generacion, ambiente, tipo_dte, numero_control, version, fec_emi, hor_emi, estado, totales,
            payload, signature, sello_recibido, fh_procesamiento, observaciones, rechazo,
            receptor_nombre, receptor_documento, historial, referencia, created_at, dudoso, sustituye`

/** Those that exist, by the given code, of any environment; each is decrypted when it is called for. */
export async function findDocuments(
  db: Db,
  reader: Omit<Reader, 'ambiente'>,
  codes: readonly string[],
): Promise<ReadonlyMap<string, () => Stored>> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from documents
      where company_id = $1 and codigo_generacion = any ($2::uuid[])`,
    [reader.companyId, codes],
  )
  return new Map(rows.map((row) => [row.codigo_generacion, () => toStored(row, reader)]))
}

/**
 * For a corrected code: the attempt that a claim of this instant made, as it was when the ministry rejected it.
 * Null if that attempt is the current document.
 */
export async function findCorrectedAttempt(
  db: Db,
  reader: Reader,
  codigoGeneracion: string,
  claimedAt: Date,
): Promise<Stored | null> {
  // A claim is never younger than its document's signature, and the next attempt is younger than both.
  const row = await db.maybeOne<Row>(
    `select codigo_generacion, ambiente, tipo_dte, numero_control, version, fec_emi, hor_emi,
            'rechazado' as estado, totales, payload, signature, null as sello_recibido,
            fh_procesamiento, array[]::text[] as observaciones, rechazo, receptor_nombre,
            receptor_documento, historial, null as referencia, created_at, false as dudoso,
            null as sustituye
       from rejected_documents
      where company_id = $1 and codigo_generacion = $2 and ambiente = $3 and created_at >= $4
      order by created_at limit 1`,
    [reader.companyId, codigoGeneracion, reader.ambiente, claimedAt],
  )
  return row && toStored(row, reader)
}

function toStored(row: Row, reader: Omit<Reader, 'ambiente'>): Stored {
  const codigoGeneracion = row.codigo_generacion.toUpperCase()
  const hasReceptor = row.receptor_nombre !== null || row.receptor_documento !== null
  return {
    kind: 'documento',
    companyId: reader.companyId,
    codigoGeneracion,
    numeroControl: row.numero_control,
    tipoDte: row.tipo_dte,
    version: row.version,
    ambiente: row.ambiente,
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
    createdAt: row.created_at,
    historial: row.historial,
    referencia: row.referencia,
    dudoso: row.dudoso,
    sustituye: row.sustituye?.toUpperCase() ?? null,
  }
}
