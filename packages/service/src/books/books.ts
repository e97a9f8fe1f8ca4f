/** The VAT books of a company's month, and its files. */
import type { Books } from '@sello/contract'
import { type Anexo, anexo, anexos, type Criterio, type Libros, libros } from '@sello/fiscal'
import { readMonth } from '../documents/month.ts'
import { toCsv } from './csv.ts'

type Db = Parameters<typeof readMonth>[0]
type Reader = Parameters<typeof readMonth>[1]

export async function readBooks(db: Db, reader: Reader, mes: string): Promise<Books> {
  const month = await readMonth(db, reader, mes)
  const { contribuyentes, consumidorFinal, compras, anulados, sinSello, avisos } = libros(month)
  // The contract names the members of a book's totals.
  return {
    mes,
    contribuyentes,
    consumidorFinal,
    compras,
    anulados,
    sinSello,
    avisos,
    anexos: anexos(month),
  } as unknown as Books
}

export type Libro = Exclude<keyof Libros, 'sinSello' | 'avisos'>
export const LIBROS = ['contribuyentes', 'consumidorFinal', 'compras', 'anulados'] as const

export interface BookFile {
  readonly nombre: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** `criterio` has the annex's declarations (`readCriterio`). */
export async function readBookFile(
  db: Db,
  reader: Reader,
  { mes, archivo, criterio }: Readonly<{ mes: string; archivo: Libro | Anexo; criterio: Criterio }>,
): Promise<BookFile> {
  const month = await readMonth(db, reader, mes)
  if (isLibro(archivo)) {
    return {
      nombre: `${archivo}-${mes}.csv`,
      contentType: 'text/csv; charset=utf-8',
      bytes: Buffer.from(toCsv(libros(month)[archivo].filas)),
    }
  }
  const { nombre, bytes } = anexo(archivo, month, { mes, criterio })
  return { nombre, contentType: 'text/csv; charset=windows-1252', bytes }
}

const isLibro = (archivo: Libro | Anexo): archivo is Libro =>
  (LIBROS as readonly string[]).includes(archivo)
