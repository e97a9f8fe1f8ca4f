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

export function keyRevoke(io: Io): Command {
  const made = command(io, 'revoke', 'revoca una llave, para siempre')
    .addOption(nit())
    .addOption(keyId())
    .addOption(dataDir('.sello'))
    .addHelpText('after', '\nPara detenerla solo un tiempo: sello key deactivate.')
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    await administer(io, options, (admin, api) => api.revokeKey(admin, nit, keyId))
    const text = `La llave ${keyId} fue revocada: su próxima llamada se rechaza.`
    return { json: { nit, keyId, state: 'revoked' }, text }
  })
}

export function keyDeactivate(io: Io): Command {
  const made = command(io, 'deactivate', 'detiene una llave hasta que se reactive')
    .addOption(nit())
    .addOption(keyId())
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    await administer(io, options, (admin, api) => api.deactivateKey(admin, nit, keyId))
    const text = `La llave ${keyId} está desactivada. Vuelve con "sello key reactivate".`
    return { json: { nit, keyId, state: 'inactive' }, text }
  })
}
