import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { logTo, withDatabase } from '../database.ts'
import { columns, type Io, say } from '../io.ts'
import { assertFree } from '../ports.ts'
import { type Overrides, workerSettings } from '../settings.ts'
import { stopWithin } from '../stop-within.ts'
import { dataDir, record } from '../values.ts'

interface Options extends Common, Overrides {}

/** Time to finish a running batch of copies or filings. */
const PATIENCE_MS = 45_000

export function worker(io: Io): Command {
  const made = command(io, 'worker', 'hace los trabajos de fondo en un proceso aparte')
    .addOption(dataDir('.sello'))
    .addOption(record())
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const config = await workerSettings(io, options)
    if (config.operator) await assertFree(config.operator, 'SELLO_OPERATOR_PORT')
    await withDatabase(config, { log: logTo(io, config) }, async (open) => {
      const { startWorker } = await import('@sello/service')
      const { operatorUrl, stop } = await startWorker(open)
      const facts = columns([['operador', operatorUrl ?? 'apagado']])
      const text = `Sello trabaja de fondo.\n${facts}\nCtrl-C para detener.`
      say(io, options.json, { json: { operatorUrl }, text })
      await io.stopping.requested
      await stopWithin(PATIENCE_MS, stop)
    })
    return null
  })
}

const NOTE = `
Va con "sello start --jobs none": aquel proceso atiende, y este transmite lo pendiente, copia archivos y
limpia. Puede haber varios. Necesita los mismos DATABASE_URL, SELLO_MASTER_KEY y SELLO_PEPPER.`
