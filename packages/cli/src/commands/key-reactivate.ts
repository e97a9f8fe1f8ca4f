import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly keyId: string
  readonly dataDir?: string
}

export function keyReactivate(io: Io): Command {
  const made = command(io, 'reactivate', 'devuelve la firma a una llave suspendida')
    .addOption(nit())
    .addOption(required('--key-id <id>', 'lo que va en la llave entre el ambiente y el punto'))
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    await administer(io, options, (admin, api) => api.reactivateKey(admin, nit, keyId))
    return { json: { nit, keyId }, text: `La llave ${keyId} puede firmar otra vez.` }
  })
}

const NOTE = `
Una llave queda suspendida para firmar (sign_vault_locked) tras varias llaves de firma
equivocadas. Averigüe primero de quién fueron.`
