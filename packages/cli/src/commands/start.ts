import type { Config, Service } from '@sello/service'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { logTo, withDatabase } from '../database.ts'
import { columns, type Io, type Result, say } from '../io.ts'
import { assertFree, explainListen } from '../ports.ts'
import { type Overrides, settingsOf } from '../settings.ts'
import { stopWithin } from '../stop-within.ts'
import { dataDir, host, jobs, port } from '../values.ts'

interface Options extends Common, Overrides {}

/** Longer than the ministry may take for a document being issued. */
const PATIENCE_MS = 45_000

export function start(io: Io): Command {
  const made = command(io, 'start', 'pone el servicio en marcha')
    .addOption(port(4600))
    .addOption(host())
    .addOption(dataDir('.sello'))
    .addOption(jobs())
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const config = await settingsOf(io, options)
    await assertFree(config)
    if (config.clock) await assertFree(config.clock, 'SELLO_CLOCK_PORT')
    if (config.operator) await assertFree(config.operator, 'SELLO_OPERATOR_PORT')
    await warnOfSettings(io, config)
    await withDatabase(config, { log: logTo(io, config) }, async (open) => {
      const service = await listen(open)
      say(io, options.json, toResult(service, config))
      await io.stopping.requested
      await stopWithin(PATIENCE_MS, service.stop)
    })
    return null
  })
}

const NOTE = `
Lo demás se toma del ambiente: DATABASE_URL (otro PostgreSQL en vez del propio), SELLO_MH_TEST_URL,
SELLO_LOG_LEVEL… Una opción vale más que su variable. La bitácora sale por la salida de errores.`

/** In words, beside the log: the service works, and not as its operator believes. */
async function warnOfSettings(io: Io, config: Config): Promise<void> {
  const { settingsFindings } = await import('@sello/service/admin')
  for (const { mensaje, queHacer } of settingsFindings(config)) {
    io.err(`sello: aviso: ${mensaje} ${queHacer}`)
  }
}

async function listen(config: Config): Promise<Service> {
  const { startService } = await import('@sello/service')
  try {
    return await startService(config)
  } catch (error) {
    throw explainListen(error, config)
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
  { url, clockUrl, operatorUrl, console }: Service,
  { dataDir, databaseUrl }: Config,
): Result {
  const embedded = databaseUrl === null
  const facts = columns([
    ['dirección', url],
    ['consola', CONSOLE[console] ?? `${url}/`],
    ['reloj', clockUrl ?? 'apagado'],
    ['operador', operatorUrl ?? 'apagado'],
    ['datos', dataDir],
    ['base de datos', embedded ? 'PostgreSQL propio, en esa carpeta' : 'la de DATABASE_URL'],
  ])
  const database = embedded ? 'embedded' : 'external'
  return {
    json: { baseUrl: url, clockUrl, operatorUrl, dataDir, database, console },
    text: `Sello escucha.\n${facts}\nCtrl-C para detener.`,
  }
}
