/**
 * The configured database, for as long as a command needs it. The service is loaded only here and where it is
 * started, so that help and usage errors are fast.
 */
import type { Config } from '@sello/service'
import type * as Api from '@sello/service/admin'
import { CliError } from './exit.ts'
import { explainSystem } from './explain.ts'
import type { Io } from './io.ts'
import { type Overrides, settingsOf } from './settings.ts'

/**
 * Runs `work` on a migrated database; the embedded one is held until it ends. Waits for a database that is still
 * starting; then refuses (`unavailable`) one that is unreachable, or that goes away while it is needed.
 */
export async function withDatabase<T>(
  config: Config,
  { log, onWait }: Telling,
  work: (open: Config) => Promise<T>,
): Promise<T> {
  const { openDatabase } = await import('@sello/service')
  const database = await openDatabase(config, log, onWait).catch((error: unknown) => {
    throw explainDatabase(error, config)
  })
  try {
    return await work({ ...config, databaseUrl: database.url }).catch((error: unknown) => {
      throw isGone(error) ? explainDatabase(error, config) : error
    })
  } finally {
    await database.stop()
  }
}

export interface Telling {
  /** The embedded server's messages. */
  readonly log: (line: string) => void
  /** Absent: waiting is logged too. */
  readonly onWait?: () => void
}

/** For commands of people, which have no log. */
export function tellOf({ err }: Pick<Io, 'err'>, { databaseWaitMs }: Config) {
  let told = false
  const onWait = () => {
    if (told) return
    told = true
    const seconds = Math.ceil(databaseWaitMs / 1_000)
    err(`sello: la base de datos no responde todavía; se espera hasta ${seconds} segundos.`)
  }
  return { log: () => {}, onWait }
}

/** Runs one administration command: `work` gets the context and the functions. */
export async function administer<T>(
  io: Io,
  options: Pick<Overrides, 'dataDir'>,
  work: (admin: Api.Admin, api: typeof Api) => Promise<T>,
): Promise<T> {
  const config = await settingsOf(io, { dataDir: options.dataDir })
  const api = await import('@sello/service/admin')
  const tell = tellOf(io, config)
  return withDatabase(config, tell, (open) =>
    api.withAdmin(open, (admin) => work(admin, api), tell.onWait),
  )
}

/** The embedded server's few messages, in the format of the service's log. */
export function logTo(
  { err, now }: Pick<Io, 'err' | 'now'>,
  { logLevel }: Config,
): (line: string) => void {
  if (!['trace', 'debug', 'info'].includes(logLevel)) return () => {}
  return (msg) => err(JSON.stringify({ level: 30, time: now().toISOString(), msg }))
}

/** By name and code, since the service is not loaded yet. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'DatabaseUnavailable' || error.name === 'CommitUnknown') return true
  return 'code' in error && /^57P0[123]$/.test(String(error.code))
}

/** Why the configured database cannot be used, and what to do. */
export function explainDatabase(
  error: unknown,
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'preparedStatements'>,
): CliError {
  const ofSystem = config.databaseUrl === null ? explainSystem(error) : null
  if (ofSystem) return ofSystem
  const embedded = config.databaseUrl === null
  const which = `La base de datos de ${embedded ? config.dataDir : 'DATABASE_URL'}`
  if (error instanceof Error && error.name === 'MigrationRefused') {
    return new CliError('refused', `${which} ${OTHER_VERSION}`, { cause: error })
  }
  if (error instanceof Error && error.name === 'PoolerRefused') {
    const { preparedStatements } = config
    const why = preparedStatements === 'pooler' ? TRACKS_NOTHING : BEHIND_A_POOLER
    return new CliError('refused', `${which} ${why}`, { cause: error })
  }
  if (error instanceof Error && error.name === 'NoEmbeddedDatabase') {
    return new CliError('unavailable', `${which} ${NOT_INSTALLED}`, { cause: error })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = error instanceof Error ? error.message : String(error)
  const known = isGone(error) ? GONE : embedded ? undefined : SERVER_REASONS[code]
  const reason = known ?? `no se pudo abrir: ${said}`
  return new CliError('unavailable', `${which} ${reason}`, { cause: error })
}

const OTHER_VERSION =
  'es de otra versión de Sello. Use la versión con que se hizo, o una más nueva que ella.'

const BEHIND_A_POOLER =
  'está detrás de un pooler que no pasa los límites de cada conexión. Ponga SELLO_PREPARED_STATEMENTS=pooler con PgBouncer 1.21 o más nuevo y su max_prepared_statements, o SELLO_PREPARED_STATEMENTS=off con cualquier otro.'

const TRACKS_NOTHING =
  'está detrás de un pooler que no lleva las sentencias preparadas: un PgBouncer anterior a 1.21, o con max_prepared_statements = 0. Ponga SELLO_PREPARED_STATEMENTS=off, o use uno más nuevo con max_prepared_statements = 1000.'

const NOT_INSTALLED =
  'pide el PostgreSQL incluido, y esta instalación no lo tiene. Ponga DATABASE_URL con el de un servidor, o instale de nuevo sin --omit=optional.'

const GONE =
  'se reinicia o dejó de responder. Lo que ya se guardó, queda; revise que el servidor esté arriba y repita.'

// biome-ignore format: a table
const SERVER_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED:    'no responde. Revise que el servidor esté arriba, y su dirección y puerto.',
  ETIMEDOUT:       'no responde. Revise que el servidor esté arriba, y su dirección y puerto.',
  ENOTFOUND:       'está en un servidor que no existe. Revise el nombre.',
  EAI_AGAIN:       'está en un servidor cuyo nombre no se puede resolver ahora. Revise la red.',
  ERR_INVALID_URL: 'no tiene una dirección válida. Es postgres://usuario:clave@servidor:5432/base.',
  '28P01':         'no acepta ese usuario o esa contraseña.',
  '28000':         'no acepta ese usuario desde esta máquina. Revise pg_hba.conf.',
  '3D000':         'no existe en ese servidor. Créela y repita.',
  '42501':         'no deja crear tablas a ese usuario. Déle permiso sobre el esquema public.',
}
