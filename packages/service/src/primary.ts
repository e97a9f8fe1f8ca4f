/** Composes the first of several processes, which serves no calls: it starts the others and has the operator's port. */
import { systemClock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import { createLog } from './base/log.ts'
import { listenOnce } from './base/net/listen-once.ts'
import { serveOperator } from './entrypoints/operator/server.ts'
import { type Processes, startProcesses } from './entrypoints/processes/processes.ts'
import type { Service } from './main.ts'

export interface Together
  extends Pick<Service, 'url' | 'clockUrl' | 'operatorUrl' | 'console'>,
    Pick<Processes, 'restart' | 'failed' | 'kill'> {
  stop(): Promise<void>
}

export interface HowMany {
  readonly count: number
  /** The command line of each: it must call `serve` (entrypoints/processes/serving.ts). */
  readonly args: readonly string[]
}

/** On one port, one operator's port and one open database, whose address is in `config`. */
export async function startTogether(config: Config, { count, args }: HowMany): Promise<Together> {
  const log = createLog(config.logLevel, undefined, { pid: process.pid })
  const processes = await startProcesses({
    ...{ count, args, log, clock: systemClock },
    env: { ...(await settingsOf(config)), SELLO_PROCESSES: String(count) },
  })
  const operator =
    config.operator &&
    (await serveOperator({ log, ...processes }, config.operator).catch(async (error: unknown) => {
      await processes.stop()
      throw error
    }))
  const { url, clockUrl, console } = processes.ready
  const operatorUrl = operator?.url ?? null
  log.info({ url, clockUrl, operatorUrl, processes: count }, 'listening')
  return {
    ...{ url, clockUrl, operatorUrl, console },
    restart: processes.restart,
    failed: processes.failed,
    kill: processes.kill,
    async stop() {
      operator?.drain()
      await processes.stop()
      await operator?.close()
      log.info('stopped')
    },
  }
}

/** What options may have changed, and what only this process knows. Ports are fixed: those that follow listen there too. */
export async function settingsOf(config: Config): Promise<Readonly<Record<string, string>>> {
  const { host, clock, databaseUrl, dataDir, jobs, recordDir } = config
  const portOf = async (at: { host: string; port: number }) =>
    String(at.port === 0 ? await listenOnce(0, at.host) : at.port)
  return {
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(recordDir === null ? {} : { SELLO_MH_RECORD: recordDir }),
    SELLO_DATA_DIR: dataDir,
    SELLO_HOST: host,
    SELLO_PORT: await portOf(config),
    SELLO_CLOCK_PORT: clock === null ? 'off' : await portOf(clock),
    SELLO_OPERATOR_PORT: 'off',
    SELLO_JOBS: jobs,
  }
}
