/** What a file may say by mistake. It is told before anything is issued, and what may cost money is decided by a person. */

import { columnLetters } from '@sello/paper/xlsx'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { confirm } from '../prompt.ts'
import type { Acceptable } from './acceptable.ts'
import type { Sheet } from './read.ts'
import type { Surroundings } from './row.ts'
import { rowList } from './row-list.ts'
import { linesOfRequest, type Sale } from './sales.ts'

export interface Warning {
  readonly aviso: Acceptable | 'ejemplo'
  readonly mensaje: string
  /** Null: it is only told. */
  readonly pregunta: string | null
}

interface Found {
  readonly sheet: Sheet
  /** The sales that would be issued. */
  readonly pending: readonly Sale[]
  readonly examples: readonly number[]
}

export function findWarnings({ sheet, pending, examples }: Found): readonly Warning[] {
  const { around } = sheet
  return [
    ...exampleRows(examples),
    ...(pending.length > 0 && around
      ? [...otherSheets(around), ...hiddenParts(sheet, around, pending)]
      : []),
    ...identicalLines(pending),
    ...identicalSales(pending),
  ]
}

function exampleRows(examples: readonly number[]): readonly Warning[] {
  if (examples.length === 0) return []
  const says =
    examples.length === 1
      ? 'es el ejemplo de la plantilla y no se emite'
      : 'son el ejemplo de la plantilla y no se emiten'
  const mensaje = `${capital(rowList(examples))}: ${says}.`
  return [{ aviso: 'ejemplo', mensaje, pregunta: null }]
}

function otherSheets({ name, others }: Surroundings): readonly Warning[] {
  if (others.length === 0) return []
  const named = others
    .map((one) => `«${one.name}» (${one.rows} ${one.rows === 1 ? 'fila' : 'filas'})`)
    .join(', ')
  const mensaje = `El archivo tiene datos en ${others.length === 1 ? 'otra hoja' : 'otras hojas'}: ${named}. Solo se emite la primera, «${name}»; lo demás no se lee.`
  return [{ aviso: 'hojas', mensaje, pregunta: `¿Emitir solo la hoja «${name}»?` }]
}

function hiddenParts(
  { header, rows }: Sheet,
  { name, isHidden, hiddenRows, hiddenColumns }: Surroundings,
  pending: readonly Sale[],
): readonly Warning[] {
  const told: string[] = []
  if (isHidden) told.push(`La hoja que se lee, «${name}», está oculta.`)
  const soldRows = pending.flatMap((sale) => sale.rows)
  const unseen = soldRows.filter((row) => hiddenRows.has(row))
  if (unseen.length > 0) {
    const is = unseen.length === 1 ? 'está oculta y se emitiría' : 'están ocultas y se emitirían'
    told.push(`${capital(rowList(unseen))}: ${is} con las demás.`)
  }
  const sold = new Set(soldRows)
  const columns = header.flatMap((column, at) => {
    const isUnseen = hiddenColumns.some(([first, last]) => first <= at && at <= last)
    const isUsed = () => rows.some(({ row, cells }) => sold.has(row) && (cells[at] ?? '') !== '')
    return isUnseen && isUsed() ? [`${column} (columna ${columnLetters(at)})`] : []
  })
  if (columns.length > 0) {
    told.push(`Hay columnas ocultas con valores que se emitirían: ${columns.join(', ')}.`)
  }
  if (told.length === 0) return []
  const mensaje = `${told.join(' ')} Si no debe emitirse, muéstrelo y bórrelo: lo que solo se oculta o se filtra sigue en el archivo.`
  return [{ aviso: 'ocultas', mensaje, pregunta: '¿Emitir también lo que está oculto?' }]
}

