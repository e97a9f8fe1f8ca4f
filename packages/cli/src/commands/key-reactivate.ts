import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { keyId } from '../key-values.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly keyId: string
  readonly dataDir?: string
}

export function keyReactivate(io: Io): Command {
  const made = command(io, 'reactivate', 'activa una llave desactivada, o le devuelve la firma')
    .addOption(nit())
    .addOption(keyId())
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    await administer(io, options, (admin, api) => api.reactivateKey(admin, nit, keyId))
    return {
      json: { nit, keyId },
      text: `La llave ${keyId} está activa y puede firmar si se emitió para eso.`,
    }
  })
}

const NOTE = `
Una llave que "sello key deactivate" detuvo vuelve a funcionar. Además, una llave queda suspendida para firmar (sign_vault_locked) tras varias llaves de firma
equivocadas. Averigüe primero de quién fueron.`
