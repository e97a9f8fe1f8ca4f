/** Prompts: one line without echo, and yes or no. */
import { CliError, usage } from './exit.ts'
import type { Io } from './io.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const CTRL_U = '\u0015'
const ERASE = /[\b\u007f]/

/** Restores the terminal in every case. Ctrl-C ends the command. */
export function askHidden({ stdin, err }: Io, question: string): Promise<string> {
  err(question.trimEnd())
  return new Promise((resolve, reject) => {
    let line = ''
    const end = (settle: () => void) => {
      stdin.off('data', read)
      stdin.setRawMode?.(false)
      stdin.pause()
      settle()
    }
    const read = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n' || key === CTRL_D) return end(() => resolve(line))
        if (key === CTRL_C) return end(() => reject(interrupted()))
        if (key === CTRL_U) line = ''
        else if (ERASE.test(key)) line = [...line].slice(0, -1).join('')
        else line += key
      }
    }
    stdin.setRawMode?.(true)
    stdin.setEncoding('utf8')
    stdin.on('data', read)
    stdin.resume()
  })
}

const interrupted = () => new CliError('interrupted', 'Interrumpido: no se hizo nada.')

/** Returns after a yes. Refuses any other answer, and a missing terminal. */
export async function confirm(io: Io, question: string): Promise<void> {
  if (!io.stdin.isTTY) usage('Para emitir sin que nadie confirme, use --yes.')
  io.err(`${question} [s/N]`)
  const answer = await Promise.race([
    new Promise<string>((resolve) => {
      io.stdin.setEncoding('utf8')
      io.stdin.once('data', (chunk) => resolve(String(chunk)))
      io.stdin.resume()
    }),
    io.stopping.requested.then(() => ''),
  ])
  io.stdin.pause()
  if (/^s[ií]?$/i.test(answer.trim())) return
  throw new CliError('interrupted', 'No se emitió nada.')
}
