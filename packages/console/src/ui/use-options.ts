import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/**
 * The list of a combobox: the arrows move over its options while the focus stays in the field, which names the active
 * one (`aria-activedescendant`). An option is known by its key, so that one that comes above it changes nothing.
 */
export function useOptions(keys: readonly string[], take: (at: number) => void, first = NONE) {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const found = chosen === null ? -1 : keys.indexOf(chosen)
  const active = found < 0 ? Math.min(first, keys.length - 1) : found
  const idOf = (at: number) => `${id}-${at}`
  const activeId = active < 0 ? undefined : idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return {
    active,
    activeId,
    listId: `${id}-list`,
    forget: () => setChosen(null),
    /** Whether the key was an arrow. */
    move(event: KeyboardEvent): boolean {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0) return false
      event.preventDefault()
      const from = active < 0 && step < 0 ? 0 : active
      setChosen(keys[(from + step + keys.length) % keys.length] ?? null)
      return true
    },
    optionOf: (at: number) => ({
      id: idOf(at),
      role: 'option',
      tabIndex: -1,
      'aria-selected': at === active,
      onMouseDown: (event: { preventDefault(): void }) => {
        // The focus stays in the field.
        event.preventDefault()
        take(at)
      },
    }),
  }
}

/** Nothing is active before an arrow; 0: the first option is. */
const NONE = -1
