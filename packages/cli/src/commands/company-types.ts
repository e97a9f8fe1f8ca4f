import type { TipoDte } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { codes, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly add?: readonly TipoDte[]
  readonly remove?: readonly TipoDte[]
  readonly dataDir?: string
}

const ALL = Object.keys(TIPOS).sort() as TipoDte[]

export function companyTypes(io: Io): Command {
  const made = command(io, 'types', 'dice qué tipos de documento emite una empresa, y los muestra')
    .addOption(nit())
    .addOption(tipos('--add', 'los que emite'))
    .addOption(tipos('--remove', 'los que ya no emite'))
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, add = [], remove = [] } = options
    const { nombre, tiposDte, tiposProbados } = await administer(io, options, (admin, api) =>
      api.changeIssuedTypes(admin, nit, { add, remove }),
    )
    const rows = tiposDte.map((tipo) => {
      const isProven = tiposProbados.includes(tipo)
      const { nombre } = TIPOS[tipo]
      return [`${tipo} ${nombre}`, isProven ? 'probado' : 'falta un documento de prueba'] as const
    })
    const text =
      rows.length === 0
        ? `${nombre} no ha dicho qué tipos emite. Dígalos con --add, p. ej. --add 01,03.`
        : `${nombre} emite:\n${columns(rows)}`
    return { json: { nit, tiposDte, tiposProbados }, text }
  })
}

function tipos(flag: string, description: string): Option {
  return new Option(`${flag} <lista>`, `${description}, con comas: 01,03`).argParser((text) =>
    codes(flag, text, ALL),
  )
}

const NOTE = `
Sin --add ni --remove muestra los que ha dicho. En producción solo se emiten estos. Para pasar a producción
hace falta un documento de prueba sellado de cada uno, y para agregar otro después, uno de ese tipo.
${columns(ALL.map((tipo) => [tipo, TIPOS[tipo].nombre] as const))}`
