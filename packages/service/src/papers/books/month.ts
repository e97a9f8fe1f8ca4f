/** A company's month, folded page by page: neither its documents nor their lines are all in memory. */
import { asientoDe, asientoDeRetorno, type Mes, openMes } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { documentsOfMonth, type MonthReader } from '../../ledger/documents/month.ts'
import { returnsOfMonth } from '../../ledger/events/month.ts'

/** `mes` is YYYY-MM. */
export async function foldMonth(db: Db, reader: MonthReader, mes: string): Promise<Mes> {
  const open = openMes()
  for await (const one of documentsOfMonth(db, reader, mes)) open.add(asientoDe(one))
  for await (const one of returnsOfMonth(db, reader, mes)) open.add(asientoDeRetorno(one))
  return open.close()
}
