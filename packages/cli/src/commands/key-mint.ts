import type { Ambiente, Scope } from '@sello/contract'
import type { MintedKey } from '@sello/service/admin'
import { type Command, Option } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { amountMax, ipRanges, limit, limitsOf } from '../key-values.ts'
import { readSecret, secretOption } from '../secret-input.ts'
import { AMBIENTE_DEFAULT, ambiente, codes, dataDir, nit } from '../values.ts'
import { PASSPHRASE } from './certificate-import.ts'

interface Options extends Common {
  readonly nit: string
  readonly label: string
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly ambiente?: Ambiente
  readonly scopes?: string
  readonly tiposDte?: string
  readonly amountMax?: number
  readonly limitHour?: number
  readonly limitDay?: number
  readonly limitStatus?: number
  readonly ip?: readonly string[]
  readonly expires?: Date
  /** False with `--no-sign`. */
  readonly sign: boolean
  readonly passphraseFile?: string
  readonly dataDir?: string
}

/** Where a company's documents are told to is said by a key of its own, and not by each till's. */
const USUAL = 'issue,query,download,catalog'
const SCOPES_HELP =
  'alcances: issue,query,download,catalog,webhooks (si falta: todos menos webhooks)'
const TIPOS_HELP = 'tipos que puede emitir, p. ej. 01,03 (si falta: todos)'
const AMOUNT_HELP = 'total a pagar máximo de un documento (si falta: 100000.00)'
const EXPIRES_HELP = 'último día en que sirve, AAAA-MM-DD (si falta: no vence)'

export function keyMint(io: Io): Command {
  const made = command(io, 'mint', 'crea una llave y la muestra, por única vez')
    .addOption(nit())
    .addOption(required('--label <texto>', 'para qué es, p. ej. "Caja 1"'))
    .addOption(required('--establishment-code <código>', 'establecimiento, p. ej. M001'))
    .addOption(required('--pos-code <código>', 'punto de venta, p. ej. P001'))
    .addOption(ambiente())
    .option('--scopes <lista>', SCOPES_HELP)
    .option('--dte-types <lista>', TIPOS_HELP)
    .addOption(amountMax(AMOUNT_HELP))
    .addOption(limit('--limit-hour <llamadas>', 'llamadas por hora (si falta: 60)'))
    .addOption(limit('--limit-day <llamadas>', 'llamadas por día (si falta: 300)'))
    .addOption(limit('--limit-status <llamadas>', 'de /v1/status por hora (si falta: 240)'))
    .addOption(ipRanges('desde dónde sirve (si falta: desde cualquiera)'))
    .addOption(
      new Option('--expires <fecha>', EXPIRES_HELP).argParser((text) => lastDay(text, io.now())),
    )
    .option('--no-sign', 'no podrá firmar: para consultar o descargar')
    .addOption(secretOption(PASSPHRASE))
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { SCOPES, TIPOS_DTE } = await import('@sello/contract')
    const scopes = listOf('--scopes', options.scopes ?? USUAL, SCOPES)
    const tiposDte = listOf('--dte-types', options.tiposDte, TIPOS_DTE)
    const { nit, label, codEstable, codPuntoVenta, ambiente = AMBIENTE_DEFAULT } = options
    const wanted = {
      ...{ label, ambiente, codEstable, codPuntoVenta, scopes, tiposDte },
      expiresAt: options.expires ?? null,
      passphrase: await passphraseOf(io, options, scopes),
    }
    const key = await administer(io, options, (admin, api) => {
      const amountMax = options.amountMax ?? api.AMOUNT_MAX_DEFAULT
      const limits = { ...api.LIMITS_DEFAULT, ...limitsOf(options) }
      return api.mintKey(admin, nit, { ...wanted, amountMax, limits, ipRanges: options.ip ?? [] })
    })
    return { json: { nit, ambiente, ...key, scopes, tiposDte }, text: textOf(key) }
  })
}

/** Null for a key that may not sign. */
async function passphraseOf(
  io: Io,
  { sign, passphraseFile }: Options,
  scopes: readonly Scope[],
): Promise<string | null> {
  if (sign && scopes.includes('issue')) return readSecret(io, PASSPHRASE, passphraseFile)
  if (passphraseFile === undefined) return null
  usage(
    '--passphrase-file: esta llave no firma y no la necesita. Quítela, o dele el alcance issue.',
  )
}

function textOf({ keyId, apiKey, signKey }: MintedKey): string {
  const rows: [string, string][] = [
    ['llave', keyId],
    ['X-Service-Key', apiKey],
    ['X-Service-Sign-Key', signKey ?? '(esta llave no firma)'],
  ]
  return `Llave creada. Guárdela ahora: no se puede volver a mostrar.\n${columns(rows)}`
}

function listOf<T extends string>(option: string, text: string | undefined, all: readonly T[]) {
  return text === undefined ? all : codes(option, text, all)
}

/** The end of that day in El Salvador, which is UTC-6 all year. */
function lastDay(text: string, now: Date): Date {
  const midnight = new Date(`${text}T00:00:00-06:00`)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnight.getTime())
  const end = new Date(midnight.getTime() + 86_400_000)
  const isReal = isDate && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  if (isReal && end > now) return end
  usage('--expires: es una fecha AAAA-MM-DD, de hoy en adelante.')
}
