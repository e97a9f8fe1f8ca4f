import type { Uses } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
}

export function secretsList(io: Io): Command {
  const made = command(io, 'list', 'muestra qué depende de cada llave maestra y cada pimienta')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const uses = await administer(io, options, (admin, api) => api.listSecretUses(admin))
    return { json: uses, text: textOf(uses) }
  })
}

const NOTE = `
Una que no es la nueva y de la que no depende nada se puede quitar. De una pimienta dependen las
llaves que no se han usado desde que hay otra: úselas una vez, o vuelva a emitirlas.`

const WORDS = { master: 'llave maestra', pepper: 'pimienta' } as const
const NEEDED = { master: 'valores cifrados', pepper: 'llaves' } as const

function textOf({ secrets, unknownKeys }: Uses): string {
  const rows = secrets.map(({ kind, id, newest, needed }): readonly [string, string] => [
    `${WORDS[kind]} ${id}`,
    `${needed} ${NEEDED[kind]}${newest ? ', la nueva' : needed === 0 ? ', se puede quitar' : ''}`,
  ])
  return columns([...rows, ['pimienta sin conocer', `${unknownKeys} llaves`]])
}
