/** The deliveries of a document, as its query shows them. */
import type { EntregaHecha } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { maskedAddress } from '../../base/net/masked-address.ts'
import { openAddress } from '../addresses/addresses.ts'
import type { Reader } from '../documents/find.ts'

interface Row extends Omit<EntregaHecha, 'destino' | 'fecha'> {
  readonly address: Buffer
  readonly fecha: Date
}

/** Oldest first; none for the code of an event. */
export async function listDeliveries(
  db: Db,
  { companyId, ambiente, dataKey }: Reader,
  codigoGeneracion: string,
): Promise<readonly EntregaHecha[]> {
  const rows = await db.many<Row>(
    `select d.delivery_id as id, d.estado, d.motivo, coalesce(d.settled_at, d.created_at) as fecha, a.address
       from (select * from deliveries where company_id = $1 and codigo_generacion = $2 and ambiente = $3 offset 0) d
      cross join lateral (
         select address from delivery_addresses
          where company_id = $1 and codigo_generacion = $2 and address_id = d.address_id limit 1) a
      order by d.created_at, d.delivery_id`,
    [companyId, codigoGeneracion, ambiente],
  )
  const which = { companyId, codigoGeneracion }
  return rows.map(({ address, fecha, id, estado, motivo }) => ({
    id,
    destino: maskedAddress(openAddress(which, address, dataKey)),
    ...{ estado, motivo, fecha: fecha.toISOString() },
  }))
}
