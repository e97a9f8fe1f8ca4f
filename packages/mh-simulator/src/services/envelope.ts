/** The answer of the reception and query services (technical manual, section 4.2). */
import { type Message, refusal } from '../codes.ts'
import { frameError, json, type Reply } from '../http/reply.ts'
import { answerOf } from '../world/answers.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { Row } from '../world/ledger.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import type { MhRequest } from './service.ts'

export interface Verdict {
  readonly ambiente: string
  readonly codigoGeneracion: string | null
  readonly estado: string
  readonly selloRecibido: string | null
  readonly at: Date
  readonly message: Message
}

/** 200 for PROCESADO, 400 for RECHAZADO. */
export function envelope(verdict: Verdict): Reply {
  const { ambiente, codigoGeneracion, estado, selloRecibido, at, message } = verdict
  return json(estado === 'PROCESADO' ? 200 : 400, {
    version: 2,
    ambiente,
    versionApp: 2,
    estado,
    codigoGeneracion,
    selloRecibido,
    fhProcesamiento: fechaHora(at),
    clasificaMsg: message.clasificaMsg,
    codigoMsg: message.codigoMsg,
    descripcionMsg: message.descripcionMsg,
    observaciones: message.observaciones,
  })
}

/** The answer for a decided row. */
export function envelopeOf(row: Row, message: Message): Reply {
  const { ambiente, codigoGeneracion, estado, selloRecibido } = row
  const at = new Date(row.decidedAt)
  return envelope({ ambiente, codigoGeneracion, estado, selloRecibido, at, message })
}

/** The rejection that a script asks for; 099 when it names no code. */
export function scriptedMessage(script: FaultSpec): Message {
  const { clasificaMsg, codigoMsg, descripcionMsg, observaciones } = script
  const standard = script.answer ? answerOf(script.answer) : refusal('099')
  return {
    clasificaMsg: clasificaMsg ?? standard.clasificaMsg,
    codigoMsg: codigoMsg ?? standard.codigoMsg,
    descripcionMsg: descripcionMsg ?? standard.descripcionMsg,
    observaciones: observaciones ?? standard.observaciones,
  }
}

/** The taxpayer of the request's token, or the 401 reply. */
export function authorise(world: World, request: MhRequest): Taxpayer | Reply {
  const nit = world.tokens.nitOf(request.authorization)
  const taxpayer = nit === null ? undefined : world.taxpayers.get(nit)
  return taxpayer ?? frameError(401, request.path, 'Token no valido', world.clock.now())
}

/** The environment of the answer when the request names none. */
export function ambienteOf(world: World): string {
  return world.options.ambiente ?? '00'
}
