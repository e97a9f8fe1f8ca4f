/** The VAT books of a company's month, and its files. */
import type { Books } from '@sello/contract'
import {
  type Anexo,
  anexo,
  anexos,
  type Criterio,
  filasDe,
  type Libros,
  libros,
} from '@sello/fiscal'
import { type Fila, toCsv } from '@sello/paper/csv'
import type { Db } from '../../base/db/tx.ts'
import type { MonthReader as Reader } from '../../ledger/documents/month.ts'
import { foldMonth } from './month.ts'

export async function readBooks(db: Db, reader: Reader, mes: string): Promise<Books> {
  const month = await foldMonth(db, reader, mes)
  return { mes, ...libros(month), anexos: anexos(month) } as Books
}

export type Libro = Exclude<keyof Libros, 'sinSello' | 'avisos'>
export const LIBROS = [
  'contribuyentes',
  'consumidorFinal',
  'exportaciones',
  'compras',
  'anulados',
] as const

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
  const month = await foldMonth(db, reader, mes)
  if (isLibro(archivo)) {
    return {
      nombre: `${archivo}-${mes}.csv`,
      contentType: 'text/csv; charset=utf-8',
      bytes: Buffer.from(toCsv(toTable(filasDe(archivo, month)))),
    }
  }
  const { nombre, bytes } = anexo(archivo, month, { mes, criterio })
  return { nombre, contentType: 'text/csv; charset=windows-1252', bytes }
}

const isLibro = (archivo: Libro | Anexo): archivo is Libro =>
  (LIBROS as readonly string[]).includes(archivo)

/** With the names of the members as heading. */
function* toTable(filas: Iterable<object>): Iterable<Fila> {
  let isFirst = true
  for (const fila of filas) {
    if (isFirst) yield Object.keys(fila)
    isFirst = false
    yield Object.values(fila)
  }
}
