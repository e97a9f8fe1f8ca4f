/**
 * Passwords and passphrases: from a file, from standard input, from the environment, or typed without
 * echo. Never from an option's value, which every user of the machine can read in the process list.
 */
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Option } from 'commander'
import { CliError, usage } from './exit.ts'
import { FILE_REASONS } from './explain.ts'
import type { Io } from './io.ts'
import { askHidden } from './prompt.ts'

export interface Secret {
  /** In Spanish with its article: `la contraseña del certificado`. */
  readonly what: string
  /** `--password-file`. */
  readonly option: string
  readonly variable: string
  /** Typed twice, because nobody else knows it yet. */
  readonly isNew?: boolean
}

export function secretOption({ what, option, variable }: Secret): Option {
  const sources = `archivo con ${what}; - la lee de la entrada estándar`
  return new Option(`${option} <ruta>`, `${sources} (o la variable ${variable})`)
}

/** Uses the first available of the four sources, without a trailing line end. */
export async function readSecret(
  io: Io,
  secret: Secret,
  path: string | undefined,
): Promise<string> {
  const { what, option, variable } = secret
  const given =
    path === undefined ? io.env[variable] : (await readGiven(io, option, path)).toString()
  if (given !== undefined) {
    const value = given.replace(/\r?\n$/, '')
    if (value === '') usage(`${path === undefined ? variable : option}: ${what} está vacía.`)
    return value
  }
  if (!io.stdin.isTTY) {
    usage(`Falta ${what}: use ${option} RUTA (o -), o la variable ${variable}.`)
  }
  return typed(io, secret)
}

/** Standard input can be read once. */
export function assertOneStdin(paths: readonly (readonly [string, string | undefined])[]): void {
  const dashes = paths.filter(([, path]) => path === '-').map(([option]) => option)
  if (dashes.length > 1) refuseTwo(dashes)
}

function refuseTwo(options: readonly string[]): never {
  usage(`Solo una puede leerse de la entrada estándar: ${options.join(', ')}.`)
}

/** The file of an option, or standard input for `-`. The refusal names the option. */
export async function readGiven(io: Pick<Io, 'stdin'>, option: string, path: string) {
  if (path === '-') return standardInput(io, option)
  try {
    return await readFile(path)
  } catch (error) {
    const reason = FILE_REASONS[String((error as NodeJS.ErrnoException).code)]
    if (reason === undefined) throw error
    throw new CliError('refused', `${option}: ${path}: ${reason}`, { cause: error })
  }
}

/** What standard input had, and for which option: a command may ask for the same one twice. */
const taken = new WeakMap<Io['stdin'], { readonly option: string; readonly all: Promise<Buffer> }>()

function standardInput({ stdin }: Pick<Io, 'stdin'>, option: string): Promise<Buffer> {
  const before = taken.get(stdin)
  if (before?.option === option) return before.all
  if (before) refuseTwo([before.option, option])
  const all = buffer(stdin)
  taken.set(stdin, { option, all })
  return all
}

async function typed(io: Io, { what, isNew = false }: Secret): Promise<string> {
  const value = await askHidden(io, `Escriba ${what}: `)
  if (value === '') usage(`No se escribió ${what}.`)
  if (isNew && (await askHidden(io, 'Otra vez, para confirmar: ')) !== value) {
    usage('Lo que se escribió la segunda vez no es igual. Repita el comando.')
  }
  return value
}
