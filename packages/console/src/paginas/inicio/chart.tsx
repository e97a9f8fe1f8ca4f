/** What was sold by day. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { DatosInicio } from '../../api/types.ts'
import { count, money, monthName } from '../../ui/text.ts'
import css from './chart.module.css'

export type DatosMes = DatosInicio['mes']

/** Until the box is measured. */
const WIDTH = 760
const HEIGHT = 150
const LEFT = 44

/** The width of an element, so that what is drawn in it keeps its proportions. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH)
  useLayoutEffect(() => {
    if (!ref.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(1, Math.round(entry.contentRect.width)))
    })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}

/** Bars by day; the dashed line is the previous month. A table has the same numbers for screen readers. */
export function Chart({ mes, today }: { mes: DatosMes; today: string }) {
  const { ref, width } = useWidth()
  const [year = 2026, month = 1] = mes.desde.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const sold = new Map(mes.dias.map(({ fecha, vendido }) => [Number(fecha.slice(8)), vendido]))
  const prior = new Map(mes.anterior.map(({ fecha, vendido }) => [Number(fecha.slice(8)), vendido]))
  const top = niceTop(Math.max(1, ...sold.values(), ...prior.values()))
  const x = (day: number) => LEFT + ((day - 0.5) * (width - LEFT)) / days
  const y = (amount: number) => HEIGHT - (Math.max(0, amount) / top) * HEIGHT
  const wide = ((width - LEFT) / days) * 0.66
  const line = Array.from({ length: days }, (_, n) => `${x(n + 1)},${y(prior.get(n + 1) ?? 0)}`)
  const all = Array.from({ length: days }, (_, n) => n + 1)
  return (
    <div className={css.chart} ref={ref}>
      <div className={css.legend} aria-hidden>
        <span>
          <i />
          {monthName(mes.desde)}, por día
        </span>
        {prior.size > 0 && (
          <span>
            <i className={css.before} />
            {monthName([...mes.anterior][0]?.fecha ?? mes.desde)}
          </span>
        )}
      </div>
      <svg
        viewBox={`0 -8 ${width} ${HEIGHT + 30}`}
        role="img"
        aria-label={`Vendido por día en ${monthName(mes.desde)}`}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className={css.rule} x1={LEFT} x2={width} y1={y(top * part)} y2={y(top * part)} />
            <text x={LEFT - 8} y={y(top * part) + 4} textAnchor="end">
              {count(top * part)}
            </text>
          </g>
        ))}
        {all.map((day) => {
          const amount = sold.get(day) ?? 0
          const now = Number(today.slice(8)) === day
          return amount > 0 ? (
            <rect
              key={day}
              className={now ? `${css.bar} ${css.now}` : css.bar}
              x={x(day) - wide / 2}
              width={wide}
              y={y(amount)}
              height={HEIGHT - y(amount)}
              rx={2}
            >
              <title>{`${day}: ${money(amount)}`}</title>
            </rect>
          ) : null
        })}
        {prior.size > 0 && <polyline className={css.line} points={line.join(' ')} />}
        {all
          .filter((day) => day === 1 || day % 5 === 0)
          .map((day) => (
            <text key={day} x={x(day)} y={HEIGHT + 18} textAnchor="middle">
              {day}
            </text>
          ))}
      </svg>
      <table className="unseen">
        <caption>Vendido por día en {monthName(mes.desde)}</caption>
        <tbody>
          {mes.dias.map(({ fecha, vendido }) => (
            <tr key={fecha}>
              <th scope="row">{Number(fecha.slice(8))}</th>
              <td>{money(vendido)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((n) => n * power).find((n) => n >= most) ?? most
}
