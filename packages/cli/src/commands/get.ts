import type { Query } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { dollars } from '../calling/grid.ts'
import { watch } from '../calling/watch.ts'
import { command, onRun } from '../command.ts'
import { columns, type Io, type Result } from '../io.ts'
import { localTime } from '../local-time.ts'

interface Options extends CallingOptions {
  readonly watch?: boolean
  readonly explica?: boolean
}

export function get(io: Io): Command {
  const made = callingOptions(
    command(io, 'get', 'consulta un documento en el estado en que esté')
      .usage('<codigoGeneracion> [opciones]')
      .argument('<codigoGeneracion>')
      .option('--explain', 'con --json, cómo salió cada total')
      .option('--watch', 'espera el sello de Hacienda'),
  )
  return onRun<Options>(made, io, async (options) => {
    const [codigoGeneracion = ''] = made.args
    const connection = await connect(io, options)
    if (options.watch) return queryResult(await watch(io, connection, codigoGeneracion))
    const { sello, signal } = connection
    const explica = options.explica ? ({ explica: 'totales' } as const) : {}
    return queryResult(await sello.query(codigoGeneracion, explica, { signal }))
  })
}

const localOrNull = (instant: string | null | undefined) => (instant ? localTime(instant) : null)

/** Exit code 1 for a document that the ministry rejected. */
export function queryResult(found: Query): Result {
  const { contingencia, receptor } = found
  const facts: (readonly [string, string | null])[] = [
    ['estado', found.estado],
    ['tipoDte', found.tipoDte],
    ['numeroControl', found.numeroControl],
    ['codigoGeneracion', found.codigoGeneracion],
    ['emisión', `${found.fecEmi} ${found.horEmi}`],
    ['selloRecibido', found.selloRecibido],
    ['receptor', receptor && [receptor.nombre, receptor.numDocumento].filter(Boolean).join(', ')],
    ['totalPagar', found.totales && `$${dollars(found.totales.totalPagar)}`],
    ['referencia', found.referencia],
    ['motivo', found.motivo],
    ...found.entregas.map(
      ({ destino, estado, motivo }) =>
        ['correo', [destino, estado, motivo].filter(Boolean).join('  ')] as const,
    ),
    ['qué hacer', contingencia?.queHacer ?? null],
    ['evento antes de', localOrNull(contingencia?.limiteEvento)],
    ['transmisión antes de', localOrNull(contingencia?.limiteDocumento)],
    ...found.observaciones.map((text) => ['observación', text] as const),
    ...found.historial.map(
      ({ fecha, estado, motivo }) =>
        ['historial', [localTime(fecha), estado, motivo].filter(Boolean).join('  ')] as const,
    ),
  ]
  const said = facts.filter((row): row is readonly [string, string] => Boolean(row[1]))
  const isRejected = found.estado === 'rechazado'
  return { json: found, text: columns(said), ending: isRejected ? 'refused' : undefined }
}
