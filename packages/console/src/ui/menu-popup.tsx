/** An open menu: Base UI places it, moves in it by arrows and letters, and closes it. */
import { Menu } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import styles from './menu.module.css'

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
  /** Outside the library, so that a page without an open menu does without it. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly items: readonly (MenuItem | null)[]
  readonly onClose: () => void
}

export function MenuPopup({ label, button, items, onClose }: Props) {
  /** At once: what an item opens takes the focus, and gives it back to where it was. */
  const close = () => {
    flushSync(onClose)
    button.current?.focus()
  }
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(_, { reason, event }) => {
        // The button itself closes by its click, which would open again what the press has closed.
        if (reason === 'outside-press' && button.current?.contains(event.target as Node)) return
        if (reason === 'escape-key') close()
        else onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          className={styles.place}
          anchor={button}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Menu.Popup className={styles.menu} aria-label={label} finalFocus={false}>
            {items.map((item, n) =>
              item === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line between items has no other name
                <Menu.Separator key={n} className={styles.line} />
              ) : (
                <Menu.Item
                  // biome-ignore lint/suspicious/noArrayIndexKey: the items of a menu do not move
                  key={n}
                  {...(n === 0 ? { ref: focus } : {})}
                  className={styles.item}
                  disabled={Boolean(item.why)}
                  onClick={() => {
                    close()
                    item.run()
                  }}
                >
                  {item.icon}
                  <span>
                    {item.label}
                    {(item.why || item.note) && <small>{item.why ?? item.note}</small>}
                  </span>
                </Menu.Item>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Of the first item, when the library knows all: opened by its state and not by its own button, it begins at none. */
const focus = (item: HTMLElement | null) =>
  void requestAnimationFrame(() => item?.focus({ preventScroll: true }))
