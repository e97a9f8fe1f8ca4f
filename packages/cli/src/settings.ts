/** The service's settings: the environment, overridden by the command's options. */
import type { Config, Environment } from '@sello/service'
import { CliError } from './exit.ts'
import type { Io } from './io.ts'

export interface Overrides {
  readonly dataDir?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly jobs?: string | undefined
  readonly processes?: number | undefined
  /** The folder in which the exchanges with the ministry's test service are recorded. */
  readonly record?: string | undefined
}

export function settingsOf({ env }: Pick<Io, 'env'>, over: Overrides): Promise<Config> {
  const { dataDir, host, port, jobs, processes, record } = over
  return read({
    ...env,
    ...(dataDir === undefined ? {} : { SELLO_DATA_DIR: dataDir }),
    ...(host === undefined ? {} : { SELLO_HOST: host }),
    ...(port === undefined ? {} : { SELLO_PORT: String(port) }),
    ...(jobs === undefined ? {} : { SELLO_JOBS: jobs }),
    ...(processes === undefined ? {} : { SELLO_PROCESSES: String(processes) }),
    ...(record === undefined ? {} : { SELLO_MH_RECORD: record }),
  })
}

/**
 * A worker serves no calls. It opens a health and metrics port only on request, since the default one is the
 * service's.
 */
export function workerSettings({ env }: Pick<Io, 'env'>, over: Overrides): Promise<Config> {
  const { SELLO_OPERATOR_PORT = 'off' } = env
  return settingsOf({ env: { ...env, SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT } }, over)
}

interface DemoOverrides {
  readonly dataDir: string
  readonly port: number
  readonly mhUrl: string
  readonly record?: string | undefined
}

/** The demonstration ignores every variable that could lead to a real database, secrets or ministry. */
export function demoSettings(
  { env }: Pick<Io, 'env'>,
  { dataDir, port, mhUrl, record }: DemoOverrides,
): Promise<Config> {
  return read({
    SELLO_LOG_LEVEL: env.SELLO_LOG_LEVEL ?? 'warn',
    SELLO_DATA_DIR: dataDir,
    SELLO_PORT: String(port),
    ...(env.SELLO_CONSOLE_DIR === undefined ? {} : { SELLO_CONSOLE_DIR: env.SELLO_CONSOLE_DIR }),
    SELLO_MH_TEST_URL: mhUrl,
    SELLO_MH_LIVE_URL: mhUrl,
    ...(record === undefined ? {} : { SELLO_MH_RECORD: record }),
  })
}

async function read(env: Environment): Promise<Config> {
  const { readConfig } = await import('@sello/service')
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CliError('refused', `La configuración no vale: ${error.message}`, { cause: error })
  }
}
