/** The cells of the lines: the path that names each in the form, and what a key does in one. */
import type { KeyboardEvent } from 'react'
import type { Change, Form } from './form.ts'
import { type Column, columnasOf, LINEAS, nextColumn } from './lineas/columnas.ts'
import type { Linea } from './lineas/linea.ts'
import { TIPO_FORM, type TipoForm } from './tipo-form.ts'

export const cellId = (id: string, column: Column) => `linea/${id}/${column}`

/** Where a row begins; of a type that has one record, its amount. */
export function firstCell({ tipoDte }: Pick<Form, 'tipoDte'>, id: string): string {
  const [first] = LINEAS[TIPO_FORM[tipoDte].lineas].enter
  return first === undefined ? 'liquidacionContable.valorOperaciones' : cellId(id, first)
}

export interface RowActs {
  readonly set: (id: string, values: Partial<Linea>) => void
  readonly blur: (at: string) => void
  readonly details: (id: string) => void
  /** To a column, or where the row begins, so many rows on. */
  readonly go: (id: string, column: Column | null, by: number) => void
  readonly remove: (id: string) => void
  readonly copy: (id: string) => void
  readonly move: (id: string, by: 1 | -1) => void
  /** A line whose text is the code of a product gets it. `suma`: as scanned, one more of what another line has. */
  readonly byCode: (id: string, texto: string, suma: boolean) => Promise<void>
  readonly leave: () => void
  /** Of the empty row at the end Enter and Tab leave the lines. */
  readonly isEnd: (id: string) => boolean
}

export interface GridProps {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  /** By line id, the computed amount of the line. */
  readonly importes: ReadonlyMap<string, number>
  readonly errors: ReadonlyMap<string, string>
  readonly onBlur: (at: string) => void
  readonly scanner: boolean
}

export interface RowProps {
  readonly linea: Linea
  readonly n: number
  readonly last: boolean
  readonly tipoDte: Form['tipoDte']
  readonly tipo: TipoForm
  readonly retenidos: string
  readonly importe: number | null
  readonly errors: Readonly<Record<string, string>>
  readonly scanner: boolean
  readonly acts: RowActs
}

interface Cell {
  readonly linea: Linea
  readonly column: Column
  readonly lineas: TipoForm['lineas']
  readonly acts: RowActs
  /** What the cell had when it got the focus. */
  readonly before: string
}

/** Keys for every cell; a cell with its own use for one does not pass it on. */
export function onCellKey(event: KeyboardEvent<HTMLElement>, cell: Cell): void {
  const run = actOf(event, cell)
  if (!run) return
  event.preventDefault()
  run()
}

const ONCE = new Set(['d', 'D', 'Delete', 'Enter'])

function actOf(event: KeyboardEvent<HTMLElement>, cell: Cell): (() => void) | undefined {
  const { key, ctrlKey, altKey, shiftKey, currentTarget } = event
  const { linea, column, lineas, acts } = cell
  const { id } = linea
  const down = key === 'ArrowDown' ? 1 : -1
  const once = (run: () => void) => (event.repeat && ONCE.has(key) ? () => {} : run)
  if (key === 'F6') return acts.leave
  if (ctrlKey && key.toLowerCase() === 'd') return once(() => acts.copy(id))
  if (ctrlKey && key === 'Delete') return once(() => acts.remove(id))
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (altKey) return () => acts.move(id, down)
    return isChoice(currentTarget) ? undefined : () => acts.go(id, column, down)
  }
  if (key === 'Escape') return () => acts.set(id, { [column]: cell.before })
  if (key === 'ArrowLeft' || key === 'ArrowRight') return sideways(event, cell)
  if (key === 'Enter' && !ctrlKey) return once(() => onEnter(cell))
  const leaves = column === LINEAS[lineas].enter[0] && acts.isEnd(id)
  return key === 'Tab' && !shiftKey && leaves ? acts.leave : undefined
}

/** The arrows up and down are a list's own. */
const isChoice = (target: HTMLElement) => target.tagName === 'SELECT'

/** To the next cell, at the text's edge alone. */
function sideways({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>, cell: Cell) {
  const { value, selectionStart, selectionEnd } = currentTarget as HTMLInputElement
  const { linea, column, lineas, acts } = cell
  const columns = columnasOf(lineas, linea).map((one) => one.column)
  const to = columns[columns.indexOf(column) + (key === 'ArrowRight' ? 1 : -1)]
  const edge = key === 'ArrowRight' ? value.length : 0
  const isAtEdge =
    isChoice(currentTarget) || (selectionStart === edge && selectionEnd === edge && !shiftKey)
  return to && isAtEdge ? () => acts.go(linea.id, to, 0) : undefined
}

function onEnter({ linea, column, lineas, acts }: Cell): void {
  const next = nextColumn(lineas, linea, column)
  if (acts.isEnd(linea.id)) acts.leave()
  else acts.go(linea.id, next, next === null ? 1 : 0)
}
