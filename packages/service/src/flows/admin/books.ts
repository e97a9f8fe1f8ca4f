/** The VAT books of a company's month, for the operator. */
import type { Ambiente, Books } from '@sello/contract'
import { companyDataKey } from '../../ledger/companies/data-key.ts'
import { type BookFile, readBooks as read, readBookFile } from '../../papers/books/books.ts'
import { type Dichos, readCriterio } from '../../papers/books/criterio.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

interface Month {
  readonly ambiente: Ambiente
  readonly mes: string
}

/** Refuses an invalid month. A month without documents has empty books. */
export async function readBooks(admin: Admin, nit: string, of: Month): Promise<Books> {
  return read(admin.pool, await readerOf(admin, nit, of), of.mes)
}

/** Refuses, by name, the parameters that the accountant must declare and that are missing. */
export async function readBooksFile(
  admin: Admin,
  nit: string,
  { archivo, dichos, ...of }: Month & { readonly archivo: Archivo; readonly dichos: Dichos },
): Promise<BookFile> {
  const found = readCriterio(archivo, dichos)
  if ('problems' in found) {
    const [{ field, message }] = found.problems as [(typeof found.problems)[number]]
    return refuse(field, message)
  }
  const { criterio } = found
  const reader = await readerOf(admin, nit, of)
  return readBookFile(admin.pool, reader, { mes: of.mes, archivo, criterio })
}

type Archivo = Parameters<typeof readCriterio>[0]

async function readerOf(admin: Admin, nit: string, { ambiente, mes }: Month) {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(mes)) refuse('mes', 'Es un mes como 2026-12.')
  const { companyId } = await companyOf(admin, nit)
  const dataKey = await companyDataKey(admin.pool, admin.secrets, companyId)
  return { companyId, ambiente, dataKey }
}
