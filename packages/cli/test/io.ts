/** The environment of a command without a process: what it prints is kept, and what it reads is given. */
import { PassThrough } from 'node:stream'
import type { Io } from '../src/io.ts'

export interface Given {
  readonly env?: Readonly<Record<string, string>>
  /** On a terminal: what is typed at each question. Absent: there is no terminal. */
  readonly typed?: readonly string[]
  readonly now?: Date
}

export function ioOf({ env = {}, typed, now = new Date('2026-10-05T16:00:00Z') }: Given = {}) {
  const said = { out: [] as string[], err: [] as string[] }
  const stdin: Io['stdin'] = new PassThrough()
  const left = [...(typed ?? [])]
  const raw: boolean[] = []
  if (typed) {
    stdin.isTTY = true
    stdin.setRawMode = (mode) => {
      raw.push(mode)
      return stdin as never
    }
  }
  const io: Io = {
    env,
    stdin,
    stderr: new PassThrough(),
    now: () => now,
    out: (text) => void said.out.push(text),
    err(text) {
      said.err.push(text)
      const next = left.shift()
      if (next !== undefined) setImmediate(() => (stdin as PassThrough).write(next))
    },
    stopping: { requested: new Promise(() => {}), isRequested: () => false },
  }
  return { io, said, raw }
}
