import type { Ambiente } from '@sello/contract'
import type { AskedGap, Gap, SeriesGaps } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { localDay } from '../local-time.ts'
import { settingsOf } from '../settings.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit, year } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly ambiente?: Ambiente
  readonly year?: number
  readonly dataDir?: string
  readonly ask?: true
}

export function seriesGaps(io: Io): Command {
  const made = command(
    io,
    'gaps',
    'dice qué números de cada serie no tienen documento sellado, y por qué',
  )
    .addOption(nit())
    .addOption(ambiente())
    .addOption(year())
    .option('--ask', 'pregunta además a Hacienda, ahora, por cada uno de esos números')
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { asked, series } = await administer(io, options, async (admin, api) => {
      const { nit: company, ambiente = AMBIENTE_DEFAULT, year = api.presentYear(admin) } = options
      const asked = { ambiente, year }
      return { asked, series: await api.findGaps(admin, company, asked) }
    })
    const told = options.ask ? await askedOf(io, options, series) : series
    const text = told.length === 0 ? 'Ninguna serie ha dado números.' : told.map(textOf).join('\n')
    return { json: { nit: options.nit, ...asked, series: told }, text }
  })
}

async function askedOf(io: Io, options: Options, series: readonly SeriesGaps[]) {
  const { mh } = await settingsOf(io, options)
  return administer(io, options, (admin, api) =>
    api.askGaps(admin, mh, { nit: options.nit, series }),
  )
}

/** A series and its numbers without a seal, a line each. */
export function textOf(series: SeriesGaps): string {
  const { tipoDte, codEstable, codPuntoVenta, year: of, first, last, gaps } = series
  const serie = `${tipoDte} ${codEstable}${codPuntoVenta} ${of}`
  const numbers = last < first ? `empieza en el ${first}` : `del ${first} al ${last}`
  if (gaps.length === 0) return `${serie}: ${numbers}, sin huecos.`
  return [`${serie}: ${numbers}, ${gaps.length} sin sello.`, ...gaps.map(lineOf)].join('\n')
}

function lineOf(gap: Gap | AskedGap): string {
  const { numeroControl, codigoGeneracion, motivo } = gap
  const reason = reasonOf(gap)
  return `  ${numeroControl}  ${reason}${motivo === null ? '' : `: ${motivo}`}${codigoGeneracion === null ? '' : `  ${codigoGeneracion}`}${'hacienda' in gap ? `  [${viewOf(gap)}]` : ''}`
}

/** The ministry's current answer. */
function viewOf({ hacienda, codigoEnHacienda }: AskedGap): string {
  if (hacienda === null) return 'Hacienda no responde'
  if (hacienda === 'no_lo_tiene') return 'Hacienda no lo tiene'
  return `Hacienda lo selló: ${codigoEnHacienda}; concilie con "sello reconcile"`
}

function reasonOf({ estado, fueraDesde, selloRecibido }: Gap): string {
  if (selloRecibido !== null)
    return `sellado por Hacienda (${selloRecibido}); su contenido se perdió`
  if (estado !== null) return REASONS[estado] ?? estado
  const day = fueraDesde && localDay(fueraDesde)
  return day ? `fuera de la serie desde la conciliación del ${day}` : 'ningún documento lo tiene'
}

const REASONS: Readonly<Record<string, string>> = {
  rechazado: 'rechazado por Hacienda',
  contingencia: 'firmado, sin respuesta de Hacienda todavía',
  firmado: 'firmado, en camino a Hacienda',
  reservado: 'reservado, sin firmar todavía',
  descartado: 'descartado por el operador',
}
