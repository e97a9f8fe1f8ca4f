/** A document is sent again, on request. */
import { ENTREGAS_MAX, Refused } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Tx } from '../../base/db/tx.ts'
import { encryptAddress, openAddress } from '../addresses/addresses.ts'
import type { Reader } from '../documents/find.ts'
import { lockDocuments } from '../documents/related.ts'

export interface Again {
  readonly codigoGeneracion: string
  /** Each once. */
  readonly addresses: readonly string[]
  readonly now: Date
}

/**
 * With the commit each address is owed a mail; those that are new are the document's from now on. Refuses (422) more
 * than a document may have. Under the document's lock, so that two calls do not store one address twice.
 */
export async function deliverAgain(
  tx: Tx,
  { companyId, ambiente, dataKey, random }: Reader & { readonly random: Random },
  { codigoGeneracion, addresses, now }: Again,
): Promise<readonly string[]> {
  await lockDocuments(tx, companyId, [codigoGeneracion])
  await assertFewMails(tx, { companyId, codigoGeneracion }, addresses.length)
  const which = { companyId, codigoGeneracion }
  const stored = await tx.many<{ id: bigint; address: Buffer }>(
    `select address_id as id, address from delivery_addresses
      where company_id = $1 and codigo_generacion = $2 and told`,
    [companyId, codigoGeneracion],
  )
  const known = new Map(stored.map(({ id, address }) => [openAddress(which, address, dataKey), id]))
  const ids = addresses.map(() => random.uuid())
  for (const [i, address] of addresses.entries()) {
    const id =
      known.get(address) ??
      (await insertAddress(tx, which, encryptAddress(which, address, { dataKey, random })))
    await tx.run(
      `insert into deliveries (company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion,
                               attempt_at, created_at)
       values ($1, $2, $3, $4, $5, 'reenvio', $6, $6)`,
      [companyId, ids[i], codigoGeneracion, id, ambiente, now],
    )
  }
  return ids
}

async function insertAddress(
  tx: Tx,
  { companyId, codigoGeneracion }: { companyId: string; codigoGeneracion: string },
  address: Buffer,
): Promise<bigint> {
  const { id } = await tx.one<{ id: bigint }>(
    `insert into delivery_addresses (company_id, codigo_generacion, address) values ($1, $2, $3)
     returning address_id as id`,
    [companyId, codigoGeneracion, address],
  )
  return id
}

async function assertFewMails(
  tx: Tx,
  { companyId, codigoGeneracion }: { companyId: string; codigoGeneracion: string },
  more: number,
): Promise<void> {
  const { count } = await tx.one<{ count: bigint }>(
    'select count(*) as count from deliveries where company_id = $1 and codigo_generacion = $2',
    [companyId, codigoGeneracion],
  )
  if (Number(count) + more <= ENTREGAS_MAX) return
  const message = `Este documento ya tiene ${count} entregas, y puede tener ${ENTREGAS_MAX}: descárguelo y envíelo por otro medio.`
  throw new Refused('validation_failed', message, {
    issues: [{ field: 'correo', rule: 'correo', message }],
  })
}
