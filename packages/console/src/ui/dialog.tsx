import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly wide?: boolean
  /** A side panel instead of a box in the middle. */
  readonly panel?: boolean
  /** A short question: on a phone it stays at the bottom. */
  readonly ask?: boolean
}

const FIRST =
  '.body :is(textarea, input:not([type=checkbox], [type=radio], [type=file], [readonly]))'

/** The native modal dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function Dialog({ title, onClose, children, footer, wide, panel, ask }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const isOutside = useRef(false)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (dialog && !dialog.open) {
      dialog.showModal()
      // What is written first, and not the button that closes.
      dialog.querySelector<HTMLElement>(FIRST)?.focus()
    }
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const kind = [wide && 'wide', panel && 'panel', ask && 'ask'].filter(Boolean).join(' ')
  return (
    <dialog
      ref={ref}
      className={`dlg ${kind}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        isOutside.current = event.target === ref.current
      }}
      onClick={(event) => {
        // A text that is selected with the pointer may end outside: only what also begins there closes.
        if (event.target === ref.current && isOutside.current) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        if (event.defaultPrevented || isInMenu(event.target)) return
        // Left to itself a browser closes the dialog at the second Escape, whatever the page says.
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="ib" onClick={onClose} aria-label="Cerrar">
          <X className="i" aria-hidden />
        </button>
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  )
}

const isInMenu = (target: EventTarget) =>
  target instanceof Element && target.closest('[popover]') !== null
