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
    const { databaseUrl } = config
    if (databaseUrl === null) throw new CliError('refused', EMBEDDED)
    const { DistributionRefused, distribute } = await import('@sello/service/admin')
    const { tables, workers } = await withDatabase(config, tellOf(io, config), () =>
      distribute(databaseUrl).catch((error: unknown) => {
        if (!(error instanceof DistributionRefused)) throw error
        throw new CliError('refused', `${DATABASE} ${error.message}`, { cause: error })
      }),
    )
    const done = tables.length === 0 ? 'ya estaba repartida' : 'quedó repartida'
    const among = workers === 1 ? 'una máquina' : `${workers} máquinas`
    return { json: { tables, workers }, text: `La base de datos ${done} entre ${among}.` }
  })
}

const DATABASE = 'La base de datos de DATABASE_URL'

const NOTE = `
Una sola vez, con una base nueva que ya conoce sus máquinas y antes de la primera emisión. Con un solo
PostgreSQL no hace falta. Repetirlo no cambia nada.`

const EMBEDDED =
  'El PostgreSQL incluido está en una sola máquina. Ponga DATABASE_URL con el de un servidor con Citus.'
