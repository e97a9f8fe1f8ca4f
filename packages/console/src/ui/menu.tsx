/** A button with a menu. What draws the menu comes when a button is about to be used: no first page waits for it. */
import { type ReactNode, useRef, useState } from 'react'
import type { MenuItem } from './menu-popup.tsx'
import { toast } from './toast.tsx'

export type { MenuItem }

interface Props {
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string | undefined
  readonly items: readonly (MenuItem | null)[]
}

type Popup = typeof import('./menu-popup.tsx').MenuPopup

/** Kept, so that the second menu opens without a pause. */
let loading: Promise<Popup> | null = null

export function loadMenu(): Promise<Popup> {
  loading ??= import('./menu-popup.tsx').then(
    ({ MenuPopup }) => MenuPopup,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** Without it now, it is asked for again when the button is pressed, which tells the failure. */
const prepare = () => void loadMenu().catch(() => {})

export function Menu({ label, trigger, className = 'btn', items }: Props) {
  const [Open, setOpen] = useState<Popup | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const show = () =>
    loadMenu().then(
      (popup) => setOpen(() => popup),
      () => toast('El menú no se pudo cargar. Revise su conexión y pulse otra vez.'),
    )
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={Open !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => (Open ? setOpen(null) : void show())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          void show()
        }}
      >
        {trigger}
      </button>
      {Open && <Open label={label} button={button} items={items} onClose={() => setOpen(null)} />}
    </>
  )
}
