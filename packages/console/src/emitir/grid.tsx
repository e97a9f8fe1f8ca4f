/**
 * The lines: a grid in which every cell is an input. Enter advances, Tab moves through, arrows stay in the
 * column. One empty row is always last, and a key held down adds none. Only the visible rows of a long list
 * are drawn.
 */

import type { Product, TipoDte } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { Found } from '../ui/combobox.tsx'
import { Menu } from '../ui/menu.tsx'
import { messageOf } from '../ui/states.tsx'
import { money, moneyOrDash } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { type Change, type Form, isEmptyLinea, type Linea, type VentaDeLinea } from './form.ts'
import { LineDetails } from './line-details.tsx'
import { findByCode, lineOf, priceOf, useProductos } from './productos.ts'
import { TIPO_FORM } from './tipo-form.ts'

const COLUMNS = ['descripcion', 'cantidad', 'precio', 'descuento', 'venta'] as const
type Column = (typeof COLUMNS)[number]
const VENTA: Readonly<Record<VentaDeLinea, string>> = {
  gravada: 'Gravada',
  exenta: 'Exenta',
  no_sujeta: 'No sujeta',
}
const VENTA_KEY: Readonly<Record<string, VentaDeLinea>> = {
  g: 'gravada',
  e: 'exenta',
  n: 'no_sujeta',
}
const VIRTUAL_FROM = 60
const ROW = 48

export interface GridProps {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  /** By line id, the computed amount of the line. */
  readonly importes: ReadonlyMap<string, number>
  readonly errors: ReadonlyMap<string, string>
  readonly onBlur: (at: string) => void
  readonly scanner: boolean
}

const cellId = (id: string, column: Column) => `linea/${id}/${column}`

export function focusCell(at: string): void {
  const cell = document.querySelector<HTMLInputElement>(`[data-at="${CSS.escape(at)}"]`)
  cell?.focus()
  cell?.scrollIntoView({ block: 'nearest' })
}

