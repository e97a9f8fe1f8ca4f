/** POST /fesv/recepciondte: one signed document, judged and sealed or refused. */
import { type Message, reception } from '../codes.ts'
import type { Reply } from '../http/reply.ts'
import { localTime } from '../world/el-salvador.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, envelope, envelopeOf, scriptedMessage } from './envelope.ts'
import { type Envio, readEnvio } from './envio.ts'
import { examine, type Sealing } from './examine.ts'
import type { MhRequest, Service } from './service.ts'

export const recepciondte: Service = {
  name: 'recepciondte',
  path: '/fesv/recepciondte',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const nit = authorise(world, request)
    if (typeof nit !== 'string') return nit
    const envio = readEnvio(request.body)
    if ('codigoMsg' in envio) return notAnEnvio(world, envio)
    return receive(world, nit, envio, script)
  },
  note,
}

function receive(world: World, nit: string, envio: Envio, script: FaultSpec | null): Reply {
  const at = world.clock.now()
  const now = at.getTime()
  const row = world.ledger.receive({ ...envio, nit, jws: envio.documento }, now)
  if (script?.kind === 'no_seal') {
    // Says so and holds nothing: a query does not find it.
    const { ambiente, codigoGeneracion } = envio
    const message = reception([])
    const estado = 'PROCESADO'
    return envelope({ ambiente, codigoGeneracion, estado, selloRecibido: null, at, message })
  }
  const examined = examine(world, nit, envio, at)
  const { numeroControl } = examined
  const refused = script?.kind === 'reject' ? scriptedMessage(script) : examined.refused
  if (refused) {
    const verdict = { estado: 'RECHAZADO', numeroControl, selloRecibido: null } as const
    world.ledger.decide(row, { ...verdict, message: refused }, now)
    return envelopeOf(row, refused)
  }
  if (!examined.sealing) throw new Error('bug: neither a refusal nor what a seal leaves behind')
  const message = reception(script?.observaciones ?? [])
  const selloRecibido = world.seal(localTime(at).fecha.slice(0, 4))
  world.ledger.decide(row, { estado: 'PROCESADO', numeroControl, selloRecibido, message }, now)
  leaveBehind(world, row.codigoGeneracion, examined.sealing)
  return envelopeOf(row, message)
}

function leaveBehind(world: World, codigo: string, { number, origen, creditos }: Sealing): void {
  world.ledger.takeNumber(number)
  if (origen) world.relations.recordOrigin(codigo, origen)
  if (creditos) world.relations.recordNote(codigo, creditos)
}

/** A request without a document to speak of; nothing is written down. */
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
  world.ledger.receive({ ...envio, nit, jws: envio.documento }, world.clock.now().getTime())
}
