/** Ctrl-C, SIGTERM, and the terminal that is closed. Once: finish and end. Twice: end at once. */

export interface Stopping {
  /** Resolves at the first signal. */
  readonly requested: Promise<void>
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** npm passes on the Ctrl-C that the terminal has sent us already: an echo is no second wish. */
const ECHO_MS = 500

export interface StoppingHost {
  readonly now: () => number
  readonly err: (text: string) => void
  readonly exit: (code: number) => never
}

/** Afterwards a signal no longer ends the process by itself. */
export function listenForSignals({ now, err, exit }: StoppingHost): Stopping {
  let firstAt: number | null = null
  const requested = new Promise<void>((resolve) => {
    for (const [signal, number] of Object.entries(SIGNALS)) {
      process.on(signal, () => {
        if (firstAt === null) {
          firstAt = now()
          err('Deteniendo… (otra vez Ctrl-C para salir de inmediato)')
          resolve()
        } else if (now() - firstAt > ECHO_MS) {
          exit(128 + number)
        }
      })
    }
  })
  return { requested }
}