export function LineGrid(props: GridProps) {
  const { form, dispatch } = props
  const api = apiOf(useWorkspace())
  const client = useQueryClient()
  const scroller = useRef<HTMLDivElement>(null)
  const [details, setDetails] = useState<string | null>(null)
  const virtual = form.lineas.length >= VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count: form.lineas.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (n) => form.lineas[n]?.id ?? n,
    overscan: 12,
    enabled: virtual,
  })
  const latest = useRef(props)
  latest.current = props
  const wanted = useRef<string | null>(null)

  /** Focuses a cell that may not be drawn yet. */
  const goTo = useMemo(
    () => (n: number, column: Column) => {
      const { lineas } = latest.current.form
      const linea = lineas[Math.max(0, Math.min(lineas.length - 1, n))]
      if (!linea) return
      const at = cellId(linea.id, column)
      if (document.querySelector(`[data-at="${CSS.escape(at)}"]`)) return focusCell(at)
      wanted.current = at
      virtualizer.scrollToIndex(n)
    },
    [virtualizer],
  )
  useEffect(() => {
    if (!wanted.current) return
    const at = wanted.current
    if (document.querySelector(`[data-at="${CSS.escape(at)}"]`)) {
      wanted.current = null
      focusCell(at)
    }
  })

  const acts = useMemo<RowActs>(() => {
    const indexOf = (id: string) => latest.current.form.lineas.findIndex((one) => one.id === id)
    return {
      set: (id, values) => dispatch({ kind: 'linea', id, values }),
      blur: (at) => latest.current.onBlur(at),
      details: setDetails,
      go: (id, column, by) => goTo(indexOf(id) + by, column),
      remove: (id) => {
        const { lineas } = latest.current.form
        const at = indexOf(id)
        const linea = lineas[at]
        if (!linea || isEmptyLinea(linea)) return
        dispatch({ kind: 'quitar', id })
        toast(`Línea ${at + 1} quitada.`, {
          label: 'Deshacer',
          run: () => dispatch({ kind: 'insertar', at, linea }),
        })
        requestAnimationFrame(() => goTo(at, 'descripcion'))
      },
      copy: (id) => {
        const linea = latest.current.form.lineas[indexOf(id)]
        if (!linea || isEmptyLinea(linea)) return
        dispatch({ kind: 'copiar', id })
        requestAnimationFrame(() => goTo(indexOf(id) + 1, 'cantidad'))
      },
      move: (id, by) => dispatch({ kind: 'mover', id, by }),
      byCode: async (id, texto, suma) => {
        try {
          const product = await findByCode(client, api, texto)
          const { tipoDte } = latest.current.form
          if (product) {
            dispatch({ kind: 'producto', id, texto, values: lineOf(product, tipoDte), suma })
          } else if (suma) {
            toast(`Ningún producto tiene el código «${texto.trim()}».`)
            // What is scanned next replaces it, unless that began already.
            const focused = document.activeElement
            if (focused instanceof HTMLTextAreaElement && focused.value === '') {
              goTo(indexOf(id), 'descripcion')
            }
          }
        } catch (error) {
          toast(messageOf(error))
        }
      },
      leave: () =>
        document
          .querySelector<HTMLElement>('[data-at="condicionOperacion"], [data-after-lines]')
          ?.focus(),
      isLast: (id) => indexOf(id) === latest.current.form.lineas.length - 1,
      isEmpty: (id) => {
        const linea = latest.current.form.lineas[indexOf(id)]
        return linea === undefined || isEmptyLinea(linea)
      },
    }
  }, [dispatch, goTo, client, api])

  const tipo = TIPO_FORM[form.tipoDte]
  const row = (linea: Linea, n: number) => (
    <Row
      key={linea.id}
      linea={linea}
      n={n}
      last={n === form.lineas.length - 1}
      ventas={tipo.ventas}
      tipoDte={form.tipoDte}
      importe={props.importes.get(linea.id) ?? null}
      errors={errorsOf(props.errors, linea.id)}
      scanner={props.scanner}
      acts={acts}
    />
  )
  const opened = details === null ? undefined : form.lineas.find(({ id }) => id === details)
  return (
    <>
      <div
        className="grid desk"
        role="grid"
        aria-label="Líneas"
        aria-rowcount={form.lineas.length + 1}
      >
        <div className="gr hd" role="row">
          <span className="ix" role="columnheader">
            N.º
          </span>
          <span role="columnheader">Producto o servicio</span>
          <span role="columnheader" className="num">
            Cantidad
          </span>
          <span role="columnheader" className="num">
            {tipo.precio}
          </span>
          <span role="columnheader" className="num">
            Descuento
          </span>
          <span role="columnheader">{tipo.ventas ? 'Venta' : ''}</span>
          <span role="columnheader" className="num">
            Importe
          </span>
          <span role="columnheader">
            <span className="sr">Acciones</span>
          </span>
        </div>
        {virtual ? (
          <div className="virtual" ref={scroller} role="presentation">
            <div
              role="presentation"
              style={{ height: virtualizer.getTotalSize(), position: 'relative' }}
            >
              {virtualizer.getVirtualItems().map((item) => {
                const linea = form.lineas[item.index]
                return linea ? (
                  <div
                    key={item.key}
                    role="presentation"
                    ref={virtualizer.measureElement}
                    data-index={item.index}
                    style={{ position: 'absolute', top: item.start, left: 0, right: 0 }}
                  >
                    {row(linea, item.index)}
                  </div>
                ) : null
              })}
            </div>
          </div>
        ) : (
          form.lineas.map(row)
        )}
      </div>
      {opened && (
        <LineDetails
          linea={opened}
          form={form}
          onChange={(values) => dispatch({ kind: 'linea', id: opened.id, values })}
          onClose={() => setDetails(null)}
        />
      )}
    </>
  )
}

/** The errors of one row, as the same object until they change. */
const NO_ERRORS: Readonly<Record<string, string>> = {}
function errorsOf(all: ReadonlyMap<string, string>, id: string): Readonly<Record<string, string>> {
  if (all.size === 0) return NO_ERRORS
  const own: Record<string, string> = {}
  for (const column of COLUMNS) {
    const message = all.get(cellId(id, column))
    if (message) own[column] = message
  }
  return Object.keys(own).length === 0 ? NO_ERRORS : own
}

