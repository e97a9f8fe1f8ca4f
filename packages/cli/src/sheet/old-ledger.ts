/** What a ledger of other sales does to a file: it would take new sales for issued ones. */
import { isSelloError, type Sello } from '@sello/client'
import { CliError } from '../exit.ts'
import { refuseRows } from './check-file.ts'
import { isChanged, isDone, type Ledger } from './ledger.ts'
import type { RowProblem, Sale } from './sales.ts'

/** Refuses issued rows that say something else now: corrected, moved, or other sales under the name of an old file. */
export function assertUnchanged(file: string, ledger: Ledger, sales: readonly Sale[]): void {
  const changed = sales.flatMap((sale) => changedProblem(ledger, sale))
  if (changed.length === 0) return
  refuseRows(file, changed, [
    `El libro ${ledger.path} es de las ventas que este archivo tenía. Si las de ahora son otras (otro día, otro mes), guarde la hoja con otro nombre y repita.`,
  ])
}

function changedProblem(ledger: Ledger, sale: Sale): readonly RowProblem[] {
  const entry = ledger.find(ledger.referenciaOf(sale))
  if (!isChanged(entry, sale)) return []
  const message = `ya se emitió (${entry?.numeroControl}) y ahora dice otra cosa. Deje la fila como estaba; si es otra venta, póngale otra referencia.`
  return [{ row: sale.rows[0] ?? 0, column: 'referencia', message }]
}

/**
 * Refuses a ledger with a document that the service does not have: it is another installation's, or newer than the
 * backup that the service was restored from. One document stands for all, because a ledger has one service.
 */
export async function assertServiceHasIssued(
  sello: Pick<Sello, 'query'>,
  ledger: Ledger,
  sales: readonly Sale[],
): Promise<void> {
  const last = sales
    .map((sale) => ledger.find(ledger.referenciaOf(sale)))
    .findLast((entry) => entry !== null && isDone(entry) && entry.codigoGeneracion !== undefined)
  if (!last?.codigoGeneracion) return
  try {
    await sello.query(last.codigoGeneracion)
  } catch (error) {
    if (!isSelloError(error, 'not_found')) throw error
    throw new CliError(
      'refused',
      `${ledger.path} dice que ${last.numeroControl} ya se emitió, y este servicio no lo tiene: el libro es de otra instalación, o el servicio se restauró de un respaldo anterior. No se emitió nada. Pregunte a quien lo administra antes de emitir otra vez; si las ventas nunca se emitieron aquí, guarde la hoja con otro nombre.`,
      { cause: error },
    )
  }
}
