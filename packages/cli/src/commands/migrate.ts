import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { tellOf, withDatabase } from '../database.ts'
import type { Io } from '../io.ts'
import { settingsOf } from '../settings.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
}

/** Other commands migrate too; this one lets a deployment do it beforehand. */
export function migrate(io: Io): Command {
  const made = command(io, 'migrate', 'pone la base de datos al día').addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const config = await settingsOf(io, { dataDir: options.dataDir })
    await withDatabase(config, tellOf(io, config), async () => {})
    const embedded = config.databaseUrl === null
    const which = embedded ? `de ${config.dataDir}` : 'de DATABASE_URL'
    const json = { database: embedded ? 'embedded' : 'external', migrated: true }
    return { json, text: `La base de datos ${which} está al día.` }
  })
}