interface RowActs {
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
  readonly isLast: (id: string) => boolean
  readonly isEmpty: (id: string) => boolean
}

interface RowProps {
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

const Row = memo(function Row(props: RowProps) {
  const { linea, n, last, errors, acts, importe } = props
  const before = useRef('')
  const { id } = linea

  /** Keys for every cell; a cell with its own use for one stops the event. */
  const onKey = (column: Column) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, altKey, shiftKey } = event
    const field = event.currentTarget as HTMLInputElement
    if (key === 'F6') {
      event.preventDefault()
      acts.leave()
    } else if (ctrlKey && key.toLowerCase() === 'd') {
      event.preventDefault()
      if (!event.repeat) acts.copy(id)
    } else if (ctrlKey && key === 'Delete') {
      event.preventDefault()
      if (!event.repeat) acts.remove(id)
    } else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      acts.move(id, key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      acts.go(id, column, key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Escape') {
      event.preventDefault()
      acts.set(id, { [column]: before.current })
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const to = COLUMNS[COLUMNS.indexOf(column) + (key === 'ArrowRight' ? 1 : -1)]
      const edge = key === 'ArrowRight' ? field.value.length : 0
      if (to && field.selectionStart === edge && field.selectionEnd === edge && !shiftKey) {
        event.preventDefault()
        acts.go(id, to, 0)
      }
    } else if (key === 'Enter' && !ctrlKey) {
      event.preventDefault()
      if (event.repeat) return
      if (acts.isLast(id) && acts.isEmpty(id)) acts.leave()
      else if (column === 'precio' || column === 'venta' || column === 'descuento') {
        acts.go(id, 'descripcion', 1)
      } else acts.go(id, column === 'descripcion' ? 'cantidad' : 'precio', 0)
    } else if (
      key === 'Tab' &&
      !shiftKey &&
      column === 'descripcion' &&
      acts.isLast(id) &&
      acts.isEmpty(id)
    ) {
      event.preventDefault()
      acts.leave()
    }
  }
  const cell = (
    column: Exclude<Column, 'descripcion' | 'venta'>,
    label: string,
    more: object = {},
  ) => (
    <div className="cellbox" role="gridcell">
      <input
        className="cell num"
        data-at={cellId(id, column)}
        aria-label={`${label}, línea ${n + 1}`}
        aria-invalid={errors[column] ? true : undefined}
        aria-describedby={errors[column] ? `e-${id}` : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={linea[column]}
        onFocus={(event) => {
          before.current = linea[column]
          event.target.select()
        }}
        onChange={(event) => acts.set(id, { [column]: event.target.value })}
        onBlur={() => acts.blur(cellId(id, column))}
        onKeyDown={onKey(column)}
        {...more}
      />
    </div>
  )
  const messages = Object.values(errors)
  return (
    <div
      className={last ? 'gr last' : 'gr'}
      role="row"
      aria-rowindex={n + 2}
      data-bad={messages.length > 0}
    >
      <span className="ix" role="rowheader">
        {n + 1}
      </span>
      <ProductCell {...props} onKey={onKey('descripcion')} before={before} />
      {cell('cantidad', 'Cantidad', { placeholder: '1' })}
      {cell('precio', 'Precio', { placeholder: '0.00' })}
      {cell('descuento', 'Descuento', { placeholder: '–' })}
      <div className="cellbox" role="gridcell">
        {props.ventas && (
          <input
            className="cell"
            data-at={cellId(id, 'venta')}
            aria-label={`Venta, línea ${n + 1}: g gravada, e exenta, n no sujeta`}
            aria-invalid={errors.venta ? true : undefined}
            readOnly
            value={VENTA[linea.venta]}
            onFocus={(event) => {
              before.current = linea.venta
              event.target.select()
            }}
            onBlur={() => acts.blur(cellId(id, 'venta'))}
            onKeyDown={(event) => {
              const venta = VENTA_KEY[event.key.toLowerCase()]
              if (venta && !event.ctrlKey && !event.altKey) acts.set(id, { venta })
              else onKey('venta')(event)
            }}
          />
        )}
      </div>
      <span className="imp num" role="gridcell" data-zero={importe === null || importe === 0}>
        {importe === null ? (isEmptyLinea(linea) ? '' : '…') : moneyOrDash(importe)}
      </span>
      <span role="gridcell">
        {!last && (
          <Menu
            label={`Más de la línea ${n + 1}`}
            className="ib"
            trigger={<MoreHorizontal className="i" aria-hidden />}
            items={[
              { label: 'Unidad, tipo, tributos…', run: () => acts.details(id) },
              { label: 'Copiar', note: 'Ctrl D', run: () => acts.copy(id) },
              { label: 'Subir', note: 'Alt ↑', run: () => acts.move(id, -1) },
              { label: 'Bajar', note: 'Alt ↓', run: () => acts.move(id, 1) },
              null,
              { label: 'Quitar', note: 'Ctrl Supr', run: () => acts.remove(id) },
            ]}
          />
        )}
      </span>
      {messages.length > 0 && (
        <span className="rowerr err" id={`e-${id}`}>
          {messages.join(' ')}
        </span>
      )}
    </div>
  )
})

/** Products listed under a cell. */
const LISTED = 8

/** The product: free text, or one of the company's products by name or code. */
function ProductCell(
  props: RowProps & {
    onKey: (event: KeyboardEvent<HTMLElement>) => void
    before: React.RefObject<string>
  },
) {
  const { linea, n, acts, errors, before } = props
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
    acts.set(linea.id, lineOf(product, props.tipoDte))
    acts.go(linea.id, 'cantidad', 0)
  }
  const move = (by: 1 | -1) => {
    const at = active < 0 && by < 0 ? 0 : active
    setChosen(found[(at + by + found.length) % found.length]?.productId ?? null)
  }
  const onEnter = (event: KeyboardEvent<HTMLElement>) => {
    const product = found[active]
    setOpen(false)
    if (product) {
      event.preventDefault()
      take(product)
      return
    }
    if (isOwn && !event.repeat) void acts.byCode(linea.id, text, props.scanner)
    if (isOwn && props.scanner) {
      event.preventDefault()
      acts.go(linea.id, 'descripcion', 1)
    } else props.onKey(event)
  }
  const note = [linea.codigo, linea.noGravado && 'Cargo o abono no gravado']
    .filter(Boolean)
    .join(' · ')
  return (
    <div className="cellbox" role="gridcell">
      <textarea
        className={note ? 'cell has' : 'cell'}
        rows={1}
        data-at={cellId(linea.id, 'descripcion')}
        aria-label={`Producto o servicio, línea ${n + 1}`}
        aria-invalid={errors.descripcion ? true : undefined}
        aria-describedby={errors.descripcion ? `e-${linea.id}` : undefined}
        placeholder={props.last ? 'Escriba o busque' : undefined}
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
        spellCheck={false}
        value={text}
        onFocus={(event) => {
          before.current = text
          event.target.select()
        }}
        onChange={(event) => {
          acts.set(linea.id, { descripcion: event.target.value, productId: null })
          setChosen(null)
          setOpen(true)
        }}
        onBlur={() => {
          setOpen(false)
          acts.blur(cellId(linea.id, 'descripcion'))
        }}
        onKeyDown={(event) => {
          const { key } = event
          if (shown && (key === 'ArrowDown' || key === 'ArrowUp') && !event.altKey) {
            event.preventDefault()
            move(key === 'ArrowDown' ? 1 : -1)
          } else if (key === 'Enter' && !event.ctrlKey) onEnter(event)
          else if (shown && key === 'Escape') {
            event.preventDefault()
            setOpen(false)
          } else props.onKey(event)
        }}
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
              <span className="num">{money(Number(priceOf(product, props.tipoDte)))}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
