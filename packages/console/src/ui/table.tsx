import type { ReactNode } from 'react'

/** The word of a column, or with the class of its heading. */
type Head = string | readonly [word: string, className: string]

interface Props {
  readonly heads: readonly Head[]
  /** The last column has what can be done with each row. */
  readonly hasActs?: boolean
  readonly className?: string | undefined
  readonly foot?: ReactNode
  /** The rows. */
  readonly children: ReactNode
}

export function Table({ heads, hasActs, className, foot, children }: Props) {
  return (
    <table className={className ? `table ${className}` : 'table'}>
      <thead>
        <tr>
          {heads.map((head) => {
            const [word, named] = typeof head === 'string' ? [head] : head
            return (
              <th key={word} className={named}>
                {word}
              </th>
            )
          })}
          {hasActs && (
            <th>
              <span className="unseen">Acciones</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}
