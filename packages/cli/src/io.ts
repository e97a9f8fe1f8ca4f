/** The environment of a command, passed down from `main.ts`. */
import type { ReadStream } from 'node:tty'
import type { Environment } from '@sello/service'
import type { Ending } from './exit.ts'
import type { Stopping } from './stopping.ts'

export interface Io {
  readonly env: Environment
  readonly stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
  /** Prints results only. */
  out(text: string): void
  /** Prints errors, logs and questions. */
  err(text: string): void
  /** For progress, which is drawn over itself on a terminal. */
  readonly stderr: NodeJS.WritableStream
  now(): Date
  readonly stopping: Stopping
}

/** The result of a command: an object for `--json`, sentences for people. */
export interface Result {
  readonly json: object
  readonly text: string
  /** Set if the command did only part of its work. */
  readonly ending?: Ending | undefined
}

export function say(io: Io, asJson: boolean | undefined, result: Result): void {
  io.out(asJson ? JSON.stringify(result.json) : result.text)
}

/** Two columns, the first as wide as its widest cell; each line indented. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
}

/** Removes terminal control characters, except line ends and tabs. */
export const printable = (text: string) => text.replaceAll(CONTROLS, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to remove
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
