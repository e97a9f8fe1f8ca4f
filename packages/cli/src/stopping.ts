/** Ctrl-C, SIGTERM and a closed terminal. Once: finish and exit. Twice: exit at once. */
import type { Environment } from '@sello/service'

export interface Stopping {
  /** Resolves at the first signal. */
  readonly requested: Promise<void>
  isRequested(): boolean
}

export interface StoppingHost {
  readonly env: Environment
  readonly err: (text: string) => void
  readonly exit: (code: number) => never
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** npm repeats the Ctrl-C of the terminal: ignore the echo. */
const ECHO_MS = 500

/** After this call a signal no longer ends the process by itself. */
export function listenForSignals({ env, err, exit }: StoppingHost): Stopping {
  let firstAt: number | null = null
  const requested = new Promise<void>((resolve) => {
    const onSignal = (number: number) => {
      if (firstAt === null) {
        firstAt = performance.now()
        err('Deteniendo… (otra vez Ctrl-C para salir de inmediato)')
        resolve()
      } else if (performance.now() - firstAt > ECHO_MS) {
        exit(128 + number)
      }
    }
    for (const [signal, number] of Object.entries(SIGNALS)) {
      process.on(signal, () => onSignal(number))
    }
    watchNpm(env, () => onSignal(SIGNALS.SIGTERM))
  })
  return { requested, isRequested: () => firstAt !== null }
}

/** For a process that another one tells when to stop: Ctrl-C reaches both. */
export function ignoreSignals(): Stopping {
  for (const signal of [...Object.keys(SIGNALS), RESTART]) process.on(signal, () => {})
  return { requested: new Promise(() => {}), isRequested: () => false }
}

/** Not SIGHUP, which a closed terminal sends. */
const RESTART = 'SIGUSR2'

/** After this call the signal no longer ends the process. */
export function onRestartSignal(restart: () => void): void {
  process.on(RESTART, restart)
}

const NPM_SCRIPTS: readonly (string | undefined)[] = ['demo', 'start', 'sello', 'npx']
const WATCH_MS = 500

/**
 * npm sends SIGTERM to the shell that runs us, which dies without forwarding it. A vanished parent counts as that
 * signal.
 */
function watchNpm({ npm_lifecycle_event: script }: Environment, onGone: () => void): void {
  if (!NPM_SCRIPTS.includes(script)) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, WATCH_MS)
  timer.unref()
}
