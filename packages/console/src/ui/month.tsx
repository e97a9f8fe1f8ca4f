/** A month and its year. `type=month` is a bare text in Firefox and Safari. */
import css from './month.module.css'
import { monthName } from './text.ts'

interface Props {
  /** `YYYY-MM`. */
  readonly value: string
  readonly from: string
  readonly to: string
  readonly onChange: (month: string) => void
}

const two = (n: number) => String(n).padStart(2, '0')

/** A year keeps its month where it can, and else its nearest. */
export const monthWithin = (month: string, { from, to }: Pick<Props, 'from' | 'to'>) =>
  month < from ? from : month > to ? to : month

export function Month({ value, from, to, onChange }: Props) {
  const [year = '', month = ''] = value.split('-')
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, n) => String(Number(to.slice(0, 4)) - n),
  )
  const pick = (chosen: string) => onChange(monthWithin(chosen, { from, to }))
  return (
    <span className={css.month}>
      <select
        className="input"
        aria-label="Mes"
        value={month}
        onChange={({ target }) => pick(`${year}-${target.value}`)}
      >
        {Array.from({ length: 12 }, (_, n) => two(n + 1)).map((one) => (
          <option key={one} value={one} disabled={`${year}-${one}` < from || `${year}-${one}` > to}>
            {monthName(`${year}-${one}-01`)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Año"
        value={year}
        onChange={({ target }) => pick(`${target.value}-${month}`)}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </span>
  )
}
