/** POST /fesv/recepciondte: one signed document, or an event that it takes, judged and sealed or refused. */
import type { Message } from '../codes.ts'
import type { Reply } from '../http/reply.ts'
import type { Attempt } from '../world/ledger.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, envelope } from './envelope.ts'
import { type Envio, readEnvio } from './envio.ts'
import { EVENTOS_RECIBIDOS } from './eventos.ts'
import { examine } from './examine.ts'
import { type Reception, receive } from './receive.ts'
import type { MhRequest, Service } from './service.ts'

export const recepciondte: Service = {
  path: '/fesv/recepciondte',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const nit = authorise(world, request)
    if (typeof nit !== 'string') return nit
    const envio = readEnvio(request.body)
    if ('codigoMsg' in envio) return notAnEnvio(world, envio)
    return receive(world, receptionOf(world, nit, envio), script)
  },
  note,
}

/** Used for each document of a lot as well. */
export function receptionOf(world: World, nit: string, envio: Envio): Reception {
  return {
    attempt: attemptOf(nit, envio),
    examine: (at) => examine(world, nit, envio, at),
    answer: envelope,
  }
}

function attemptOf(nit: string, envio: Envio): Attempt {
  const evento = EVENTOS_RECIBIDOS.get(envio.tipoDte)?.kind ?? null
  return { ...envio, nit, jws: envio.documento, evento }
}

/** The answer to a request without a readable document; nothing is recorded. */
function notAnEnvio(world: World, message: Message): Reply {
  const at = world.clock.now()
  const ambiente = ambienteOf(world)
  const estado = 'RECHAZADO'
  return envelope({ ambiente, codigoGeneracion: null, estado, selloRecibido: null, at, message })
}

function note(world: World, request: MhRequest): void {
  const nit = authorise(world, request)
  const envio = readEnvio(request.body)
  if (typeof nit !== 'string' || 'codigoMsg' in envio) return
  world.ledger.receive(attemptOf(nit, envio), world.clock.now().getTime())
}
