/** POST /fesv/recepcion/consultadte/: what the ministry holds for a code. */
import { type Message, reception, refusal } from '../codes.ts'
import { json, type Reply } from '../http/reply.ts'
import { answerOf } from '../world/answers.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, envelope, envelopeOf, scriptedMessage } from './envelope.ts'
import { parse } from './envio.ts'
import type { Service } from './service.ts'

interface Consulta {
  readonly nitEmisor: string
  readonly tdte: string
  readonly codigoGeneracion: string
}

export const consultadte: Service = {
  path: '/fesv/recepcion/consultadte',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const taxpayer = authorise(world, request)
    if ('status' in taxpayer) return taxpayer
    const { nit } = taxpayer
    const consulta = parse(request.body)
    if (!isConsulta(consulta)) return verdict(world, null, 'RECHAZADO', refusal('005'))
    const { codigoGeneracion } = consulta
    if (script?.answer === 'sin_registro') return notHeld(world, codigoGeneracion, 'bare')
    if (script?.kind === 'reject') {
      return verdict(world, codigoGeneracion, 'RECHAZADO', scriptedMessage(script))
    }
    if (script?.kind === 'no_seal') {
      return verdict(world, codigoGeneracion, 'PROCESADO', reception([]))
    }
    const row = world.ledger.held(codigoGeneracion)
    const theirs = row?.nit === nit && nit === consulta.nitEmisor && row.tipoDte === consulta.tdte
    if (!theirs || !row.message) return notHeld(world, codigoGeneracion, world.options.notHeld)
    const held = envelopeOf(row, row.message)
    return held.status === 200 ? json(world.options.held, held.body as object) : held
  },
}

function isConsulta(value: unknown): value is Consulta {
  if (typeof value !== 'object' || value === null) return false
  const { nitEmisor, tdte, codigoGeneracion } = value as Readonly<Record<string, unknown>>
  return [nitEmisor, tdte, codigoGeneracion].every((one) => typeof one === 'string')
}

/** An answer without a seal. */
function verdict(
  world: World,
  codigoGeneracion: string | null,
  estado: 'PROCESADO' | 'RECHAZADO',
  message: Message,
): Reply {
  const at = world.clock.now()
  const ambiente = ambienteOf(world)
  return envelope({ ambiente, codigoGeneracion, estado, selloRecibido: null, at, message })
}

/**
 * Neither PROCESADO nor RECHAZADO: an unknown document was not refused either. `bare`: 400 with almost no
 * members set and a code that the manual does not list, as seen on the test service in 2026.
 */
function notHeld(world: World, codigoGeneracion: string, how: World['options']['notHeld']): Reply {
  if (how === 'bare') return bare(world)
  const { clasificaMsg, codigoMsg, descripcionMsg } = refusal('014', 'codigoGeneracion')
  return json(how, {
    version: 2,
    ambiente: ambienteOf(world),
    versionApp: 2,
    estado: 'NO ENCONTRADO',
    codigoGeneracion,
    selloRecibido: null,
    fhProcesamiento: fechaHora(world.clock.now()),
    clasificaMsg,
    codigoMsg,
    descripcionMsg,
    observaciones: [],
  })
}

function bare(world: World): Reply {
  const { codigoMsg, descripcionMsg } = answerOf('sin_registro')
  return json(400, {
    version: 2,
    ambiente: ambienteOf(world),
    versionApp: 2,
    estado: null,
    codigoGeneracion: null,
    selloRecibido: null,
    fhProcesamiento: fechaHora(world.clock.now()),
    clasificaMsg: null,
    codigoMsg,
    descripcionMsg,
    observaciones: [],
  })
}
