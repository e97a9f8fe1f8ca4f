/** Exit codes. Scripts depend on them, so a number keeps its meaning. */

// biome-ignore format: a table
export const EXIT = {
  ok:          0,
  refused:     1,   // valid request but refused: a rule, a wrong password, something that already exists
  usage:       2,   // invalid command line
  unavailable: 3,   // a port, a folder, the database or the service is unavailable
  internal:    70,  // an internal error (EX_SOFTWARE of sysexits.h)
  interrupted: 130, // interrupted from the keyboard
} as const

export type Ending = Exclude<keyof typeof EXIT, 'ok'>

/** One problem to fix. */
export interface Issue {
  /** The service's name for it: `codActividad`. */
  readonly field: string
  /** The command line's name for it: `--activity-code`. */
  readonly option: string
  readonly message: string
}

/** Ends the command. The message is a Spanish sentence for the user. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly ending: Ending
  readonly issues: readonly Issue[]

  constructor(
    ending: Ending,
    message: string,
    options: { cause?: unknown; issues?: readonly Issue[] } = {},
  ) {
    super(message, options)
    this.ending = ending
    this.issues = options.issues ?? []
  }
}

/** The command printed its result but did not complete. */
export class Ended extends Error {
  override readonly name = 'Ended'
  readonly ending: Ending

  constructor(ending: Ending) {
    super('the command did a part of what it was asked')
    this.ending = ending
  }
}

/** The command line is wrong. */
export function usage(message: string): never {
  throw new CliError('usage', message)
}
