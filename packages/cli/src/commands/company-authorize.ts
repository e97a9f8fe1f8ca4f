import { AUTORIZACIONES, type Autorizacion, type Resolucion } from '@sello/fiscal'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { codes, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly add?: readonly Autorizacion[]
  readonly remove?: readonly Autorizacion[]
  /** False: --no-resolution. */
  readonly resolution?: string | false
  readonly resolutionDetail?: string
  readonly dataDir?: string
}

const DETALLE =
  'Resolución que califica para recibir donaciones, Ley de Impuesto sobre la Renta, art. 6'
const ALL = Object.keys(AUTORIZACIONES) as Autorizacion[]

export function companyAuthorize(io: Io): Command {
  const made = command(io, 'authorize', 'dice lo que Hacienda autorizó a una empresa, y lo muestra')
    .addOption(nit())
    .addOption(authorisations('--add', 'lo que Hacienda le autorizó'))
    .addOption(authorisations('--remove', 'lo que ya no tiene'))
    .addOption(
      new Option(
        '--resolution <texto>',
        'la resolución que la califica para recibir donaciones (15)',
      ),
    )
    .addOption(
      new Option('--resolution-detail <texto>', 'de qué trata la resolución').default(DETALLE),
    )
    .addOption(new Option('--no-resolution', 'ya no tiene esa resolución'))
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, add = [], remove = [] } = options
    const said = resolucionOf(options)
    const { nombre, autorizaciones, resolucion } = await administer(io, options, (admin, api) =>
      api.authorizeCompany(admin, nit, {
        add,
        remove,
        ...(said === undefined ? {} : { resolucion: said }),
      }),
    )
    const rows = autorizaciones.map((one) => [one, AUTORIZACIONES[one].nombre] as const)
    const donations = resolucion
      ? `\nRecibe donaciones por: ${resolucion.descDocumento} (${resolucion.detalleDocumento}).`
      : ''
    const text =
      rows.length === 0
        ? `${nombre} no tiene autorizaciones.`
        : `${nombre} puede:\n${columns(rows)}`
    return { json: { nit, autorizaciones, resolucion }, text: `${text}${donations}` }
  })
}

/** Undefined: nothing is said of it. */
function resolucionOf({
  resolution,
  resolutionDetail = DETALLE,
}: Options): Resolucion | null | undefined {
  if (resolution === false) return null
  if (typeof resolution !== 'string') return undefined
  return {
    descDocumento: lengthOf('--resolution', resolution, 100),
    detalleDocumento: lengthOf('--resolution-detail', resolutionDetail, 300),
  }
}

/** As the structure of 15 takes it. */
function lengthOf(flag: string, said: string, max: number): string {
  const text = said.trim()
  if (text.length < 3 || text.length > max) usage(`${flag} lleva de 3 a ${max} caracteres.`)
  return text
}

function authorisations(flag: string, description: string): Option {
  return new Option(`${flag} <lista>`, `${description}, con comas`).argParser((text) =>
    codes(flag, text, ALL),
  )
}

const NOTE = `
Sin --add ni --remove muestra las que tiene. Las autorizaciones las da la Dirección General de
Impuestos Internos; a Hacienda no se le pueden preguntar, y rechaza el documento de quien no las tiene:
${columns(ALL.map((one) => [one, AUTORIZACIONES[one].nombre] as const))}`
