/** Maintenance windows that the ministry announced. */
import type { Ambiente } from '@sello/contract'
import type { MaintenanceWindow } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir } from '../values.ts'

interface AddOptions extends Common {
  readonly desde: Date
  readonly hasta: Date
  readonly motivo?: string
  readonly ambiente?: Ambiente
  readonly dataDir?: string
}

export function maintenanceAdd(io: Io): Command {
  const made = command(
    io,
    'add',
    'anuncia que Hacienda no responderá: se emite en contingencia sin intentarlo',
  )
    .addOption(
      required('--since <instante>', 'p. ej. 2026-12-05T22:00:00-06:00').argParser((text) =>
        instant('--since', text),
      ),
    )
    .addOption(
      required('--until <instante>', 'desde entonces se le pregunta si ya responde').argParser(
        (text) => instant('--until', text),
      ),
    )
    .option('--reason <texto>', 'lo que Hacienda anunció')
    .addOption(ambiente())
    .addOption(dataDir('.sello'))
  return onRun<AddOptions>(made, io, async (options) => {
    const { desde: since, hasta: until, motivo: reason = '' } = options
    const given = { ambiente: options.ambiente ?? AMBIENTE_DEFAULT, since, until, reason }
    const window = await administer(io, options, (admin, api) => api.addMaintenance(admin, given))
    return { json: window, text: `Anunciado.\n${lineOf(window)}` }
  })
}

interface ListOptions extends Common {
  readonly dataDir?: string
}

export function maintenanceList(io: Io): Command {
  const made = command(
    io,
    'list',
    'dice qué mantenimientos hay anunciados y no han terminado',
  ).addOption(dataDir('.sello'))
  return onRun<ListOptions>(made, io, async (options) => {
    const windows = await administer(io, options, (admin, api) => api.listMaintenance(admin))
    const text = windows.length === 0 ? 'Ninguno.' : windows.map(lineOf).join('\n')
    return { json: { mantenimientos: windows }, text }
  })
}

export function maintenanceRemove(io: Io): Command {
  const made = command(
    io,
    'remove',
    'quita un mantenimiento: a Hacienda se le pregunta de inmediato',
  )
    .usage('<id> [opciones]')
    .argument('<id>', 'el de "sello maintenance list"')
    .addOption(dataDir('.sello'))
  return onRun<ListOptions>(made, io, async (options) => {
    const [id = ''] = made.args
    await administer(io, options, (admin, api) => api.removeMaintenance(admin, id))
    return { json: { id }, text: 'Quitado.' }
  })
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

function instant(name: string, text: string): Date {
  const at = new Date(text)
  if (!WITH_OFFSET.test(text) || Number.isNaN(at.getTime())) {
    throw new CliError(
      'usage',
      `${name}: un instante con su zona, p. ej. 2026-12-05T22:00:00-06:00.`,
    )
  }
  return at
}

const lineOf = ({ windowId, ambiente: of, since, until, reason }: MaintenanceWindow) =>
  `  ${windowId}  ${of}  ${localTime(since)} a ${localTime(until)}${reason === '' ? '' : `  ${reason}`}`
