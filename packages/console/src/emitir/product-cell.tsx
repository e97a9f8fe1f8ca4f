/** The product of a line: free text, or one of the company's products by name or code. */
import type { Product } from '@sello/contract'
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { Found } from '../ui/combobox.tsx'
import { money } from '../ui/text.ts'
import type { RowProps } from './cells.ts'
import css from './grid.module.css'
import type { Columna } from './lineas/columnas.ts'
import { lineOf, priceOf, useProductos } from './productos.ts'

/** Products listed under a cell. */
const LISTED = 8

interface Props extends RowProps {
  readonly columna: Columna
  readonly cell: {
    readonly value: string
    readonly 'aria-label': string
    readonly onFocus: (event: FocusEvent<HTMLTextAreaElement>) => void
    readonly onBlur: () => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

export function ProductCell({ linea, acts, tipoDte, scanner, last, cell, columna }: Props) {
  const [open, setOpen] = useState(false)
  /** What was chosen with the arrows: what is merely listed first is not taken. */
  const [chosen, setChosen] = useState<string | null>(null)
  const listId = useId()
  const text = linea.descripcion
  const isOwn = linea.productId === null && text.trim() !== ''
  const query = useProductos(text, { limit: LISTED, enabled: open && isOwn })
  const found = open && isOwn ? (query.data?.products ?? []) : []
  const shown = found.length > 0
  const active = found.findIndex(({ productId }) => productId === chosen)
  const take = (product: Product) => {
    setOpen(false)
    setChosen(null)
    acts.set(linea.id, lineOf(product, tipoDte))
    acts.go(linea.id, 'cantidad', 0)
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const product = found[active]
    setOpen(false)
    if (product) {
      event.preventDefault()
      take(product)
      return
    }
    if (isOwn && !event.repeat) void acts.byCode(linea.id, text, scanner)
    if (isOwn && scanner) {
      event.preventDefault()
      acts.go(linea.id, 'descripcion', 1)
    } else cell.onKeyDown(event)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event
    if (shown && (key === 'ArrowDown' || key === 'ArrowUp') && !event.altKey) {
      event.preventDefault()
      const by = key === 'ArrowDown' ? 1 : -1
      const from = active < 0 && by < 0 ? 0 : active
      setChosen(found[(from + by + found.length) % found.length]?.productId ?? null)
    } else if (key === 'Enter' && !event.ctrlKey) onEnter(event)
    else if (shown && key === 'Escape') {
      event.preventDefault()
      setOpen(false)
    } else cell.onKeyDown(event)
  }
  const note = [linea.codigo, linea.noGravado && 'Cargo o abono no gravado']
    .filter(Boolean)
    .join(' · ')
  return (
    <div className={css.box} role="gridcell">
      <textarea
        {...cell}
        className={note ? `${css.cell} ${css.noted}` : css.cell}
        rows={1}
        placeholder={last ? columna.placeholder : undefined}
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        spellCheck={false}
        onChange={(event) => {
          acts.set(linea.id, { descripcion: event.target.value, productId: null })
          setChosen(null)
          setOpen(true)
        }}
        onBlur={() => {
          setOpen(false)
          cell.onBlur()
        }}
        onKeyDown={onKeyDown}
      />
      {note && <small>{note}</small>}
      {shown && (
        <div className="list-pop" role="listbox" id={listId} aria-label="Productos">
          {found.map((product, i) => (
            <div
              key={product.productId}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onMouseDown={(event) => {
                event.preventDefault()
                take(product)
              }}
            >
              <span>
                <Found text={product.descripcion} part={text.trim()} />
              </span>
              <small>{product.codigo}</small>
              <span className="num">{money(Number(priceOf(product, tipoDte)))}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
