/** The return events of a month, for its books. */
import type { Ambiente } from '@sello/contract'
import { type RetornoDelMes, readEventoDeRetorno } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { openPayload } from '../transmission/payload.ts'

interface Row {
  readonly codigo_generacion: string
  readonly fec_emi: string
  readonly payload: Buffer
  readonly sello_recibido: string | null
  readonly estado: 'sellado' | 'firmado'
}

/** How many are decrypted before other calls get a turn. */
const ROWS = 50
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * `mes` is YYYY-MM, of the events' own dates. Omits events that were rejected, abandoned or invalidated: they take
 * nothing back. Read in the order of the index events_of_period.
 */
export async function* returnsOfMonth(
  db: Db,
  of: { readonly companyId: string; readonly ambiente: Ambiente; readonly dataKey: Buffer },
  mes: string,
): AsyncGenerator<RetornoDelMes> {
  const { companyId, ambiente, dataKey } = of
  let after: Pick<Row, 'fec_emi' | 'codigo_generacion'> = {
    fec_emi: `${mes}-01`,
    codigo_generacion: BEFORE_ALL,
  }
  for (;;) {
    const rows = await db.many<Row>(
      `select codigo_generacion, fec_emi, payload, sello_recibido, estado from events
        where company_id = $1 and ambiente = $2 and kind = 'retorno'
          and (fec_emi, codigo_generacion) > ($3::date, $4::uuid)
          and fec_emi < ($5 || '-01')::date + interval '1 month'
          and estado in ('sellado', 'firmado')
        order by fec_emi, codigo_generacion limit ${ROWS}`,
      [companyId, ambiente, after.fec_emi, after.codigo_generacion, mes],
    )
    for (const row of rows) {
      const codigoGeneracion = row.codigo_generacion.toUpperCase()
      const which = { kind: 'retorno', companyId, codigoGeneracion } as const
      yield {
        retorno: readEventoDeRetorno(openPayload(which, row.payload, dataKey)),
        selloRecibido: row.sello_recibido,
        estado: row.estado === 'sellado' ? 'sellado' : 'sin_sello',
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS) return
    after = last
  }
}
