/** The books of a month, as tables or as a CSV of one of them. */
import { readBooks } from '../../../admin/books.ts'
import { readParameters, readWord } from '../../parameters.ts'
import { readAmbiente } from '../body.ts'
import type { CompanyRoute } from '../route.ts'

const BOOKS = ['contribuyentes', 'consumidorFinal', 'compras', 'anulados'] as const

export const LIBROS_ROUTES: readonly CompanyRoute[] = [
  {
    name: 'libros',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/v1/books/:mes',
    who: ['D', 'A', 'L', 'C'],
    async handle({ admin, params, query }, { company }) {
      const given = readParameters(query, ['formato', 'libro'])
      const formato = readWord('formato', given.formato, ['json', 'csv'])
      const libro = readWord('libro', given.libro, BOOKS) ?? 'contribuyentes'
      const { mes = '' } = params
      const books = await readBooks(admin, company.nit, { ambiente: readAmbiente(params), mes })
      if (formato !== 'csv') return { body: { mes, ...books } }
      const bytes = Buffer.from(toCsv(books[libro].filas))
      return { file: { name: `${libro}-${mes}.csv`, type: 'text/csv; charset=utf-8', bytes } }
    },
  },
]

/** With a byte-order mark, by which spreadsheets know UTF-8. */
function toCsv(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return '\uFEFF'
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))]
  return `\uFEFF${lines.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`
}

/** A text that a spreadsheet would compute is shown as text. */
function toCell(value: unknown): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
