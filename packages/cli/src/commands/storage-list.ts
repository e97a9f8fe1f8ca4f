import type { Destination } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly dataDir?: string
}

export function storageList(io: Io): Command {
  const made = command(io, 'list', 'muestra los destinos de una empresa y cuándo se comprobaron')
    .addOption(nit())
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const destinos = await administer(io, options, (admin, api) =>
      api.listStorage(admin, options.nit),
    )
    return { json: { nit: options.nit, destinos }, text: textOf(destinos) }
  })
}

export function storageVerify(io: Io): Command {
  const made = command(
    io,
    'verify',
    'comprueba ahora los destinos: escribe, lee y borra en cada uno',
  )
    .addOption(nit())
    .addOption(dataDir('.sello'))
    .addHelpText('after', '\nEl servicio lo hace solo cada diez días.')
  return onRun<Options>(made, io, async (options) => {
    const destinos = await administer(io, options, (admin, api) =>
      api.verifyStorage(admin, options.nit),
    )
    return { json: { nit: options.nit, destinos }, text: textOf(destinos) }
  })
}

function textOf(destinos: readonly Destination[]): string {
  if (destinos.length === 0)
    return 'La empresa no tiene destinos. Conecte uno: sello storage connect.'
  return destinos.map(lineOf).join('\n')
}

function lineOf({ location, verifiedAt, problem }: Destination): string {
  const verified = verifiedAt ? `comprobado el ${localTime(verifiedAt)}` : 'nunca comprobado'
  return `${location}  ${verified}${problem === null ? '' : `\n  ${problem}`}`
}
