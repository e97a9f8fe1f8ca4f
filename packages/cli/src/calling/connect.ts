/**
 * A client for the commands that call a service: its address and keys from options, the environment or a
 * profile, in this order. A key is never the value of an option.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Hooks, Sello, SelloOptions } from '@sello/client'
import type { Command } from 'commander'
import type { Common } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { assertOneStdin, readGiven } from '../secret-input.ts'
import { DEFAULT_PROFILE, profileFile, readProfiles, stateFolder } from './profile.ts'

export interface CallingOptions extends Common {
  readonly url?: string
  readonly profile?: string
  readonly apiKeyFile?: string
  readonly signKeyFile?: string
  readonly unlockKeyFile?: string
}

const CALLING_HELP = `
La dirección y las llaves salen, en este orden, de las opciones, de SELLO_URL, SELLO_API_KEY y
SELLO_SIGN_KEY, o del perfil ("sello profile set"; --profile o SELLO_PROFILE dicen cuál). Una llave
nunca se escribe como opción: la vería cualquiera en la lista de procesos. Con una llave de apertura
(SELLO_UNLOCK_KEY o el perfil; "sello archive connect") lo emitido se copia a sus destinos propios.`

export function callingOptions(made: Command): Command {
  return made
    .option('--url <dirección>', 'dirección del servicio')
    .option('--profile <nombre>', 'perfil (si falta: default)')
    .option('--api-key-file <ruta>', 'archivo con la llave de API; - la lee de la entrada estándar')
    .option('--sign-key-file <ruta>', 'archivo con la llave de firma; - la lee de la entrada')
    .option('--unlock-key-file <ruta>', 'archivo con la llave de apertura de sus destinos')
    .addHelpText('after', CALLING_HELP)
}

/** The context of a call. `signal` aborts at Ctrl-C. */
export interface Connection {
  readonly sello: Sello
  readonly baseUrl: string
  readonly signal: AbortSignal
}

export interface Credentials {
  readonly baseUrl: string
  readonly apiKey: string
  readonly signKey: string | undefined
  /** The unlock key of the company's own destinations; it stays on this machine. */
  readonly unlockKey: string | undefined
  /** The profile that the key came from. */
  readonly profile: string | null
}

/** Refuses (usage) without an address or a key. Sends nothing. */
export async function connect(io: Io, options: CallingOptions): Promise<Connection> {
  const credentials = await credentialsOf(io, options)
  const { Sello } = await import('@sello/client')
  const sello = new Sello(await clientOptions(io, credentials))
  return { sello, baseUrl: credentials.baseUrl, signal: signalOf(io) }
}

async function clientOptions(io: Io, credentials: Credentials): Promise<SelloOptions> {
  const { baseUrl, apiKey, signKey, unlockKey } = credentials
  const { fileKeyStore, nodeFetch, ownArchive } = await import('@sello/client/node')
  // Separate state for each key of each service: the same referencia of another company is another sale.
  const whose = createHash('sha256')
    .update(`${baseUrl}\n${apiKey.split('.')[0]}`)
    .digest('hex')
  const file = join(stateFolder(io), `keys-${whose.slice(0, 16)}.jsonl`)
  const keyStore = fileKeyStore(file, () => io.now().getTime())
  const folder = join(stateFolder(io), `archive-${whose.slice(0, 16)}`)
  const archive = unlockKey === undefined ? undefined : ownArchive({ unlockKey, folder })
  const hooks = { onRetry: sayRetry(io) }
  return { baseUrl, apiKey, signKey, keyStore, archive, hooks, fetch: nodeFetch() }
}

/** Tells the user what the call is waiting for. */
const sayRetry =
  ({ err }: Io): NonNullable<Hooks['onRetry']> =>
  ({ code, delayMs }) =>
    err(`Sin respuesta todavía (${code}); otro intento en ${Math.ceil(delayMs / 1000)} s…`)

/** An aborted call reports that its outcome is unknown; a signal never ends it silently. */
function signalOf({ stopping }: Io): AbortSignal {
  const controller = new AbortController()
  void stopping.requested.then(() => controller.abort())
  return controller.signal
}

export async function credentialsOf(io: Io, options: CallingOptions): Promise<Credentials> {
  const { env } = io
  assertOneStdin([
    ['--api-key-file', options.apiKeyFile],
    ['--sign-key-file', options.signKeyFile],
    ['--unlock-key-file', options.unlockKeyFile],
  ])
  const named = options.profile ?? filled(env, 'SELLO_PROFILE')
  const profiles = await readProfiles(io)
  const profile = profiles[named ?? DEFAULT_PROFILE]
  if (named !== undefined && !profile) {
    throw new CliError('refused', `No hay un perfil ${named} en ${profileFile(io)}.`)
  }
  const baseUrl = options.url ?? filled(env, 'SELLO_URL') ?? profile?.baseUrl
  const apiKey =
    (await fromFile(io, '--api-key-file', options.apiKeyFile)) ?? filled(env, 'SELLO_API_KEY')
  const signKey =
    (await fromFile(io, '--sign-key-file', options.signKeyFile)) ??
    (env.SELLO_SIGN_KEY || undefined)
  const unlockKey =
    (await fromFile(io, '--unlock-key-file', options.unlockKeyFile)) ??
    (env.SELLO_UNLOCK_KEY || undefined)
  // A profile's keys are only sent to its own address.
  const isItsOwn = baseUrl === profile?.baseUrl
  const found = apiKey ?? (isItsOwn ? profile?.apiKey : undefined)
  if (baseUrl === undefined) usage('Falta la dirección del servicio: --url, SELLO_URL o un perfil.')
  if (found === undefined) {
    usage('Falta la llave de API: --api-key-file, SELLO_API_KEY o un perfil de esa dirección.')
  }
  return {
    baseUrl,
    apiKey: found,
    signKey: signKey ?? (isItsOwn ? profile?.signKey : undefined),
    unlockKey: unlockKey ?? (isItsOwn ? profile?.unlockKey : undefined),
    profile: isItsOwn && apiKey === undefined && profile ? (named ?? DEFAULT_PROFILE) : null,
  }
}

/**
 * Empty, a variable that says where and as whom to call is a mistake: what it should have said must not come from a
 * profile. An empty sign or unlock key is none.
 */
function filled(env: Io['env'], variable: string): string | undefined {
  const value = env[variable]
  return value === '' ? usage(`${variable} está vacía: dele un valor o quítela.`) : value
}

async function fromFile(io: Io, option: string, path: string | undefined) {
  if (path === undefined) return undefined
  const text = (await readGiven(io, option, path)).toString().replace(/\r?\n$/, '')
  return text === '' ? usage(`${option}: la llave está vacía.`) : text
}
