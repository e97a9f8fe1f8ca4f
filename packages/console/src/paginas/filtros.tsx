/** Above a list: its search box, and what else narrows it. */
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './filtros.module.css'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly children?: ReactNode
}

export function Filtros({ label, placeholder, text, onText, children }: Props) {
  return (
    <div className={css.filters}>
      <div className={css.find}>
        <Search className="i" aria-hidden />
        <input
          className="in"
          type="search"
          data-search
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {children}
    </div>
  )
}
