/** Which liquidation lists a document: the rows are taken in commit 1, and their primary key decides a race. */
import type { Tx } from '../../base/db/tx.ts'
import { columnsOf, findLiquidaciones, keyOf, type Listado, type Owner } from './tercero.ts'

/**
 * Takes the rows of what a liquidation lists until the commit, always in one order, so that two callers wait for each
 * other without a deadlock. Returns what a living liquidation has, by `keyOf`, with its code; then nothing is taken.
 */
export async function takeListed(
  tx: Tx,
  owner: Owner & { readonly liquidacion: string },
  all: readonly Listado[],
): Promise<ReadonlyMap<string, string>> {
  const { companyId, ambiente, liquidacion } = owner
  const inOrder = all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const columns = columnsOf(inOrder)
  const fresh = await tx.many<Listado>(
    `insert into liquidated_documents (company_id, ambiente, tipo_dte, numero, invalidado, liquidacion)
     select $1, $2, a.tipo_dte, a.numero, a.invalidado, $6
       from unnest($3::text[], $4::text[], $5::boolean[]) as a (tipo_dte, numero, invalidado)
     on conflict do nothing returning tipo_dte as "tipoDte", numero, invalidado`,
    [companyId, ambiente, ...columns, liquidacion],
  )
  const ours = new Set(fresh.map(keyOf))
  const others = inOrder.filter((one) => !ours.has(keyOf(one)))
  if (others.length === 0) return new Map()
  await tx.many(
    `select a.numero
       from unnest($3::text[], $4::text[], $5::boolean[]) as a (tipo_dte, numero, invalidado)
      cross join lateral (
        select from liquidated_documents l
         where l.company_id = $1 and l.ambiente = $2 and l.tipo_dte = a.tipo_dte and l.numero = a.numero
           and l.invalidado = a.invalidado for update) l`,
    [companyId, ambiente, ...columnsOf(others)],
  )
  // A separate statement: its snapshot is taken after the wait for another liquidation's commit.
  const taken = await findLiquidaciones(tx, owner, others)
  if (taken.size > 0) return taken
  await tx.run(
    `insert into liquidated_documents (company_id, ambiente, tipo_dte, numero, invalidado, liquidacion)
     select $1, $2, a.tipo_dte, a.numero, a.invalidado, $6
       from unnest($3::text[], $4::text[], $5::boolean[]) as a (tipo_dte, numero, invalidado)
     on conflict (company_id, ambiente, tipo_dte, numero, invalidado) do update
        set liquidacion = excluded.liquidacion`,
    [companyId, ambiente, ...columnsOf(others), liquidacion],
  )
  return taken
}
