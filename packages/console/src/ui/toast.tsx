/** Short messages about completed actions, in a live region that is always present. */
import { useEffect, useSyncExternalStore } from 'react'

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

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <output className="toasts" aria-live="polite">
      {shown.map((one) => (
        <OneToast key={one.id} {...one} />
      ))}
    </output>
  )
}

function OneToast({ id, text, action }: Toast) {
  const close = () => change(toasts.filter((one) => one.id !== id))
  useEffect(() => {
    const timer = setTimeout(() => change(toasts.filter((one) => one.id !== id)), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className="toast">
      {text}
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run()
            close()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
