import { TIPOS_DTE, type TipoDte } from '@sello/contract'
import { toCsv } from '@sello/paper/csv'
import { Argument, type Command } from 'commander'
import { createWhole } from '../calling/new-file.ts'
import { command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { COLUMNS } from '../sheet/columns.ts'

interface Options {
  readonly out?: string
  readonly json?: boolean
}

const HELP = `
Una fila por línea de documento; las filas con la misma referencia son un solo documento. La referencia
es el número de su venta: por ella no se emite dos veces. La fila de ejemplo no se emite. «producto» es el código o el productId de un producto guardado: las celdas
vacías de su fila (descripción, precio, unidad…) toman lo que el producto dice.
Después: sello issue --from ARCHIVO --dte-type TIPO`

/** `sello template 01`: an empty table for `sello issue --from`. */
export function template(io: Io): Command {
  const made = command(io, 'template', 'escribe la plantilla de un tipo de documento')
    .usage('<tipoDte> [opciones]')
    .addArgument(new Argument('<tipoDte>', TIPOS_DTE.join(', ')).choices(TIPOS_DTE))
    .option('--out <ruta>', 'termina en .xlsx o .csv (si falta: plantilla-<tipo>.xlsx)')
    .addHelpText('after', HELP)
  return onRun<Options>(made, io, async ({ out }) => {
    const tipoDte = made.args[0] as TipoDte
    const path = out ?? `plantilla-${tipoDte}.xlsx`
    const columns = COLUMNS[tipoDte]
    const content = path.endsWith('.csv') ? csvOf(columns) : await xlsxOf(path, columns)
    if (!(await createWhole(path, content))) {
      throw new CliError('refused', `${path} ya existe y no se toca. Diga otro nombre con --out.`)
    }
    const names = columns.map((column) => column.name + necessity(column))
    return {
      json: { file: path, tipoDte, columns: columns.map(({ name }) => name) },
      text: `${path}\nColumnas: ${names.join(', ')}.`,
    }
  })
}

function necessity({ required, fromProduct }: (typeof COLUMNS)[TipoDte][number]): string {
  if (!required) return ''
  return fromProduct ? ' (obligatoria, salvo con producto)' : ' (obligatoria)'
}

function csvOf(columns: (typeof COLUMNS)[TipoDte]): string {
  return toCsv([columns.map(({ name }) => name), columns.map(({ example = '' }) => example)])
}

async function xlsxOf(path: string, columns: (typeof COLUMNS)[TipoDte]) {
  if (!path.endsWith('.xlsx')) usage('--out: termina en .xlsx o .csv.')
  const { writeTemplate } = await import('../sheet/xlsx.ts')
  return writeTemplate(columns)
}
