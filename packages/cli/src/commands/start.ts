import cluster from 'node:cluster'
import type { Config, ProcessEnded, Service } from '@sello/service'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { logTo, withDatabase } from '../database.ts'
import { CliError, type Ending, EXIT } from '../exit.ts'
import { explain } from '../explain.ts'
import { columns, type Io, type Result, say } from '../io.ts'
import { assertFree, explainListen } from '../ports.ts'
import { type Overrides, settingsOf } from '../settings.ts'
import { stopWithin } from '../stop-within.ts'
import { onRestartSignal } from '../stopping.ts'
import { dataDir, host, jobs, port, processes, record } from '../values.ts'

interface Options extends Common, Overrides {}

/** Longer than the ministry may take for a document being issued. */
const PATIENCE_MS = 45_000

export function start(io: Io): Command {
  const made = command(io, 'start', 'pone el servicio en marcha')
    .addOption(port(4600))
    .addOption(host())
    .addOption(dataDir('.sello'))
    .addOption(jobs())
    .addOption(processes())
    .addOption(record())
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const config = await settingsOf(io, options)
    if (cluster.isWorker) {
      await serveWithOthers(config)
      return null
    }
    await assertFree(config)
    if (config.clock) await assertFree(config.clock, 'SELLO_CLOCK_PORT')
    if (config.operator) await assertFree(config.operator, 'SELLO_OPERATOR_PORT')
    await warnOfSettings(io, config)
    await withDatabase(config, { log: logTo(io, config) }, async (open) => {
      const { processesFor } = await import('@sello/service')
      const count = config.processes ?? processesFor()
      const running = count === 1 ? await runAlone(io, open) : await runTogether(open, count)
      onRestartSignal(running.restart)
      say(io, options.json, toResult(running.service, config, count))
      try {
        await Promise.race([io.stopping.requested, running.failed])
      } finally {
        await stopWithin(PATIENCE_MS, running.service.stop).finally(running.kill)
      }
    })
    return null
  })
}

const NOTE = `
Lo demás se toma del ambiente: DATABASE_URL (otro PostgreSQL en vez del propio), SELLO_MH_TEST_URL,
SELLO_LOG_LEVEL… Una opción vale más que su variable. La bitácora sale por la salida de errores.
La señal SIGUSR2 reinicia los procesos uno por uno, sin dejar de atender.`

type Serving = Pick<Service, 'url' | 'clockUrl' | 'operatorUrl' | 'console' | 'stop'>

interface Running {
  readonly service: Serving
  restart(): void
  /** Rejects when it cannot go on. */
  readonly failed: Promise<never>
  /** Ends what a stop left, now. */
  kill(): void
}

async function runAlone(io: Io, config: Config): Promise<Running> {
  const { startService } = await import('@sello/service')
  try {
    const service = await startService(config)
    const restart = () => io.err(ONE_PROCESS)
    return { service, restart, failed: new Promise(() => {}), kill() {} }
  } catch (error) {
    throw explainListen(error, config)
  }
}

const ONE_PROCESS =
  'sello: con un solo proceso no hay reinicio sin corte. Detenga el servicio y póngalo en marcha otra vez.'

async function runTogether(config: Config, count: number): Promise<Running> {
  const { startTogether } = await import('@sello/service')
  try {
    const service = await startTogether(config, { count, args: ['start'] })
    const failed = service.failed.catch((error: unknown) => {
      throw explainEnd(error, ENDED_AGAIN)
    })
    failed.catch(() => {}) // it is waited for only while nobody stops the service
    return { service, failed, restart: () => void service.restart(), kill: service.kill }
  } catch (error) {
    throw explainEnd(explainListen(error, config), NOT_STARTED)
  }
}

const NOT_STARTED = 'Un proceso no pudo arrancar y el servicio no se puso en marcha.'
const ENDED_AGAIN = 'Un proceso terminó varias veces seguidas y el servicio se detuvo.'

/** By name, as the service is loaded later. The process has said why in its own words, or its log has. */
function explainEnd(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error.name !== 'ProcessEnded') return error
  const { failure } = error as ProcessEnded
  const why = failure?.message ?? 'La bitácora dice por qué.'
  const ending = failure && failure.ending in EXIT ? (failure.ending as Ending) : 'internal'
  return new CliError(ending, `${what} ${why}`, { cause: error })
}

/** This process is one of several: the first one started it. */
async function serveWithOthers(config: Config): Promise<void> {
  const { serve, startService } = await import('@sello/service')
  await serve({
    async start() {
      const service = await startService({ ...config, sharedBy: config.processes ?? 1 })
      const stop = (lingerMs = 0) =>
        stopWithin(PATIENCE_MS + lingerMs, () => service.stop(lingerMs))
      return { ...service, stop }
    },
    explain(error) {
      const { ending, message } = explain(explainListen(error, config))
      return { ending, message }
    },
  })
}

/** In words, beside the log: the service works, and not as its operator believes. */
async function warnOfSettings(io: Io, config: Config): Promise<void> {
  const { settingsFindings } = await import('@sello/service/admin')
  for (const { mensaje, queHacer } of settingsFindings(config)) {
    io.err(`sello: aviso: ${mensaje} ${queHacer}`)
  }
}

/** Null: it is served. */
// biome-ignore format: a table
const CONSOLE: Readonly<Record<Service['console'], string | null>> = {
  served:  null,
  off:     'apagada',
  unbuilt: 'no está construida. Constrúyala con: npm ci && npm run build -w @sello/console  y reinicie',
}

function toResult(
  { url, clockUrl, operatorUrl, console }: Serving,
  { dataDir, databaseUrl }: Config,
  processes: number,
): Result {
  const embedded = databaseUrl === null
  const facts = columns([
    ['dirección', url],
    ['consola', CONSOLE[console] ?? `${url}/`],
    ['reloj', clockUrl ?? 'apagado'],
    ['operador', operatorUrl ?? 'apagado'],
    ['procesos', String(processes)],
    ['datos', dataDir],
    ['base de datos', embedded ? 'PostgreSQL propio, en esa carpeta' : 'la de DATABASE_URL'],
  ])
  const database = embedded ? 'embedded' : 'external'
  return {
    json: { baseUrl: url, clockUrl, operatorUrl, processes, dataDir, database, console },
    text: `Sello escucha.\n${facts}\nCtrl-C para detener.`,
  }
}
