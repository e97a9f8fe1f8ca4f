/** One line of the grid. It is drawn again only when something of its own changes. */
import { MoreHorizontal } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, useRef } from 'react'
import { Menu } from '../ui/menu.tsx'
import { moneyOrDash } from '../ui/text.ts'
import { type Column, cellId, onCellKey, type RowProps } from './cells.ts'
import { isEmptyLinea, VENTA, type VentaDeLinea } from './form.ts'
import css from './grid.module.css'
import { ProductCell } from './product-cell.tsx'

const VENTA_KEY: Readonly<Record<string, VentaDeLinea>> = {
  g: 'gravada',
  e: 'exenta',
  n: 'no_sujeta',
}

type Field = HTMLInputElement | HTMLTextAreaElement

export const Row = memo(function Row(props: RowProps) {
  const { linea, n, last, errors, acts, importe } = props
  const before = useRef('')
  const { id } = linea
  /** What every cell has: its address, its error, and what its keys do. */
  const cell = (column: Column) => ({
    'data-at': cellId(id, column),
    'aria-invalid': errors[column] ? true : undefined,
    'aria-describedby': errors[column] ? `e-${id}` : undefined,
    value: linea[column],
    onFocus: (event: FocusEvent<Field>) => {
      before.current = linea[column]
      event.target.select()
    },
    onBlur: () => acts.blur(cellId(id, column)),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      onCellKey(event, { id, column, acts, before: before.current }),
  })
  const number = (
    column: 'cantidad' | 'precio' | 'descuento',
    label: string,
    placeholder: string,
  ) => (
    <div className={css.box} role="gridcell">
      <input
        {...cell(column)}
        className={`num ${css.cell}`}
        aria-label={`${label}, línea ${n + 1}`}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        onChange={(event) => acts.set(id, { [column]: event.target.value })}
      />
    </div>
  )
  const venta = cell('venta')
  const messages = Object.values(errors)
  return (
    <div
      className={css.row}
      role="row"
      aria-rowindex={n + 2}
      data-last={last}
      data-bad={messages.length > 0}
    >
      <span className={css.index} role="rowheader">
        {n + 1}
      </span>
      <ProductCell {...props} cell={cell('descripcion')} />
      {number('cantidad', 'Cantidad', '1')}
      {number('precio', 'Precio', '0.00')}
      {number('descuento', 'Descuento', '–')}
      <div className={css.box} role="gridcell">
        {props.ventas && (
          <input
            {...venta}
            className={css.cell}
            aria-label={`Venta, línea ${n + 1}: g gravada, e exenta, n no sujeta`}
            readOnly
            value={VENTA[linea.venta]}
            onKeyDown={(event) => {
              const kind = VENTA_KEY[event.key.toLowerCase()]
              if (kind && !event.ctrlKey && !event.altKey) acts.set(id, { venta: kind })
              else venta.onKeyDown(event)
            }}
          />
        )}
      </div>
      <span
        className={`num ${css.number} ${css.amount}`}
        role="gridcell"
        data-zero={importe === null || importe === 0}
      >
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
        <span className={`err ${css.errors}`} id={`e-${id}`}>
          {messages.join(' ')}
        </span>
      )}
    </div>
  )
})
