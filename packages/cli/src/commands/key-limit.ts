import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { rowsOf } from '../key-text.ts'
import { amountMax, ipRanges, keyId, type LimitOptions, limit, limitsOf } from '../key-values.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common, LimitOptions {
  readonly nit: string
  readonly keyId: string
  readonly amountMax?: number
  readonly ip?: readonly string[]
  readonly anyIp?: boolean
  readonly dataDir?: string
}

export function keyLimit(io: Io): Command {
  const made = command(io, 'limit', 'cambia cuánto, cuántas veces y desde dónde sirve una llave')
    .addOption(nit())
    .addOption(keyId())
    .addOption(limit('--limit-hour <llamadas>', 'llamadas por hora'))
    .addOption(limit('--limit-day <llamadas>', 'llamadas por día'))
    .addOption(limit('--limit-status <llamadas>', 'llamadas de /v1/status por hora'))
    .addOption(amountMax('total a pagar máximo de un documento'))
    .addOption(ipRanges('desde dónde sirve; sustituye a las de antes'))
    .option('--any-ip', 'sirve desde cualquier dirección')
    .addOption(dataDir('.sello'))
    .addHelpText('after', '\nLo que no se nombra queda como está. Vale desde la próxima llamada.')
  return onRun<Options>(made, io, async (options) => {
    const { nit, keyId } = options
    const change = changeOf(options)
    const key = await administer(io, options, async (admin, api) => {
      await api.limitKey(admin, nit, keyId, change)
      const { quota: _, ...shown } = await api.showKey(admin, nit, keyId)
      return shown
    })
    return { json: { nit, ...key }, text: columns(rowsOf(key)) }
  })
}

function changeOf(options: Options) {
  const { amountMax } = options
  const limits = limitsOf(options)
  if (options.anyIp && options.ip) usage('--any-ip y --ip se excluyen: deje una de las dos.')
  const ipRanges = options.anyIp ? [] : options.ip
  if (Object.keys(limits).length === 0 && amountMax === undefined && ipRanges === undefined) {
    usage(
      'Falta qué cambiar: --limit-hour, --limit-day, --limit-status, --amount-max, --ip o --any-ip.',
    )
  }
  return {
    limits,
    ...(amountMax === undefined ? {} : { amountMax }),
    ...(ipRanges === undefined ? {} : { ipRanges }),
  }
}
