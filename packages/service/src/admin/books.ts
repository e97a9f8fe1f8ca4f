/** The VAT books of a company's month. */
import type { Ambiente } from '@sello/contract'
import { type Libros, libros } from '@sello/fiscal'
import { readMonth } from '../documents/month.ts'
import { openDataKey } from '../secrets/secrets.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

/** Refuses what is no month. A month without documents has empty books. */
export async function readBooks(
  admin: Admin,
  nit: string,
  { ambiente, mes }: { readonly ambiente: Ambiente; readonly mes: string },
): Promise<Libros> {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(mes)) refuse('mes', 'Es un mes como 2026-12.')
  const { companyId } = await companyOf(admin, nit)
  const { data_key } = await admin.pool.one<{ data_key: Buffer }>(
    'select data_key from companies where company_id = $1',
    [companyId],
  )
  const dataKey = openDataKey(admin.secrets, companyId, data_key)
  return libros(await readMonth(admin.pool, { companyId, ambiente, dataKey }, mes))
}
