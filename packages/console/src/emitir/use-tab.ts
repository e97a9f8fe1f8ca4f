import { useEffect, useRef, useState } from 'react'

/**
 * Only one tab at a time writes a draft; `takes`: this one from now on. `onFree` is called when the tab that has it is
 * closed.
 */
export function useTab(id: string, takes: boolean, onFree: () => unknown) {
  const [isMine, setMine] = useState(true)
  const free = useRef(onFree)
  free.current = onFree
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const name = `borrador/${id}`
    let release = () => {}
    const waitForIt = () => {
      if (signal.aborted) return
      setMine(false)
      const take = () => {
        // A tab that nobody sees leaves it to the one that is being reloaded.
        if (document.hidden) {
          document.addEventListener('visibilitychange', waitForIt, { once: true, signal })
          return undefined
        }
        return free.current()
      }
      // Never granted where this page goes first.
      navigator.locks.request(name, { signal }, take).catch(() => {})
    }
    const hold = (lock: Lock | null) => {
      if (signal.aborted) return undefined
      if (lock === null) {
        waitForIt()
        return undefined
      }
      setMine(true)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    navigator.locks
      ?.request(name, takes ? { steal: true } : { ifAvailable: true }, hold)
      .catch(waitForIt) // another tab took it
    return () => {
      stop.abort()
      release()
    }
  }, [id, takes])
  return isMine
}
