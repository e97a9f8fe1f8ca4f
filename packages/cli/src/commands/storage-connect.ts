import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly managed: string
  readonly dataDir?: string
}

export function storageConnect(io: Io): Command {
  const made = command(io, 'connect', 'conecta y comprueba dónde se guardan los documentos')
    .addOption(nit())
    .addOption(required('--managed <carpeta>', 'carpeta de esta máquina, que Sello administra'))
    .addOption(dataDir('.sello'))
    .addHelpText(
      'after',
      '\nRepetirlo la comprueba otra vez: sirve 30 días desde cada comprobación.',
    )
  return onRun<Options>(made, io, async (options) => {
    const { nit, managed } = options
    const destination = await administer(io, options, (admin, api) =>
      api.connectManagedFolder(admin, nit, managed),
    )
    const facts = columns([
      ['carpeta', destination.location],
      ['comprobada', destination.verifiedAt.toISOString()],
    ])
    return { json: { nit, ...destination }, text: `Destino conectado al NIT ${nit}.\n${facts}` }
  })
}
