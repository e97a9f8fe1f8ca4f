/** One step of `npm run check`: it returns the problems, none when all is well. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Step {
  readonly name: string
  /** The lines to show; none when good. */
  run(): Promise<readonly string[]>
}

/** The position and text of a problem. */
export interface Finding {
  /** Relative to the root. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export function lineOf({ file, line, message }: Finding): string {
  return `${file}:${line}  ${message}`
}

/** The output of a program that failed; nothing if it succeeded. */
export async function runProgram(
  command: string,
  args: readonly string[],
): Promise<readonly string[]> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return []
  const text = Buffer.concat(printed).toString().trimEnd()
  return text === '' ? [`${command} ended with ${code} and said nothing`] : text.split('\n')
}

/** The path of a program that npm installed. */
export const installed = (name: string) => `${ROOT}node_modules/.bin/${name}`
