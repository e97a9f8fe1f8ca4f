import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
}

export function secretsReseal(io: Io): Command {
  const made = command(io, 'reseal', 'cifra con la llave maestra nueva lo que cifró la anterior')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const done = await administer(io, options, (admin, api) => api.reencryptAll(admin))
    const text =
      done.resealed === 0
        ? 'Todo estaba ya con la llave maestra nueva.'
        : `${done.resealed} valores están ahora con la llave maestra nueva.`
    return { json: done, text }
  })
}

const NOTE = `
Todos los procesos deben conocer ya la llave nueva. Los pasos están en docs/operations.md.`
