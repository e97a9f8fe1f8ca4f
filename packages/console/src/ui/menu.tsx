/** A menu on the native popover: Escape and outside clicks close it, and arrow keys move in it. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface MenuItem {
  readonly label: ReactNode
  readonly note?: ReactNode
  readonly icon?: ReactNode
  /** Why it is not available; the item stays and gives the reason. */
  readonly why?: string | null | undefined
  readonly run: () => void
}

interface Props {
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string
  readonly items: readonly (MenuItem | null)[]
}

export function Menu({ label, trigger, className = 'btn', items }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => menu.current?.hidePopover()
  const workspace = () => {
    const box = button.current?.getBoundingClientRect()
    const pop = menu.current
    if (!box || !pop) return
    const width = Math.max(pop.offsetWidth, 200)
    const below = window.innerHeight - box.bottom > pop.offsetHeight + 12
    pop.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`
    pop.style.top = `${below ? box.bottom + 4 : Math.max(8, box.top - pop.offsetHeight - 4)}px`
    pop.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {trigger}
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        onToggle={(event) => {
          if (event.newState === 'open') workspace()
        }}
        onKeyDown={onKeyDown}
      >
        {items.map((item, n) =>
          item === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line between items has no other name
            <hr key={n} />
          ) : (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move
              key={n}
              type="button"
              role="menuitem"
              {...(item.why ? { 'aria-disabled': true } : {})}
              onClick={() => {
                if (item.why) return
                close()
                item.run()
              }}
            >
              {item.icon}
              <span>
                {item.label}
                {(item.why || item.note) && <small>{item.why ?? item.note}</small>}
              </span>
            </button>
          ),
        )}
      </div>
    </>
  )
}
