/** One line of the grid. It is drawn again only when something of its own changes. */
import { MoreHorizontal } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, useRef } from 'react'
import { hoy } from '../clock.ts'
import { Menu } from '../ui/menu.tsx'
import { moneyOrDash } from '../ui/text.ts'
import { cellId, onCellKey, type RowProps } from './cells.ts'
import css from './grid.module.css'
import { type Columna, LINEAS } from './lineas/columnas.ts'
import { fechaEscrita, leerFecha } from './lineas/fecha.ts'
import { isEmptyLinea, VENTA, type VentaDeLinea } from './lineas/linea.ts'
import { ProductCell } from './product-cell.tsx'

const VENTA_KEY: Readonly<Record<string, VentaDeLinea>> = {
  g: 'gravada',
  e: 'exenta',
  n: 'no_sujeta',
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const Row = memo(function Row(props: RowProps) {
  const { linea, n, last, errors, acts, importe, tipo } = props
  const { id } = linea
  const { columnas, stated } = LINEAS[tipo.lineas]
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
      {columnas.map((columna) => (
        <Cell key={columna.column} {...props} columna={columna} />
      ))}
      {stated?.has?.(linea) ? (
        <Cell {...props} columna={stated} />
      ) : (
        <span
          className={`num ${css.number} ${css.amount}`}
          role="gridcell"
          data-zero={importe === null || importe === 0}
        >
          {importe === null ? (isEmptyLinea(linea) ? '' : '…') : moneyOrDash(importe)}
        </span>
      )}
      <span role="gridcell">
        {!last && (
          <Menu
            label={`Más de la línea ${n + 1}`}
            className="icon-button"
            trigger={<MoreHorizontal className="icon" aria-hidden />}
            items={[
              { label: tipo.detalle, run: () => acts.details(id) },
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

/** An input of the line, or an empty cell where the line has no such member. */
function Cell(props: RowProps & { readonly columna: Columna }) {
  const { linea, n, last, errors, acts, tipo, columna } = props
  const { column, kind, label, placeholder } = columna
  const before = useRef('')
  const { id } = linea
  const text = linea[column]
  const cell = {
    'data-at': cellId(id, column),
    'aria-invalid': errors[column] ? true : undefined,
    'aria-describedby': errors[column] ? `e-${id}` : undefined,
    'aria-label': `${label}, línea ${n + 1}`,
    value: text,
    onFocus: (event: FocusEvent<Field>) => {
      before.current = text
      if (!(event.target instanceof HTMLSelectElement)) event.target.select()
    },
    onBlur: () => acts.blur(cellId(id, column)),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      onCellKey(event, { linea, column, lineas: tipo.lineas, acts, before: before.current }),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      acts.set(id, { [column]: event.target.value }),
  }
  if (kind === 'producto') return <ProductCell {...props} cell={cell} />
  const isFixed = linea.liquidado?.propio === true
  const isAbsent = columna.has?.(linea) === false || (kind === 'venta' && !tipo.ventas)
  return (
    <div className={css.box} role="gridcell">
      {!isAbsent && kind === 'texto' && (
        <textarea
          {...cell}
          className={css.cell}
          rows={1}
          readOnly={isFixed}
          spellCheck={false}
          placeholder={last ? placeholder : undefined}
        />
      )}
      {!isAbsent && kind === 'numero' && (
        <input
          {...cell}
          className={`num ${css.cell}`}
          inputMode="decimal"
          readOnly={isFixed}
          autoComplete="off"
          placeholder={placeholder}
        />
      )}
      {/* A date field of Chromium takes no "/": 1/11/2026 is read as 12/11/0026 there. */}
      {!isAbsent && kind === 'fecha' && (
        <input
          {...cell}
          value={fechaEscrita(text)}
          className={`num ${css.cell}`}
          readOnly={isFixed}
          autoComplete="off"
          placeholder={placeholder}
          onBlur={() => {
            cell.onBlur()
            const day = leerFecha(text, hoy())
            if (day !== null && day !== text) acts.set(id, { [column]: day })
          }}
        />
      )}
      {!isAbsent && kind === 'elegir' && isFixed && (
        <input
          {...cell}
          className={css.cell}
          readOnly
          value={columna.choices?.(props.retenidos).find(([code]) => code === text)?.[1] ?? text}
        />
      )}
      {!isAbsent && kind === 'elegir' && !isFixed && (
        <select {...cell} className={css.cell}>
          {columna.choices?.(props.retenidos).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
      {!isAbsent && kind === 'venta' && (
        <input
          {...cell}
          className={css.cell}
          aria-label={`Venta, línea ${n + 1}: g gravada, e exenta, n no sujeta`}
          readOnly
          value={VENTA[linea.venta]}
          onKeyDown={(event) => {
            const chosen = VENTA_KEY[event.key.toLowerCase()]
            if (chosen && !event.ctrlKey && !event.altKey) acts.set(id, { venta: chosen })
            else cell.onKeyDown(event)
          }}
        />
      )}
    </div>
  )
}
