/** Sales without a `referencia`: nothing but the ledger beside the file tells that they were issued. */
import { rowList } from './row-list.ts'
import type { Sale } from './sales.ts'

/** Why they are refused and what to do, or null if there are none or somebody said so. */
export function refusalWithoutReferencia(
  pending: readonly Sale[],
  isAllowed: boolean | undefined,
): readonly string[] | null {
  const rows = pending.filter(({ referencia }) => referencia === null).flatMap((sale) => sale.rows)
  if (isAllowed || rows.length === 0) return null
  const them = rows.length === 1 ? 'la' : 'las'
  return [
    `Falta la referencia en ${them} ${rowList(rows)}.`,
    `Por ella se sabe que una venta ya se emitió: sin ella, una copia de este archivo ${them} emitiría otra vez.`,
    'Escriba en cada fila el número de su venta (el del pedido, el del tiquete); las filas de un mismo documento llevan la misma.',
    `Si no hay tal número y nadie ${them} ha emitido, repita con --without-reference. Después no copie el archivo, no lo ordene ni le quite filas, y guarde a su lado el libro (.sello.jsonl), donde se anota lo emitido.`,
  ]
}
