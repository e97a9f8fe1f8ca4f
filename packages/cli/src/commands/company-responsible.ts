import { DOCUMENTOS_IDENTIFICACION } from '@sello/fiscal'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly nombre?: string
  readonly documento?: string
  readonly tipoDocumento?: string
  readonly remove?: true
  readonly dataDir?: string
}

export function companyResponsible(io: Io): Command {
  const made = command(
    io,
    'responsible',
    'dice quién responde por los eventos de contingencia de una empresa, y lo muestra',
  )
    .addOption(nit())
    .option('--full-name <texto>', 'nombre y apellidos de la persona')
    .option('--document <número>', 'el número de su documento')
    .addOption(
      new Option(
        '--document-type <código>',
        'CAT-022 (si falta: 14 cifras son un NIT; 9, un DUI)',
      ).choices(Object.keys(DOCUMENTOS_IDENTIFICACION)),
    )
    .option('--remove', 'ya no responde nadie: los eventos nombran a la empresa')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const change = changeOf(options)
    const { nombre, responsable } = await administer(io, options, (admin, api) =>
      api.setResponsable(admin, options.nit, change),
    )
    const json = { nit: options.nit, responsable }
    if (responsable === null) {
      return { json, text: `${nombre} no ha dicho quién responde: sus eventos la nombran a ella.` }
    }
    const rows = columns([
      ['nombre', responsable.nombre],
      ['tipo de documento', responsable.tipoDocumento],
      ['número', responsable.numDocumento],
    ])
    return { json, text: `Responde por los eventos de contingencia de ${nombre}:\n${rows}` }
  })
}

/** Undefined: nothing changes, it is shown. */
function changeOf({ nombre, documento, tipoDocumento, remove }: Options) {
  const isSaid = [nombre, documento, tipoDocumento].some((one) => one !== undefined)
  if (remove) {
    if (isSaid) usage('--remove: va sin --full-name, --document ni --document-type.')
    return null
  }
  if (!isSaid) return undefined
  if (nombre === undefined) usage('--full-name: falta el de la persona.')
  if (documento === undefined) usage('--document: falta el número del documento de la persona.')
  return { nombre, numDocumento: documento, tipoDocumento: tipoDocumento ?? null }
}

const NOTE = `
Sin --full-name ni --remove muestra quién es. Hacienda pide en cada evento de contingencia el nombre y el
documento de una persona. Si la empresa no la ha dicho, el evento se firma de todos modos y nombra a la
empresa: un evento que no llega en 24 horas se multa.`
