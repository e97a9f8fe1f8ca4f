/** A table of customers: its columns, and what spreadsheets do to their values. */
import type { CustomerToImport } from '@sello/service/admin'
import { CsvBroken, type CsvRow, readCsv } from './csv.ts'
import { usage } from './exit.ts'
import { errorValueMessage, isErrorValue, isSpoiltNumber, spoiltNumberMessage } from './spoilt.ts'

/** The members of a customer on the wire; an address is nested. */
// biome-ignore format: a table
const COLUMNS = [
  'externalId', 'nombre', 'tipoDocumento', 'numDocumento', 'nrc', 'codActividad', 'descActividad',
  'nombreComercial', 'departamento', 'municipio', 'distrito', 'complemento', 'telefono', 'correo',
  'codPais', 'nombrePais', 'tipoPersona',
] as const
type Column = (typeof COLUMNS)[number]

export const COLUMN_NAMES = COLUMNS.join(', ')

export interface RefusedLine {
  readonly line: number
  readonly problems: readonly { readonly field: string; readonly message: string }[]
}

export interface CustomerTable {
  readonly customers: readonly CustomerToImport[]
  /** Rows that are not customers. */
  readonly refused: readonly RefusedLine[]
}

/** Refuses (usage) anything but a table, and a header with an unknown column. */
export function readCustomerTable(bytes: Buffer): CustomerTable {
  const [header, ...rows] = parse(bytes)
  if (!header) usage('El archivo está vacío. La primera línea nombra las columnas.')
  const columns = columnsOf(header)
  const read = rows.map((row) => readRow(row, columns))
  return {
    customers: read.filter((one) => 'customer' in one),
    refused: read.filter((one) => 'problems' in one),
  }
}

function parse(bytes: Buffer): readonly CsvRow[] {
  try {
    return readCsv(decode(bytes))
  } catch (error) {
    if (error instanceof CsvBroken)
      usage(`El archivo no es CSV: línea ${error.line}, ${error.message}.`)
    throw error
  }
}

/** Spreadsheets without a UTF-8 mark use the encoding of Windows in Central America. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function columnsOf({ cells }: CsvRow): readonly Column[] {
  const names = cells.map((cell) => cell.trim())
  const columns = names.map((name) =>
    COLUMNS.find((one) => one.toLowerCase() === name.toLowerCase()),
  )
  const unknown = names.filter((_, i) => columns[i] === undefined)
  if (unknown.length > 0) {
    const said = unknown.map((name) => name || '(sin nombre)').join(', ')
    usage(`No se conoce la columna ${said}. Las columnas son: ${COLUMN_NAMES}.`)
  }
  const twice = names.filter((_, i) => columns.indexOf(columns[i]) !== i)
  if (twice.length > 0) usage(`La columna ${twice.join(', ')} está dos veces.`)
  return columns as readonly Column[]
}

function readRow(
  { line, cells }: CsvRow,
  columns: readonly Column[],
): CustomerToImport | RefusedLine {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    const message = `Tiene ${cells.length} valores y el encabezado ${columns.length} columnas; un valor con comas va entre comillas.`
    return { line, problems: [{ field: 'línea', message }] }
  }
  const given = columns.map(
    (column, i) => [column, mended(column, cells[i]?.trim() ?? '')] as const,
  )
  // An empty cell leaves the stored value unchanged.
  const said = Object.fromEntries(given.filter(([, text]) => text !== '')) as Said
  const spoilt = errorValue(said) ?? spoiltNumber(said)
  if (spoilt) return { line, problems: [spoilt] }
  return { line, customer: toCustomer(said) }
}

type Said = Readonly<Partial<Record<Column, string>>>

/** Codes that spreadsheets read as numbers and write without leading zeros. */
const DIGITS: Readonly<Partial<Record<Column, number>>> = {
  tipoDocumento: 2,
  departamento: 2,
  municipio: 2,
  distrito: 2,
  codActividad: 5,
}

function mended(column: Column, text: string): string {
  const digits = DIGITS[column]
  return digits !== undefined && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
}

function errorValue(said: Said) {
  const [field, text] = Object.entries(said).find(([, value]) => isErrorValue(value)) ?? []
  return field && text ? { field, message: errorValueMessage(text) } : null
}

/** A NIT or a DUI without its leading zero would pass as a number of another kind. */
function spoiltNumber({ numDocumento = '', tipoDocumento, codPais = 'SV' }: Said) {
  if (!isSpoiltNumber(numDocumento) || tipoDocumento !== undefined || codPais !== 'SV') return null
  return { field: 'numDocumento', message: spoiltNumberMessage(numDocumento) }
}

/** `complemento` is the last part of a domestic address, and all of a foreign one. */
function toCustomer(said: Said): CustomerToImport['customer'] {
  const { departamento, municipio, distrito, complemento, tipoPersona, ...rest } = said
  const lugar = defined({ departamento, municipio, distrito })
  const hasLugar = Object.keys(lugar).length > 0
  const address = hasLugar
    ? { direccion: { ...lugar, ...defined({ complemento }) } }
    : defined({ complemento })
  return {
    ...rest,
    ...address,
    ...(tipoPersona === undefined ? {} : { tipoPersona: numberOf(tipoPersona) }),
  }
}

/** A value that is not a number is left for the rules to refuse. */
function numberOf(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

function defined(members: { readonly [C in Column]?: string | undefined }): Said {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
