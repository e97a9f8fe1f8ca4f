import { AUTORIZACIONES, type Autorizacion } from '@sello/fiscal'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { codes, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly add?: readonly Autorizacion[]
  readonly remove?: readonly Autorizacion[]
  readonly dataDir?: string
}

const ALL = Object.keys(AUTORIZACIONES) as Autorizacion[]

export function companyAuthorize(io: Io): Command {
  const made = command(io, 'authorize', 'dice lo que Hacienda autorizó a una empresa, y lo muestra')
    .addOption(nit())
    .addOption(authorisations('--add', 'lo que Hacienda le autorizó'))
    .addOption(authorisations('--remove', 'lo que ya no tiene'))
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, add = [], remove = [] } = options
    const { nombre, autorizaciones } = await administer(io, options, (admin, api) =>
      api.authorizeCompany(admin, nit, { add, remove }),
    )
    const rows = autorizaciones.map((one) => [one, AUTORIZACIONES[one].nombre] as const)
    const text =
      rows.length === 0
        ? `${nombre} no tiene autorizaciones.`
        : `${nombre} puede:\n${columns(rows)}`
    return { json: { nit, autorizaciones }, text }
  })
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
