import type { Ambiente } from '@sello/contract'
import type { Gap, SeriesGaps } from '@sello/service/admin'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly ambiente?: Ambiente
  readonly year?: number
  readonly dataDir?: string
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
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const asked = {
      ambiente: options.ambiente ?? AMBIENTE_DEFAULT,
      year: options.year ?? io.now().getUTCFullYear(),
    }
    const series = await administer(io, options, (admin, api) =>
      api.findGaps(admin, options.nit, asked),
    )
    const text =
      series.length === 0 ? 'Ninguna serie ha dado números.' : series.map(textOf).join('\n')
    return { json: { nit: options.nit, ...asked, series }, text }
  })
}

function year(): Option {
  return new Option('--year <año>', 'año de la serie (si falta: el actual)').argParser((text) => {
    if (/^20\d\d$/.test(text)) return Number(text)
    usage('--year: es un año, como 2026.')
  })
}

function textOf({ tipoDte, codEstable, codPuntoVenta, year: of, last, gaps }: SeriesGaps): string {
  const serie = `${tipoDte} ${codEstable}${codPuntoVenta} ${of}`
  if (gaps.length === 0) return `${serie}: del 1 al ${last}, sin huecos.`
  return [`${serie}: del 1 al ${last}, ${gaps.length} sin sello.`, ...gaps.map(lineOf)].join('\n')
}

function lineOf({ numeroControl, estado, codigoGeneracion, motivo }: Gap): string {
  const reason = estado === null ? 'ningún documento lo tiene' : (REASONS[estado] ?? estado)
  return `  ${numeroControl}  ${reason}${motivo === null ? '' : `: ${motivo}`}${codigoGeneracion === null ? '' : `  ${codigoGeneracion}`}`
}

const REASONS: Readonly<Record<string, string>> = {
  rechazado: 'rechazado por Hacienda',
  contingencia: 'firmado, sin respuesta de Hacienda todavía',
  firmado: 'firmado, en camino a Hacienda',
  reservado: 'reservado, sin firmar todavía',
  descartado: 'descartado por el operador',
}
