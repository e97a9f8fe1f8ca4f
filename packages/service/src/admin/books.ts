/** The VAT books of a company's month. */
import type { Ambiente } from '@sello/contract'
import { type Libros, libros } from '@sello/fiscal'
import { companyDataKey } from '../companies/data-key.ts'
import { readMonth } from '../documents/month.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

/** Refuses what is no month. A month without documents has empty books. */
export async function readBooks(
  admin: Admin,
  nit: string,
  { ambiente, mes }: { readonly ambiente: Ambiente; readonly mes: string },
): Promise<Libros> {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(mes)) refuse('mes', 'Es un mes como 2026-12.')
  const { companyId } = await companyOf(admin, nit)
  const dataKey = await companyDataKey(admin.pool, admin.secrets, companyId)
  return libros(await readMonth(admin.pool, { companyId, ambiente, dataKey }, mes))
}
