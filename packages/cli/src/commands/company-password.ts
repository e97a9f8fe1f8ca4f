import type { Ambiente } from '@sello/contract'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { readSecret, type Secret, secretOption } from '../secret-input.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly ambiente?: Ambiente
  readonly passwordFile?: string
  readonly dataDir?: string
}

export const PASSWORD: Secret = {
  what: 'la contraseña de la API de Hacienda',
  option: '--password-file',
  variable: 'SELLO_MH_PASSWORD',
}

export function companyPassword(io: Io): Command {
  const made = command(io, 'password', 'guarda la contraseña de la empresa en la API de Hacienda')
    .addOption(nit())
    .addOption(ambiente())
    .addOption(secretOption(PASSWORD))
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit, ambiente = AMBIENTE_DEFAULT } = options
    const password = await readSecret(io, PASSWORD, options.passwordFile)
    await administer(io, options, (admin, api) =>
      api.setMinistryPassword(admin, nit, { ambiente, password }),
    )
    const text = `Contraseña guardada, cifrada, para el NIT ${nit} en el ambiente ${ambiente}.`
    return { json: { nit, ambiente }, text }
  })
}
