/** POST /fesv/recepciondte: one signed document, or an event that it takes, judged and sealed or refused. */
import type { Message } from '../codes.ts'
import type { Reply } from '../http/reply.ts'
import type { Attempt } from '../world/ledger.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, envelope } from './envelope.ts'
import { readEnvio, type Sobre } from './envio.ts'
import { EVENTOS_RECIBIDOS } from './eventos.ts'
import { examine } from './examine.ts'
import { type Reception, receive } from './receive.ts'
import type { MhRequest, Service } from './service.ts'

export const recepciondte: Service = {
  path: '/fesv/recepciondte',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const taxpayer = authorise(world, request)
    if ('status' in taxpayer) return taxpayer
    const envio = readEnvio(request.body)
    if ('codigoMsg' in envio) return notAnEnvio(world, envio)
    return receive(world, receptionOf(world, taxpayer, envio), script)
  },
  note,
}

/** Used for each document of a lot as well. */
export function receptionOf(world: World, taxpayer: Taxpayer, envio: Sobre): Reception {
  return {
    attempt: attemptOf(taxpayer, envio),
    examine: (at) => examine(world, taxpayer, envio, at),
    answer: envelope,
  }
}

function attemptOf({ nit }: Taxpayer, envio: Sobre): Attempt {
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
  const taxpayer = authorise(world, request)
  const envio = readEnvio(request.body)
  if ('status' in taxpayer || 'codigoMsg' in envio) return
  world.ledger.receive(attemptOf(taxpayer, envio), world.clock.now().getTime())
}