/** The lines of one document that say the same: a row that was pasted twice doubles its amount. */
function identicalLines(pending: readonly Sale[]): readonly Warning[] {
  const twice = pending.flatMap(({ rows, request }) => {
    const lines = linesOfRequest(request).map((item, at) => ({
      row: rows[at] ?? 0,
      said: JSON.stringify(item),
    }))
    return repeatedBy(lines, ({ said }) => said).flat()
  })
  if (twice.length === 0) return []
  const mensaje = `${capital(rowList(twice.map(({ row }) => row)))}: se repiten con la misma referencia, y serían líneas iguales de un mismo documento. Si son ventas distintas, cada una lleva su referencia; si una se pegó dos veces, bórrela.`
  return [{ aviso: 'iguales', mensaje, pregunta: '¿Emitir las líneas iguales?' }]
}

/**
 * Sales that say the same. Two coffees an hour, each with its own referencia, are ordinary, so that is only told; two
 * documents for one named buyer, or rows with nothing that tells them apart, have to be confirmed.
 */
function identicalSales(pending: readonly Sale[]): readonly Warning[] {
  const same = repeatedBy(pending, ({ hash }) => hash)
  const isDoubtful = (group: readonly Sale[]) =>
    group.some(({ referencia, request }) => referencia === null || hasBuyer(request))
  const doubtful = same.filter(isDoubtful)
  const ordinary = same.filter((group) => !isDoubtful(group))
  const warnings: Warning[] = []
  if (doubtful.length > 0) {
    const mensaje = `${capital(rowsOf(doubtful))}: son ventas iguales, sin referencia que las distinga o para el mismo comprador, y cada una sería un documento. Si alguna se pegó dos veces, bórrela.`
    warnings.push({ aviso: 'iguales', mensaje, pregunta: '¿Emitir las ventas iguales?' })
  }
  if (ordinary.length > 0) {
    const mensaje = `${capital(rowsOf(ordinary))}: son ventas que solo se distinguen por su referencia, y cada una se emite.`
    warnings.push({ aviso: 'iguales', mensaje, pregunta: null })
  }
  return warnings
}

/** Those that share their key with another, by key. */
function repeatedBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

const hasBuyer = (request: Sale['request']) =>
  (request as { receptor?: object | null }).receptor != null

const rowsOf = (groups: readonly (readonly Sale[])[]) =>
  rowList(groups.flat().flatMap(({ rows }) => rows))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export interface Answers {
  readonly accept?: readonly Acceptable[]
  readonly yes?: boolean
}

/** Refuses a file with something to decide where nobody can be asked: `--yes` does not say that it was seen. */
export function assertDecided(
  { stdin }: Pick<Io, 'stdin'>,
  file: string,
  warnings: readonly Warning[],
  answers: Answers,
): void {
  const open = openOf(warnings, answers)
  if (open.length === 0 || (stdin.isTTY && !answers.yes)) return
  const names = [...new Set(open.map(({ aviso }) => aviso))].join(',')
  const lines = [
    `${file}: no se emitió nada: antes hay que decidir.`,
    ...open.map(({ mensaje }) => mensaje),
    `Si así debe emitirse, repita con --accept ${names}`,
  ]
  const issues = open.map(({ aviso, mensaje: message }) => {
    return { field: aviso, option: `--accept ${aviso}`, message }
  })
  throw new CliError('refused', lines.join('\n'), { issues })
}

/** Tells all warnings, and asks about each one that has to be decided. Returns after a yes to all. */
export async function settleWarnings(
  io: Io,
  warnings: readonly Warning[],
  answers: Answers,
): Promise<void> {
  const open = new Set(openOf(warnings, answers))
  for (const warning of warnings) {
    io.err(`Aviso: ${warning.mensaje}`)
    if (open.has(warning) && warning.pregunta !== null) await confirm(io, warning.pregunta)
  }
}

const openOf = (warnings: readonly Warning[], { accept = [] }: Answers) =>
  warnings.filter(
    ({ aviso, pregunta }) => pregunta !== null && !(accept as readonly string[]).includes(aviso),
  )
