/** The cells of the lines: their columns, the path that names each in the form, and what a key does in one. */
import type { TipoDte } from '@sello/contract'
import type { KeyboardEvent } from 'react'
import type { Change, Form, Linea } from './form.ts'

export const COLUMNS = ['descripcion', 'cantidad', 'precio', 'descuento', 'venta'] as const
export type Column = (typeof COLUMNS)[number]

export const cellId = (id: string, column: Column) => `linea/${id}/${column}`

export interface RowActs {
  readonly set: (id: string, values: Partial<Linea>) => void
  readonly blur: (at: string) => void
  readonly details: (id: string) => void
  readonly go: (id: string, column: Column, by: number) => void
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
  readonly ventas: boolean
  readonly tipoDte: TipoDte
  readonly importe: number | null
  readonly errors: Readonly<Record<string, string>>
  readonly scanner: boolean
  readonly acts: RowActs
}

interface Cell {
  readonly id: string
  readonly column: Column
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
  const { key, ctrlKey, altKey, shiftKey } = event
  const { id, column, acts } = cell
  const down = key === 'ArrowDown' ? 1 : -1
  const once = (run: () => void) => (event.repeat && ONCE.has(key) ? () => {} : run)
  if (key === 'F6') return acts.leave
  if (ctrlKey && key.toLowerCase() === 'd') return once(() => acts.copy(id))
  if (ctrlKey && key === 'Delete') return once(() => acts.remove(id))
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    return altKey ? () => acts.move(id, down) : () => acts.go(id, column, down)
  }
  if (key === 'Escape') return () => acts.set(id, { [column]: cell.before })
  if (key === 'ArrowLeft' || key === 'ArrowRight') return sideways(event, cell)
  if (key === 'Enter' && !ctrlKey) return once(() => onEnter(cell))
  if (key === 'Tab' && !shiftKey && column === 'descripcion' && acts.isEnd(id)) return acts.leave
  return undefined
}

/** To the next cell, at the text's edge alone. */
function sideways({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>, cell: Cell) {
  const { value, selectionStart, selectionEnd } = currentTarget as HTMLInputElement
  const to = COLUMNS[COLUMNS.indexOf(cell.column) + (key === 'ArrowRight' ? 1 : -1)]
  const edge = key === 'ArrowRight' ? value.length : 0
  const isAtEdge = selectionStart === edge && selectionEnd === edge && !shiftKey
  return to && isAtEdge ? () => cell.acts.go(cell.id, to, 0) : undefined
}

function onEnter({ id, column, acts }: Cell): void {
  if (acts.isEnd(id)) acts.leave()
  else if (column === 'descripcion') acts.go(id, 'cantidad', 0)
  else if (column === 'cantidad') acts.go(id, 'precio', 0)
  else acts.go(id, 'descripcion', 1)
}
