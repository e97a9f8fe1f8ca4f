import type { KeySummary } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { ESTADO_DE_LLAVE } from '../key-text.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly dataDir?: string
}

export function keyList(io: Io): Command {
  const made = command(io, 'list', 'muestra las llaves de una empresa')
    .addOption(nit())
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit } = options
    const keys = await administer(io, options, (admin, api) => api.listKeys(admin, nit))
    return { json: { nit, keys }, text: keys.length === 0 ? NONE : table(keys) }
  })
}

const NONE = 'La empresa no tiene llaves. Cree una con "sello key mint".'

function table(keys: readonly KeySummary[]): string {
  const rows = keys.map((key) => [
    key.keyId,
    ESTADO_DE_LLAVE[key.state],
    key.ambiente,
    key.codEstable + key.codPuntoVenta,
    key.scopes.join(','),
    key.signingLocked ? 'firma suspendida' : key.signs ? 'firma' : 'no firma',
    key.label,
  ])
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
