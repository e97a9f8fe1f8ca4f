import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react'

const FIRST = ':is(textarea, input:not([type=checkbox], [type=radio], [type=file], [readonly]))'

/** The native modal dialog: focus stays inside, Escape closes, focus returns to where it was. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const isOutside = useRef(false)
  useOpen(ref)
  return {
    ref,
    onCancel(event: SyntheticEvent) {
      event.preventDefault()
      onClose()
    },
    onPointerDown(event: PointerEvent) {
      isOutside.current = event.target === ref.current
    },
    onClick(event: SyntheticEvent) {
      // A text that is selected with the pointer may end outside: only what also begins there closes.
      if (event.target === ref.current && isOutside.current) onClose()
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      if (event.defaultPrevented) return
      // Left to itself a browser closes the dialog at the second Escape, whatever the page says.
      event.preventDefault()
      onClose()
    },
  }
}

function useOpen(ref: RefObject<HTMLDialogElement | null>): void {
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
  }, [ref])
}
