/** Reads one document of a company, in any state. */
import { type Ambiente, type Estado, Refused } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import type { Rechazado } from '../transmission/outcome.ts'
import { openPayload } from '../transmission/payload.ts'
import type { Numerado } from './firmado.ts'
import { historialOf, type Paso, type StoredHistorial } from './historial.ts'
import { type StoredTotales, totalesOf } from './totales.ts'

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
  readonly historial: readonly Paso[]
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

interface Row
  extends Omit<
    Stored,
    'kind' | 'companyId' | 'nit' | 'payload' | 'totales' | 'historial' | 'doubtfulSince'
  > {
  readonly payload: Buffer
  readonly totales: StoredTotales
  readonly historial: StoredHistorial
}

/** Null where there is neither. */
export const RECEPTOR = `case when coalesce(receptor_nombre, receptor_documento) is not null
            then json_build_object('nombre', receptor_nombre, 'numDocumento', receptor_documento) end as receptor`

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

const COLUMNS = `upper(codigo_generacion::text) as "codigoGeneracion", ambiente, tipo_dte as "tipoDte",
            numero_control as "numeroControl", version, fec_emi as "fecEmi", hor_emi as "horEmi", estado, totales,
            payload, signature, sello_recibido as "selloRecibido", fh_procesamiento as "fhProcesamiento",
            observaciones, rechazo, ${RECEPTOR}, historial, referencia, created_at as "createdAt", dudoso,
            upper(sustituye::text) as sustituye`

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
  return new Map(
    rows.map((row) => [row.codigoGeneracion.toLowerCase(), () => toStored(row, reader)]),
  )
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
    `select ${COLUMNS}
       from (select *, 'rechazado' as estado, null as sello_recibido, array[]::text[] as observaciones,
                    null as referencia, false as dudoso, null::uuid as sustituye
               from rejected_documents
              where company_id = $1 and codigo_generacion = $2 and ambiente = $3 and created_at >= $4
              order by created_at limit 1) attempt`,
    [reader.companyId, codigoGeneracion, reader.ambiente, claimedAt],
  )
  return row && toStored(row, reader)
}

function toStored(
  { payload: column, totales: amounts, historial: pasos, ...row }: Row,
  { companyId, nit, dataKey }: Omit<Reader, 'ambiente'>,
): Stored {
  const which = { kind: 'documento', companyId, codigoGeneracion: row.codigoGeneracion } as const
  const payload = openPayload(which, column, dataKey)
  const totales = totalesOf(amounts, payload)
  const historial = historialOf(pasos)
  return { kind: 'documento', companyId, nit, payload, totales, historial, ...row } // last (ADR 0027)
}

/** The same 404 for an unknown document and for one of another company or environment. */
export const noDocument = () =>
  new Refused('not_found', 'No hay un documento con ese codigoGeneracion en esta empresa.', {})
