import type { Ambiente } from '@sello/contract'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly ambiente?: Ambiente
  readonly dataDir?: string
}

export function books(io: Io): Command {
  const made = command(io, 'books', 'los libros de IVA de un mes')
    .argument('<mes>', 'el mes, p. ej. 2026-12')
    .addOption(nit())
    .addOption(ambiente())
    .addOption(dataDir('.sello'))
    .addHelpText('after', '\nCon --json salen todas las filas; sin él, los totales y los avisos.')
  return onRun<Options>(made, io, async (options) => {
    const [mes = ''] = made.args
    const { nit, ambiente = AMBIENTE_DEFAULT } = options
    const read = await administer(io, options, (admin, api) =>
      api.readBooks(admin, nit, { ambiente, mes }),
    )
    const { contribuyentes, consumidorFinal, compras, sinSello, avisos } = read
    const rows = Object.entries({ contribuyentes, consumidorFinal, compras }).flatMap(
      ([name, book]) => [
        [name, `${book.filas.length} filas`] as const,
        ...Object.entries(book.totales).map(([of, total]) => [`  ${of}`, String(total)] as const),
      ],
    )
    const text = [columns([...rows, ['sin sello', String(sinSello)]]), ...avisos].join('\n')
    return { json: { nit, ambiente, mes, ...read }, text }
  })
}
