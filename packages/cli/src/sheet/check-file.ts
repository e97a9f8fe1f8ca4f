/** Reads and checks a whole file of sales, with the stored products that it names. */
import type { TipoDte } from '@sello/contract'
import { type CallingOptions, type Connection, connect } from '../calling/connect.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { type Checked, checkSales } from './check.ts'
import { readIssued } from './ledger.ts'
import { completeSale, findProducts, namesProducts, type Products } from './products.ts'
import { readSheet } from './read.ts'
import { rowList } from './row-list.ts'
import { type RowProblem, readSales, type Sale } from './sales.ts'
import { findWarnings, type Warning } from './warnings.ts'
import { refusalWithoutReferencia } from './without-referencia.ts'

export interface CheckedFile {
  readonly sales: readonly Sale[]
  /** Sales that the ledger does not list as issued unchanged. */
  readonly pending: readonly Sale[]
  readonly checked: Checked
  readonly warnings: readonly Warning[]
  /** Null: no row names a product, so no query was needed. */
  readonly connection: Connection | null
}

export const PROBLEMS_SHOWN = 50

interface CheckOptions extends CallingOptions {
  readonly tipoDte: TipoDte
  readonly sinReferencia?: boolean
}

/** Refuses a file with any problem, naming all of them. */
export async function checkFile(io: Io, file: string, options: CheckOptions): Promise<CheckedFile> {
  const sheet = await readSheet(file)
  const read = readSales(options.tipoDte, sheet)
  const { examples } = read
  if (read.sales.length === 0 && read.problems.length === 0) refuseEmpty(file, examples)
  const isIssued = await readIssued(`${file}.sello.jsonl`)
  const named = read.sales.filter((sale) => !isIssued(sale))
  const connection = namesProducts(named) ? await connect(io, options) : null
  const products = connection
    ? await findProducts(connection.sello, named, connection.signal)
    : new Map()
  const { problems, ...found } = complete(read.sales, isIssued, products)
  // A problem in a cell is reported once, without its consequences.
  const wrong = new Set(read.problems.map(({ row }) => row))
  const readable = found.pending.filter(({ rows }) => !rows.some((row) => wrong.has(row)))
  const checked = checkSales(readable, civilTime(io.now()))
  const all = [...read.problems, ...problems, ...checked.problems]
  const warnings = findWarnings({ sheet, examples, pending: found.pending })
  const unnamed = refusalWithoutReferencia(found.pending, options.sinReferencia)
  if (all.length > 0 || unnamed !== null) {
    const open = warnings.filter(({ pregunta }) => pregunta !== null)
    refuseRows(file, all, [...(unnamed ?? []), ...open.map(({ mensaje }) => mensaje)])
  }
  return { ...found, checked, warnings, connection }
}

function refuseEmpty(file: string, examples: readonly number[]): never {
  if (examples.length === 0) usage(`${file}: no tiene ninguna venta.`)
  usage(
    `${file}: no tiene ninguna venta, solo el ejemplo de la plantilla (${rowList(examples)}), que no se emite. Escriba las suyas debajo del encabezado.`,
  )
}

/** All sales, and the pending ones with their products' members. */
function complete(
  all: readonly Sale[],
  isIssued: (sale: Sale) => boolean,
  products: Products,
): { sales: readonly Sale[]; pending: readonly Sale[]; problems: readonly RowProblem[] } {
  const sales: Sale[] = []
  const pending: Sale[] = []
  const problems: RowProblem[] = []
  for (const sale of all) {
    if (isIssued(sale)) {
      sales.push(sale)
      continue
    }
    const found = completeSale(sale, products)
    if ('problems' in found) problems.push(...found.problems)
    else {
      sales.push(found.sale)
      pending.push(found.sale)
    }
  }
  return { sales, pending, problems }
}

/** `more` is what else has to be mended or decided: it may be the cause, and one round trip is enough. */
export function refuseRows(
  file: string,
  problems: readonly RowProblem[],
  more: readonly string[],
): never {
  const inOrder = problems.toSorted((a, b) => a.row - b.row)
  const issues = inOrder.map(({ row, column, message }) => {
    const where = column === null ? `fila ${row}` : `fila ${row}, ${column}`
    return { field: where, option: where, message }
  })
  const shown = issues.slice(0, PROBLEMS_SHOWN).map(({ field, message }) => `${field}: ${message}`)
  const others = issues.length - shown.length
  const lines = [
    `${file}: ${countOf(issues.length)}no se emitió nada.`,
    ...shown,
    ...(others > 0 ? [`… y ${others} más.`] : []),
    ...more,
  ]
  throw new CliError('refused', lines.join('\n'), { issues })
}

const countOf = (problems: number) =>
  problems === 0 ? '' : problems === 1 ? 'un problema; ' : `${problems} problemas; `

function civilTime(now: Date): { fecEmi: string; horEmi: string } {
  const [fecEmi = '', horEmi = ''] = localTime(now).split(' ')
  return { fecEmi, horEmi }
}
