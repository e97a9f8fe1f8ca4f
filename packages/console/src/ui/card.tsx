import type { ReactNode } from 'react'

interface Props {
  readonly heading: ReactNode
  /** Names the section by its heading. */
  readonly id?: string
  /** Stands by the heading. */
  readonly beside?: ReactNode
  /** What can be done with all of it, at the end of the heading. */
  readonly action?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A section with its heading. */
export function Card({ heading, id, beside, action, className, children }: Props) {
  return (
    <section
      className={className ? `card ${className}` : 'card'}
      {...(id ? { 'aria-labelledby': id } : {})}
    >
      <div className="card-head">
        <h2 id={id}>{heading}</h2>
        {beside}
        {action && <span className="space" />}
        {action}
      </div>
      {children}
    </section>
  )
}
