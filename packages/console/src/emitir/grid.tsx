/**
 * The lines: a grid in which every cell is an input. Enter advances, Tab moves through, arrows stay in the
 * column. One empty row is always last, and a key held down adds none. Only the visible rows of a long list
 * are drawn.
 */

import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cellId, firstCell, type GridProps } from './cells.ts'
import { fieldAt, focusCell } from './focus.ts'
import css from './grid.module.css'
import { LineDetails } from './line-details.tsx'
import { type Column, LINEAS } from './lineas/columnas.ts'
import type { Linea } from './lineas/linea.ts'
import { Row } from './row.tsx'
import { useRowActs } from './row-acts.ts'
import { TIPO_FORM, type TipoForm } from './tipo-form.ts'

const VIRTUAL_FROM = 60
const ROW = 48

export function LineGrid(props: GridProps) {
  const { form, dispatch } = props
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
  const goTo = useCallback(
    (n: number, column: Column | null) => {
      const { form: now } = latest.current
      const { lineas } = now
      const linea = lineas[Math.max(0, Math.min(lineas.length - 1, n))]
      if (!linea) return
      const at = column === null ? firstCell(now, linea.id) : cellId(linea.id, column)
      if (fieldAt(at)) return focusCell(at)
      wanted.current = at
      virtualizer.scrollToIndex(n)
    },
    [virtualizer],
  )
  useEffect(() => {
    const at = wanted.current
    if (!at || !fieldAt(at)) return
    wanted.current = null
    focusCell(at)
  })
  const acts = useRowActs({ latest, dispatch, goTo, details: setDetails })

  const tipo = TIPO_FORM[form.tipoDte]
  const row = (linea: Linea, n: number) => (
    <Row
      key={linea.id}
      linea={linea}
      n={n}
      last={n === form.lineas.length - 1}
      tipoDte={form.tipoDte}
      tipo={tipo}
      retenidos={form.retenidos}
      importe={props.importes.get(linea.id) ?? null}
      errors={errorsOf(props.errors, linea.id)}
      scanner={props.scanner}
      acts={acts}
    />
  )
  const opened = form.lineas.find(({ id }) => id === details)
  return (
    <>
      <div
        className={css.grid}
        data-lineas={tipo.lineas}
        role="grid"
        aria-label={LINEAS[tipo.lineas].title}
        aria-rowcount={form.lineas.length + 1}
      >
        <Head tipo={tipo} />
        {virtual ? (
          <div className={css.scroller} ref={scroller} role="presentation">
            <div
              role="presentation"
              className={css.all}
              style={{ height: virtualizer.getTotalSize() }}
            >
              {virtualizer.getVirtualItems().map((item) => {
                const linea = form.lineas[item.index]
                return linea ? (
                  <div
                    key={item.key}
                    role="presentation"
                    ref={virtualizer.measureElement}
                    data-index={item.index}
                    className={css.placed}
                    style={{ top: item.start }}
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

function Head({ tipo }: { tipo: TipoForm }) {
  const { columnas, importe } = LINEAS[tipo.lineas]
  const number = `num ${css.number}`
  return (
    <div className={`${css.row} ${css.head}`} role="row">
      <span className={css.index} role="columnheader">
        N.º
      </span>
      {columnas.map(({ column, kind, label, head = label }) => (
        <span key={column} className={kind === 'numero' ? number : undefined} role="columnheader">
          {kind === 'venta' && !tipo.ventas ? '' : (head ?? tipo.precio)}
        </span>
      ))}
      <span className={number} role="columnheader">
        {importe}
      </span>
      <span role="columnheader">
        <span className="unseen">Acciones</span>
      </span>
    </div>
  )
}

/** The errors of one row, as the same object until they change. */
const NO_ERRORS: Readonly<Record<string, string>> = {}
function errorsOf(all: ReadonlyMap<string, string>, id: string): Readonly<Record<string, string>> {
  if (all.size === 0) return NO_ERRORS
  const own = [...all].filter(([at]) => at.startsWith(`linea/${id}/`))
  if (own.length === 0) return NO_ERRORS
  return Object.fromEntries(own.map(([at, message]) => [at.split('/')[2] ?? '', message]))
}
