/** A company's own destinations: listing, verifying, pending copies. */
import type { ArchiveState } from '@sello/client'
import type { Destination } from '@sello/client/node'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect, credentialsOf } from '../calling/connect.ts'
import { grid } from '../calling/grid.ts'
import { command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import { columns, type Io, type Result } from '../io.ts'
import { localTime } from '../local-time.ts'

export function archiveList(io: Io): Command {
  const made = callingOptions(command(io, 'list', 'muestra los destinos de la empresa'))
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const [{ destinos: stored }, status] = await Promise.all([
      sello.storage.destinations({ signal }),
      sello.storage.status({ signal }),
    ])
    const lackingOf = new Map(status.destinos.map((one) => [one.id, one]))
    const destinos = stored.map(({ sellado: _, ...one }) => ({ ...one, ...lackingOf.get(one.id) }))
    const rows = destinos.map((one) => [
      one.id,
      one.kind,
      one.label,
      one.listo ? 'sí' : 'no',
      one.verificadoEl && localTime(one.verificadoEl),
      one.pendientes === undefined ? null : String(one.pendientes),
      one.desde ? localTime(one.desde) : null,
      one.ultimoError ?? null,
    ])
    const header = [
      ...['destino', 'clase', 'nombre', 'cuenta', 'comprobado'],
      ...['le faltan', 'desde', 'último error'],
    ]
    const none = 'No hay destinos. Conecte uno: sello archive connect.'
    return {
      json: { destinos },
      text: rows.length === 0 ? none : grid(header, rows),
    }
  })
}

/** The destinations that the command's unlock key decrypts. Refuses (usage) a missing key. */
async function opened(io: Io, options: CallingOptions) {
  const { unlockKey } = await credentialsOf(io, options)
  if (unlockKey === undefined) {
    usage(
      'Falta la llave de apertura: --unlock-key-file, SELLO_UNLOCK_KEY o un perfil que la tenga.',
    )
  }
  const { sello, signal } = await connect(io, options)
  const { openDestinations } = await import('@sello/client/node')
  const { emisor } = await sello.status({ signal })
  const found = await openDestinations({ sello, unlockKey }, emisor.nit, { signal })
  if (found.length === 0) {
    throw new CliError(
      'refused',
      'La llave de apertura no abre ningún destino: sello archive list.',
    )
  }
  return { sello, signal, found }
}

export function archiveVerify(io: Io): Command {
  const made = callingOptions(
    command(
      io,
      'verify',
      'comprueba los destinos propios: escribe, lee, compara y borra en cada uno',
    ),
  ).addHelpText('after', '\nCuenta 30 días. Quien emite lo hace solo cada veinte.')
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal, found } = await opened(io, options)
    const { StoreFailed, verifyDestination } = await import('@sello/client/node')
    const results = []
    for (const one of found) {
      const { id, label } = one.destino
      try {
        const { verificadoEl } = await verifyDestination({ sello }, one, { signal })
        results.push({ id, label, verificadoEl, problema: null })
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error
        results.push({ id, label, verificadoEl: null, problema: error.message })
      }
    }
    const lines = results.map(({ id, label, verificadoEl, problema }) => {
      const told = problema ?? `comprobado el ${verificadoEl && localTime(verificadoEl)}`
      return `${id}  ${label}: ${told}`
    })
    const isBad = results.some(({ problema }) => problema !== null)
    return {
      json: { destinos: results },
      text: lines.join('\n'),
      ending: isBad ? 'refused' : undefined,
    }
  })
}

export function archiveDisconnect(io: Io): Command {
  const made = callingOptions(
    command(io, 'disconnect', 'termina un destino propio; lo que se escribió ahí queda')
      .usage('<id> [opciones]')
      .argument('<id>'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const [id = ''] = made.args
    const { sello, signal } = await connect(io, options)
    const open = await ownOne(io, options, id)
    if (open) {
      const { endOwnDestination } = await import('@sello/client/node')
      await endOwnDestination({ sello }, open, { signal })
    } else await sello.storage.end(id, { signal })
    return { json: { id, terminado: true }, text: `El destino ${id} ya no cuenta.` }
  })
}

/** Null if this machine lacks its key; it can be ended anyway. */
async function ownOne(io: Io, options: CallingOptions, id: string): Promise<Destination | null> {
  const { unlockKey } = await credentialsOf(io, options)
  if (unlockKey === undefined) return null
  const { found } = await opened(io, options)
  return found.find(({ destino }) => destino.id === id.toLowerCase()) ?? null
}

const NO_KEY =
  'Falta la llave de apertura: --unlock-key-file, SELLO_UNLOCK_KEY o un perfil que la tenga.'

export function archivePush(io: Io): Command {
  const made = callingOptions(command(io, 'push', 'copia lo que quedó pendiente en esta máquina'))
  return onRun<CallingOptions>(made, io, async (options) => {
    const { archive } = (await connect(io, options)).sello
    if (archive === null) usage(NO_KEY)
    return stateResult(await archive.flush())
  })
}

export function archivePull(io: Io): Command {
  const made = callingOptions(
    command(io, 'pull', 'trae a sus destinos todo lo que el servicio todavía retiene'),
  ).addHelpText('after', '\nEl servicio retiene una hora desde el sello, también los eventos.')
  return onRun<CallingOptions>(made, io, async (options) => {
    const { archive } = (await connect(io, options)).sello
    if (archive === null) usage(NO_KEY)
    return stateResult(await archive.pull())
  })
}

function stateResult(state: ArchiveState & { readonly found?: number }): Result {
  const { pending, problem, found } = state
  const text = columns([
    ...(found === undefined ? [] : [['retenidos', String(found)] as const]),
    ['por copiar', String(pending)],
    ...(problem === null ? [] : [['problema', problem] as const]),
  ])
  return { json: state, text, ending: pending > 0 || problem !== null ? 'refused' : undefined }
}
