import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly correo: string
  readonly nombre: string
  readonly nit?: string
  readonly rol?: string
  readonly operador?: boolean
  readonly dataDir?: string
}

const ROLES = ['dueno', 'administrador', 'emisor', 'lector', 'contador'] as const

export function personAdd(io: Io): Command {
  const made = command(io, 'add', 'agrega a quien entra a la consola')
    .addOption(required('--email <correo>', 'con que entra'))
    .addOption(required('--full-name <nombre>', 'cómo se llama'))
    .option('--nit <nit>', 'la empresa en que trabaja')
    .option('--role <rol>', `qué es en ella: ${ROLES.join(', ')} (si falta: dueno)`)
    .option(
      '--operator',
      'opera el servicio: ve el estado de todas las empresas, y ningún documento',
    )
    .addOption(dataDir('.sello'))
    .addHelpText(
      'after',
      '\nDespués: "sello person link" da el enlace con que entra la primera vez.',
    )
  return onRun<Options>(made, io, async (options) => {
    const { correo, nombre, nit, operador = false } = options
    const rol = ROLES.find((one) => one === (options.rol ?? 'dueno'))
    if (rol === undefined) usage(`--role: es uno de ${ROLES.join(', ')}.`)
    if (nit === undefined && !operador) usage('Falta --nit (la empresa), o --operator.')
    const member = nit === undefined ? null : { nit, rol }
    await administer(io, options, (admin, api) =>
      api.addPerson(admin, { correo, nombre, member, operador, password: null }),
    )
    const where = member ? `, ${rol} de la empresa ${nit}` : ''
    return {
      json: { correo, nombre, nit: nit ?? null, rol: member ? rol : null, operador },
      text: `${nombre} puede entrar con ${correo}${where}. Su enlace: sello person link --email ${correo}`,
    }
  })
}
