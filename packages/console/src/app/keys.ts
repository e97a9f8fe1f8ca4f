/** Keys of the whole console: `Ctrl K`, `N` and `G` with a letter, `/`, `?`. They act outside fields. */
import { useEffect, useRef } from 'react'
import { singleKeysOn } from './theme.ts'

export interface KeyActs {
  readonly commands: () => void
  readonly help: () => void
  readonly issue: (letter: string) => void
  readonly go: (letter: string) => void
}

const PREFIX_MS = 1500

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/**
 * The text after a key that is pressed while the command menu is loaded; null: the key is not of the menu. Enter and
 * Tab, also with Ctrl, change nothing and must not reach the page below, where they may issue.
 */
export function typedEarly(typed: string, { key, ctrlKey, metaKey }: Key): string | null {
  if (key === 'Enter' || key === 'Tab') return typed
  if (ctrlKey || metaKey) return null
  if (key === 'Backspace') return typed.slice(0, -1)
  return key.length === 1 ? typed + key : null
}

export function useKeys(acts: KeyActs): void {
  const current = useRef(acts)
  current.current = acts
  useEffect(() => {
    let prefix: { readonly key: string; readonly timer: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toUpperCase()
      if ((event.ctrlKey || event.metaKey) && key === 'K') {
        event.preventDefault()
        current.current.commands()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return
      if (document.querySelector('dialog[open], [role=menu]') || !singleKeysOn()) return
      const before = prefix?.key
      if (prefix) clearTimeout(prefix.timer)
      prefix = null
      if (before === 'N') current.current.issue(key)
      else if (before === 'G') current.current.go(key)
      else if (key === 'N' || key === 'G') {
        const timer = window.setTimeout(() => {
          prefix = null
        }, PREFIX_MS)
        prefix = { key, timer }
      } else if (event.key === '?') current.current.help()
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-search]')
        if (!search) return
        event.preventDefault()
        search.focus()
      } else moveRow(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** `J K Enter` over the rows of a list. */
function moveRow(event: KeyboardEvent): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  if (rows.length === 0) return
  const at = rows.findIndex((row) => row.dataset.on === 'true')
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
  if (step !== 0) {
    const to = Math.max(0, Math.min(rows.length - 1, at + step))
    for (const row of rows) delete row.dataset.on
    const row = rows[to]
    if (row) row.dataset.on = 'true'
    row?.scrollIntoView({ block: 'nearest' })
  } else if (event.key === 'Enter' && at >= 0 && event.target === document.body) {
    rows[at]?.querySelector<HTMLElement>('a, button')?.click()
  }
}
