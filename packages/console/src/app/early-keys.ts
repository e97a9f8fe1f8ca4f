import { useEffect, useRef } from 'react'
import { loadMenu } from '../ui/menu.tsx'
import { typedEarly } from './keys.ts'

export const loadCommands = () => import('./command-menu.tsx')

/**
 * What is typed after `Ctrl K` while the menu is still being loaded: it is begun with, and reaches nothing else. The
 * menu is loaded while the page rests; over a slow network it may be asked for before.
 */
export function useEarlyKeys(open: boolean): () => string {
  const typed = useRef('')
  useEffect(() => {
    const load = () => {
      // Without them now, they are asked for with the first Ctrl K and the first menu.
      for (const part of [loadCommands, loadMenu]) part().catch(() => {})
    }
    const timer = setTimeout(load, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    typed.current = ''
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      const next = typedEarly(typed.current, event)
      if (next === null || document.querySelector('dialog[open]')) return
      typed.current = next
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [open])
  return () => typed.current
}
const PRELOAD_MS = 1_500
