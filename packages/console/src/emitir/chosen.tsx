/** What a search found and the form took: its name, its facts, and what can be done with it. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './chosen.module.css'

interface Props {
  readonly name: string
  readonly isCode?: boolean
  readonly facts: string
  /** The label of the button that takes it out. */
  readonly remove: string
  readonly onRemove: () => void
  readonly children?: ReactNode
}

export function Chosen({ name, isCode, facts, remove, onRemove, children }: Props) {
  return (
    <div className={css.chosen}>
      <b className={isCode ? 'code' : undefined}>{name}</b>
      <span className="sub">{facts}</span>
      <span className={css.acts}>
        {children}
        <button type="button" className="icon-button" aria-label={remove} onClick={onRemove}>
          <X className="icon" aria-hidden />
        </button>
      </span>
    </div>
  )
}
