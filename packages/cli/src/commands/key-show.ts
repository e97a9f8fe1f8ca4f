import type { KeySummary } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { rowsOf } from '../key-text.ts'
import { keyId } from '../key-values.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly keyId: string
  readonly dataDir?: string
}

export function keyShow(io: Io): Command {
  const made = command(io, 'show', 'muestra una llave y cuánto le queda por llamar')
    .addOption(nit())
    .addOption(keyId())
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    const shown = await administer(io, options, async (admin, api) => {
      const { quota, ...key } = await api.showKey(admin, nit, keyId)
      const { hora, dia, estado } = quota
      return { key, used: { hora: hora.used, dia: dia.used, estado: estado.used } }
    })
    return { json: { nit, ...shown.key, used: shown.used }, text: textOf(shown) }
  })
}

interface Shown {
  readonly key: KeySummary
  readonly used: { readonly hora: number; readonly dia: number; readonly estado: number }
}

function textOf({ key, used: { hora, dia, estado } }: Shown): string {
  const used = `${hora} en la última hora, ${dia} en el último día, ${estado} de /v1/status`
  return columns([...rowsOf(key), ['llamó', used]])
}
