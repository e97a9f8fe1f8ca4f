import type { ButtonHTMLAttributes, ReactNode } from 'react'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly primary?: boolean
  readonly quiet?: boolean
  readonly danger?: boolean
  readonly small?: boolean
  readonly xl?: boolean
  readonly busy?: boolean
  /** Why it is not available: the button stays, disabled, and gives the reason. */
  readonly why?: string | null | undefined
  readonly children: ReactNode
}

/** A button that stays focusable when it is not available, and then gives the reason. */
export function Button(props: Props) {
  const { primary, quiet, danger, small, xl, busy, why, children, onClick, ...rest } = props
  const kind = [primary && 'p', quiet && 'q', danger && 'd', small && 's', xl && 'xl']
  const off = busy || why != null
  return (
    <button
      type="button"
      {...rest}
      className={['btn', ...kind.filter(Boolean), rest.className].filter(Boolean).join(' ')}
      {...(off ? { 'aria-disabled': true } : {})}
      {...(busy ? { 'aria-busy': true } : {})}
      {...(why ? { title: why } : {})}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}
