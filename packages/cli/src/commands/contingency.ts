/** Periods of contingency: what is pending, and signing their events now. */
import type { ContingenciaRequest, Sello } from '@sello/client'
import { type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { personOf } from '../calling/person.ts'
import { command, onRun } from '../command.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'

type Contingencias = Awaited<ReturnType<Sello['contingencies']>>
type Periodo = Contingencias['periodos'][number]

export function contingencyList(io: Io): Command {
  const made = callingOptions(
    command(io, 'list', 'dice qué períodos hubo, qué falta de cada uno y hasta cuándo hay plazo'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const answer = await sello.contingencies({ signal })
    return { json: answer, text: textOf(answer) }
  })
}

interface CloseOptions extends CallingOptions {
  readonly responsable?: NonNullable<ContingenciaRequest['responsable']>
  readonly idempotencyKey?: string
}

export function contingencyClose(io: Io): Command {
  const made = callingOptions(
    command(io, 'close', 'firma y envía ya los eventos de contingencia que la empresa debe')
      .addOption(
        new Option(
          '--responsible <nombre,documento>',
          'quién responde ante Hacienda (si falta: quien dijo la empresa)',
        ).argParser(personOf),
      )
      .option('--idempotency-key <texto>', 'la clave de la operación'),
  )
  return onRun<CloseOptions>(made, io, async (options) => {
    const { responsable, idempotencyKey } = options
    const request = responsable === undefined ? {} : { responsable }
    const { sello, signal } = await connect(io, options)
    const answer = await sello.closeContingency(request, { signal, idempotencyKey })
    const events = answer.eventos.map(
      ({ codigoGeneracion, selloRecibido, documentos }) =>
        `${codigoGeneracion}  ${documentos} documentos, ${selloRecibido ?? 'recibido'}`,
    )
    const signed = events.length === 0 ? ['No había evento que firmar.'] : events
    const rest = `Documentos sin sello todavía: ${answer.pendientes}. ${restOf(answer)}`
    return { json: answer, text: [...signed, rest].join('\n') }
  })
}

/** A company with more than ten events to sign, or with a rejected one, still owes some. */
function restOf({ eventos }: Awaited<ReturnType<Sello['closeContingency']>>): string {
  const open = eventos.some(({ selloRecibido }) => selloRecibido === null)
  const now = open
    ? 'Se transmiten cuando Hacienda selle su evento.'
    : 'Los de un evento sellado se transmiten sin que nadie haga nada.'
  return `${now} Si alguno no tiene evento, "sello contingency list" lo dice.`
}

function textOf({ abierta, periodos }: Contingencias): string {
  const now = abierta ? 'Hacienda no responde: se emite en contingencia.' : 'Hacienda responde.'
  return [now, ...periodos.flatMap(linesOf)].join('\n')
}

/** Documents that no signed event lists. */
const porFirmar = ({ sinEvento, eventos }: Periodo) =>
  sinEvento -
  eventos
    .filter(({ estado }) => estado === 'firmado')
    .reduce((sum, { documentos }) => sum + documentos, 0)

function linesOf(periodo: Periodo): readonly string[] {
  const { desde, hasta, documentos, pendientes, sinEvento, limiteEvento, eventos } = periodo
  const until = hasta === null ? 'ahora' : localTime(hasta)
  const head = `${localTime(desde)} a ${until}: ${documentos} documentos, ${pendientes} pendientes, ${sinEvento} sin evento sellado`
  const limit =
    limiteEvento === null
      ? ''
      : porFirmar(periodo) > 0
        ? `; falta que la empresa firme el evento antes de ${localTime(limiteEvento)}: lo firma su siguiente emisión, o "sello contingency close"`
        : `; el evento espera su sello, antes de ${localTime(limiteEvento)}`
  const events = eventos.map(
    (one) =>
      `  ${one.codigoGeneracion}  ${one.estado}, ${one.documentos} documentos${one.motivo === null ? '' : `: ${one.motivo}`}${one.limiteDocumentos === null ? '' : `; los documentos, antes de ${localTime(one.limiteDocumentos)}`}`,
  )
  return [head + limit, ...events]
}
