/** A file of sales as rows of texts, from CSV or XLSX. */
import { readFile, stat } from 'node:fs/promises'
import { CsvBroken, readCsv } from '../csv.ts'
import { usage } from '../exit.ts'
import type { SheetRow, Surroundings } from './row.ts'

export interface Sheet {
  readonly header: readonly string[]
  readonly rows: readonly SheetRow[]
  /** Null for a CSV, which is one table and shows all of it. */
  readonly around: Surroundings | null
}

const BYTES_MAX = 64 * 1024 * 1024
const ZIP = [0x50, 0x4b, 0x03, 0x04] as const

/** Refuses (usage) other files, and files that inflate to more than any table of sales. */
export async function readSheet(path: string): Promise<Sheet> {
  const { size } = await stat(path)
  if (size > BYTES_MAX) usage(`${path}: pasa de 64 MiB. Repártalo en varios archivos.`)
  const bytes = await readFile(path)
  const isZip = ZIP.every((byte, at) => bytes[at] === byte)
  const { rows: all, around } = isZip
    ? await readXlsx(path, bytes)
    : { rows: readText(path, bytes), around: null }
  const [header, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (!header) usage(`${path}: está vacío. La primera fila nombra las columnas.`)
  return { header: header.cells, rows, around }
}

async function readXlsx(path: string, bytes: Buffer) {
  const { readWorkbook } = await import('./xlsx.ts')
  return readWorkbook(path, bytes)
}

function readText(path: string, bytes: Buffer): readonly SheetRow[] {
  try {
    return readCsv(decode(bytes)).map(({ line, cells }) => {
      return { row: line, cells: cells.map((cell) => cell.trim()) }
    })
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error
    usage(`${path}: no es CSV ni XLSX: línea ${error.line}, ${error.message}.`)
  }
}

/** Spreadsheets without a UTF-8 mark use the encoding of Windows in Central America. */
function decode(bytes: Buffer): string {
  // A spreadsheet's "Unicode text".
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
