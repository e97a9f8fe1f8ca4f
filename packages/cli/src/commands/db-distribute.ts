import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { tellOf, withDatabase } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { settingsOf } from '../settings.ts'

export function dbDistribute(io: Io): Command {
  const made = command(io, 'distribute', 'reparte las empresas entre varias máquinas, con Citus')
  made.addHelpText('after', NOTE)
  return onRun<Common>(made, io, async () => {
    const config = await settingsOf(io, {})
    if (config.databaseUrl === null) throw new CliError('refused', EMBEDDED)
    const { distribute } = await import('@sello/service/admin')
    const { tables, workers } = await withDatabase(config, tellOf(io, config), ({ databaseUrl }) =>
      distribute(databaseUrl ?? '').catch((error: unknown) => {
        throw explain(error)
      }),
    )
    const done = tables.length === 0 ? 'ya estaba repartida' : 'quedó repartida'
    const among = workers === 1 ? 'una máquina' : `${workers} máquinas`
    return { json: { tables, workers }, text: `La base de datos ${done} entre ${among}.` }
  })
}

const NOTE = `
Una sola vez, con una base nueva que ya conoce sus máquinas y antes de la primera emisión. Con un solo
PostgreSQL no hace falta. Repetirlo no cambia nada.`

const EMBEDDED =
  'El PostgreSQL incluido está en una sola máquina. Ponga DATABASE_URL con el de un servidor con Citus.'

/** By name, since the service is loaded late. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'DistributionRefused') return error
  return new CliError('refused', `La base de datos de DATABASE_URL ${error.message}`, {
    cause: error,
  })
}
