/** One run of the command, from its arguments to its exit code. */

import { HelpShown } from './command.ts'
import { errorJson } from './error-json.ts'
import { type CliError, Ended, EXIT } from './exit.ts'
import { explain } from './explain.ts'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'

/** Never throws: errors are printed, as JSON if requested. */
export async function run(words: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(words, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof HelpShown) return error.wasAskedFor ? EXIT.ok : EXIT.usage
    if (error instanceof Ended) return EXIT[error.ending]
    const explained = explain(error)
    report(explained, words.includes('--json'), io)
    if (io.env.SELLO_DEBUG === '1') io.err(stackOf(error))
    return EXIT[explained.ending]
  }
}

function report(explained: CliError, asJson: boolean, io: Io): void {
  if (asJson) io.out(JSON.stringify({ error: errorJson(explained) }))
  else io.err(`sello: ${explained.message.replaceAll('\n', '\n       ')}`)
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncausa: ${stackOf(error.cause)}`
  return (error.stack ?? error.message) + cause
}
