/** The state of the one export that may run; the code that does the work loads on demand. */

interface Exportacion {
  readonly hechos: number
  readonly total: number
}

let running: { readonly stop: AbortController; at: Exportacion } | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const exportacion = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  now: (): Exportacion | null => running?.at ?? null,
  cancel: () => running?.stop.abort(),
  /** Null when another export is running. */
  begin(total: number): AbortSignal | null {
    if (running) return null
    running = { stop: new AbortController(), at: { hechos: 0, total } }
    window.addEventListener('beforeunload', hold)
    tell()
    return running.stop.signal
  },
  step(by: number) {
    if (!running) return
    running.at = { hechos: running.at.hechos + by, total: running.at.total }
    tell()
  },
  end() {
    running = null
    window.removeEventListener('beforeunload', hold)
    tell()
  },
}

const hold = (event: BeforeUnloadEvent) => event.preventDefault()
