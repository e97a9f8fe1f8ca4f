/** Short messages about completed actions, in a live region that is always present. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
}

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (to: readonly Toast[]) => {
  toasts = to
  for (const listener of listeners) listener()
}

/** Shows a line for some seconds; `action` is usually an undo. */
export function toast(text: string, action?: Toast['action']): void {
  change([...toasts.slice(-2), { id: next++, text, ...(action ? { action } : {}) }])
}

const SHOWN_MS = 7000

/** While one has the pointer or the focus, all stay. F6 goes to the last action, which gives the focus back. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const list = useRef<HTMLOutputElement>(null)
  const before = useRef<Element | null>(null)
  useEffect(() => {
    // What goes away under the pointer or with the focus tells nobody.
    setFocused(list.current?.contains(document.activeElement) === true)
    if (shown.length === 0) setPointed(false)
  }, [shown])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In the lines of a document F6 leaves them.
      if (event.key !== 'F6' || event.defaultPrevented) return
      const button = [...(list.current?.querySelectorAll('button') ?? [])].at(-1)
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <output
      ref={list}
      className={styles.toasts}
      aria-live="polite"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget
        setFocused(true)
      }}
      onBlur={() => setFocused(false)}
    >
      {shown.map((one) => (
        <OneToast
          key={one.id}
          {...one}
          isPaused={isPointed || isFocused}
          onDone={() => {
            if (before.current instanceof HTMLElement) before.current.focus()
          }}
        />
      ))}
    </output>
  )
}

const remove = (id: number) => change(toasts.filter((one) => one.id !== id))

interface OneProps extends Toast {
  readonly isPaused: boolean
  readonly onDone: () => void
}

function OneToast({ id, text, action, isPaused, onDone }: OneProps) {
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => remove(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  return (
    <div className={`toast ${styles.toast}`}>
      {text}
      {action && (
        <button
          type="button"
          onClick={() => {
            onDone()
            action.run()
            remove(id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
