import type { ReactNode } from 'react'
import css from './row.module.css'

interface Props {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly note: ReactNode
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** A line of a list: what it is, and below it what there is to know. */
export function Row({ icon, title, note, children }: Props) {
  return (
    <li className={icon ? css.row : `${css.row} ${css.bare}`}>
      {icon}
      <span>
        {title}
        <small>{note}</small>
      </span>
      {children}
    </li>
  )
}
