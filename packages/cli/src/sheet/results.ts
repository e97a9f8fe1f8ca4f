/** The result of every row, as a CSV for spreadsheets. */
import { toCsv } from '@sello/paper/csv'
import type { Ledger } from './ledger.ts'
import type { Sale } from './sales.ts'

const HEADER = [
  'fila',
  'referencia',
  'estado',
  'numeroControl',
  'codigoGeneracion',
  'selloRecibido',
  'totalPagar',
  'problema',
]

/** One line for each row of the file, in its order. */
export function resultsCsv(ledger: Ledger, sales: readonly Sale[]): string {
  const rows = sales.flatMap((sale) => {
    const referencia = ledger.referenciaOf(sale)
    const entry = ledger.find(referencia)
    const estado =
      entry === null ? 'pendiente' : entry.estado === 'refused' ? 'no emitido' : entry.estado
    const facts = [
      entry?.numeroControl ?? '',
      entry?.codigoGeneracion ?? '',
      entry?.selloRecibido ?? '',
      entry?.totalPagar?.toFixed(2) ?? '',
      entry?.message ?? (entry?.previo ? `ya estaba emitida el ${entry.previo}` : ''),
    ]
    return sale.rows.map((row) => [String(row), referencia, estado, ...facts])
  })
  return toCsv([HEADER, ...rows])
}
