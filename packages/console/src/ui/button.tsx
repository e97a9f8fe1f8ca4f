import { type ButtonHTMLAttributes, type ReactNode, useId, useRef } from 'react'
import styles from './button.module.css'

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
  const kind = [
    primary && 'primary',
    quiet && 'quiet',
    danger && 'danger',
    small && 'compact',
    xl && 'large',
  ]
  const off = busy || why != null
  const reason = useReason(why)
  return (
    <button
      type="button"
      {...rest}
      {...reason.ofButton}
      className={['btn', ...kind.filter(Boolean), rest.className].filter(Boolean).join(' ')}
      {...(off ? { 'aria-disabled': true } : {})}
      {...(busy ? { 'aria-busy': true } : {})}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
      {reason.element}
    </button>
  )
}

/** The reason stands below its button while that has the focus or the pointer, and readers hear it with the button. */
function useReason(why: string | null | undefined) {
  const id = useId()
  const ref = useRef<HTMLSpanElement>(null)
  if (!why) return { ofButton: {}, element: null }
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const reason = ref.current
    if (!reason) return
    reason.togglePopover(true)
    const { left, bottom } = currentTarget.getBoundingClientRect()
    const leftMost = document.documentElement.clientWidth - reason.offsetWidth - 8
    reason.style.left = `${Math.max(8, Math.min(left, leftMost))}px`
    reason.style.top = `${bottom + 4}px`
  }
  const hide = () => void ref.current?.togglePopover(false)
  const ofButton = {
    'aria-describedby': id,
    onFocus: show,
    onBlur: hide,
    onPointerEnter: show,
    onPointerLeave: hide,
  }
  // Hidden, so that it is no part of the button's name.
  const element = (
    <span ref={ref} id={id} popover="manual" aria-hidden className={styles.reason}>
      {why}
    </span>
  )
  return { ofButton, element }
}
