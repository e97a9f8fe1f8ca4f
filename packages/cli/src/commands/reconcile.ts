import { readFile } from 'node:fs/promises'
import type { Reconciled, SeriesReport } from '@sello/service/admin'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { settingsOf } from '../settings.ts'
import { dataDir, wholeNumber } from '../values.ts'
import { documentFiles } from '../verify/files.ts'

interface Options extends Common {
  readonly dataDir?: string
  readonly files?: readonly string[]
  readonly margin?: number
  readonly withoutStorage?: true
  readonly withoutContingency?: true
}

export function reconcile(io: Io): Command {
  const made = command(
    io,
    'reconcile',
    'después de restaurar un respaldo: pregunta a Hacienda qué se emitió desde entonces',
  )
    .addOption(
      new Option('--files <ruta...>', 'documentos que guardaron las empresas o sus programas'),
    )
    .addOption(margin())
    .addOption(
      new Option('--without-storage', 'sin leer los destinos de las empresas; solo Hacienda'),
    )
    .addOption(
      new Option(
        '--without-contingency',
        'usted afirma que Hacienda respondió a todo en el tiempo perdido (ninguna respuesta 202): las series siguen justo después del último número conocido',
      ),
    )
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { mh } = await settingsOf(io, options)
    const { files, margin: numbers, withoutStorage = false, withoutContingency = false } = options
    const done = await administer(io, options, (admin, api) =>
      api.reconcileDatabase(admin, mh, {
        withoutStorage,
        withoutContingency,
        ...(files ? { files: contents(files) } : {}),
        ...(numbers === undefined ? {} : { margin: numbers }),
      }),
    )
    return { json: done, text: textOf(done) }
  })
}

const MARGIN_MAX = 1_000_000

function margin(): Option {
  const description =
    'números seguidos que nadie conoce, tras los que una serie se da por terminada y sigue después de ellos (si falta: según su ritmo)'
  return new Option('--margin <números>', description).argParser((text) =>
    wholeNumber('--margin', text, MARGIN_MAX),
  )
}

const NOTE = `
Mientras no termina no se emite nada. Se puede repetir. Ninguna serie vuelve a dar un número que pudo
haberse dado: los que nadie conoce quedan fuera, y "sello series gaps" los dice.`

async function* contents(paths: readonly string[]): AsyncGenerator<Buffer> {
  for await (const { json } of documentFiles(paths)) yield readFile(json)
}

/** Names only what happened. */
export function textOf(done: Reconciled): string {
  const { desde, files, series, noVuelve } = done
  const read = Object.values(files).reduce((sum, n) => sum + n, 0)
  return [
    `La base de datos volvió a ${localTime(desde)}.`,
    ...(read === 0
      ? []
      : [
          `De ${read} archivos: ${files.imported} recuperados, ${files.known} ya estaban, ${files.deferred} en contingencia sin evento, ${files.foreign} de nadie de aquí.`,
        ]),
    ...series.filter(({ after }) => after > 0).map(lineOf),
    ...restOf(done),
    'El servicio vuelve a emitir.',
    'Lo que no vuelve, y qué hacer:',
    ...noVuelve.map(({ que, accion }) => `  ${que} ${accion}`),
  ].join('\n')
}

/** What was restored besides documents of known series, and what prevents more. */
function restOf({ puntosDeVenta, decididos, eventos, sinLista }: Reconciled): string[] {
  const { recuperados, sinSello, sinDocumento } = eventos
  const lines: readonly (readonly [boolean, string])[] = [
    [decididos > 0, `${decididos} documentos que esperaban ya tienen su sello.`],
    [recuperados > 0, `${recuperados} eventos recuperados (invalidaciones y retornos).`],
    [
      sinSello.length > 0,
      `Hacienda no dice tener estos eventos; el servicio sigue preguntando: ${sinSello.join(', ')}.`,
    ],
    [
      sinDocumento.length > 0,
      `De estos eventos falta el documento, o no los admite como está; consiga su archivo y repita con --files: ${sinDocumento.join(', ')}.`,
    ],
    [
      sinLista.length > 0,
      `La llave de estos depósitos no puede listar archivos, así que ahí no se buscaron eventos ni puntos de venta; dele permiso de listar y repita: ${sinLista.join(', ')}.`,
    ],
  ]
  const places = puntosDeVenta.map(
    ({ nit, codEstable, codPuntoVenta }) =>
      `Punto de venta recuperado: ${nit} ${codEstable}${codPuntoVenta}.`,
  )
  return [...places, ...lines.flatMap(([isSo, line]) => (isSo ? [line] : []))]
}

function lineOf(one: SeriesReport): string {
  const { nit, ambiente, tipoDte, codEstable, codPuntoVenta, year, before, after } = one
  const whole = one.found.filter(({ origen }) => origen === 'archivo').length
  const held = one.found.length - whole
  const serie = `${nit} ${ambiente} ${tipoDte} ${codEstable}${codPuntoVenta} ${year}`
  return `  ${serie}: del ${before} al ${after}; ${whole} recuperados, ${held} que solo tiene Hacienda, ${one.skipped} números fuera.`
}
