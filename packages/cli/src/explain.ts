/** Any thrown value as a sentence for the user, and its exit code. */
import type { AdminRefused } from '@sello/service/admin'
import { explainCall, isSelloError } from './calling/explain.ts'
import { CliError, type Issue } from './exit.ts'
import { flagOf } from './flags.ts'

/** An internal error shows its message; SELLO_DEBUG=1 shows its cause. */
export function explain(error: unknown): CliError {
  if (error instanceof CliError) return error
  if (isAdminRefused(error)) {
    const issues = error.problems.map(({ field, message }) => toIssue(field, message))
    const all = issues.map(({ option, message }) => `${option}: ${message}`)
    return new CliError('refused', all.join('\n'), { cause: error, issues })
  }
  // The messages of a company's own store already say what to fix.
  if (error instanceof Error && (error.name === 'OtherSecrets' || error.name === 'StoreFailed')) {
    return new CliError('refused', error.message, { cause: error })
  }
  if (isSelloError(error)) return explainCall(error)
  return explainSystem(error) ?? explainInstallation(error) ?? internal(error)
}

/** A package with a program for this machine, which npm leaves out with `--omit=optional`. Null for any other error. */
function explainInstallation(error: unknown): CliError | null {
  const isMissing = error instanceof Error && /^Cannot find native binding/.test(error.message)
  return isMissing ? new CliError('unavailable', WITHOUT_BINDING, { cause: error }) : null
}

const WITHOUT_BINDING = `Falta el paquete que cifra las contraseñas en esta máquina (@node-rs/argon2-${process.platform}-${process.arch}…). Instálelo con la versión de @node-rs/argon2, o instale de nuevo sin --omit=optional.`

/** Recognised by name: commands that need no service do not load the class. */
function isAdminRefused(error: unknown): error is AdminRefused {
  return error instanceof Error && error.name === 'AdminRefused'
}

function internal(error: unknown): CliError {
  const said = error instanceof Error ? error.message : String(error)
  return new CliError('internal', `Falla interna: ${said} (SELLO_DEBUG=1 muestra el detalle)`, {
    cause: error,
  })
}

/** An error of the operating system: a folder, a port. Null for any other. */
export function explainSystem(error: unknown): CliError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code, path, syscall } = error as NodeJS.ErrnoException
  const reason = FILE_REASONS[String(code)]
  if (reason === undefined || path === undefined || syscall === 'listen') return null
  return new CliError('unavailable', `${path}: ${reason}`, { cause: error })
}

// biome-ignore format: a table
export const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES:  'no hay permiso. Dé permiso a este usuario o elija otra ruta.',
  EPERM:   'no hay permiso. Dé permiso a este usuario o elija otra ruta.',
  EROFS:   'el disco es de solo lectura. Elija otra ruta.',
  ENOSPC:  'no queda espacio en el disco.',
  ENOENT:  'no existe.',
  ENOTDIR: 'una parte de la ruta no es una carpeta.',
  EISDIR:  'es una carpeta, y se espera un archivo.',
  ELOOP:   'el enlace lleva a sí mismo.',
  EEXIST:  'ya hay un archivo con ese nombre, y se espera una carpeta.',
}

/** The service's field names whose option has another word; the others are in `flags.ts`. */
const OPTIONS: Readonly<Record<string, string>> = {
  certificado: '--file',
  contrasena: '--password-file',
  password: '--password-file',
  passphrase: '--passphrase-file',
  numDocumento: '--document',
}

function toIssue(field: string, message: string): Issue {
  const member = field.split('.').at(-1) ?? field
  return { field, option: OPTIONS[member] ?? flagOf(member), message }
}
