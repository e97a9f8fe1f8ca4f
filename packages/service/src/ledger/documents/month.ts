/** The signed documents of a month, for its books. */
import type { Ambiente } from '@sello/contract'
import { type DocumentoDelMes, readDocumento } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { openPayload } from '../transmission/payload.ts'

interface Row {
  readonly codigo_generacion: string
  readonly fec_emi: string
  readonly position: bigint
  readonly payload: Buffer
  readonly sello_recibido: string | null
  readonly estado: 'sellado' | 'firmado' | 'contingencia' | 'invalidado'
}

/** How many are decrypted before other calls get a turn. */
const ROWS = 50

/** Of a company and environment; `dataKey` decrypts its documents. */
export interface MonthReader {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly dataKey: Buffer
}

/**
 * `mes` is YYYY-MM. Omits rejected and unsigned documents, which never existed for the ministry. Read in the order
 * of the index documents_of_period, so that each page begins where the last one ended.
 */
export async function* documentsOfMonth(
  db: Db,
  { companyId, ambiente, dataKey }: MonthReader,
  mes: string,
): AsyncGenerator<DocumentoDelMes> {
  let after: Pick<Row, 'fec_emi' | 'position'> = { fec_emi: `${mes}-01`, position: -1n }
  for (;;) {
    const rows = await db.many<Row>(
      `select codigo_generacion, fec_emi, position, payload, sello_recibido, estado from documents
        where company_id = $1 and ambiente = $2 and position >= 0
          and (fec_emi, position) > ($3::date, $4::bigint)
          and fec_emi < ($5 || '-01')::date + interval '1 month'
          and estado in ('sellado', 'firmado', 'contingencia', 'invalidado')
        order by fec_emi, position limit ${ROWS}`,
      [companyId, ambiente, after.fec_emi, after.position, mes],
    )
    for (const row of rows) {
      const codigoGeneracion = row.codigo_generacion.toUpperCase()
      const which = { kind: 'documento', companyId, codigoGeneracion } as const
      const text = openPayload(which, row.payload, dataKey)
      const isOpen = row.estado === 'firmado' || row.estado === 'contingencia'
      yield {
        documento: readDocumento(text),
        selloRecibido: row.sello_recibido,
        estado: isOpen ? 'sin_sello' : row.estado === 'invalidado' ? 'invalidado' : 'sellado',
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS) return
    after = last
  }
}
