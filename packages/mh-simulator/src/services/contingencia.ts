/** POST /fesv/contingencia: one contingency event, answered in a form of its own. */
import { examineContingencia } from '../checks/eventos/contingencia.ts'
import { type Message, refusal } from '../codes.ts'
import { json, type Reply } from '../http/reply.ts'
import { detached } from '../json/parse.ts'
import { type ContingenciaEvento, EVENTOS } from '../structure/eventos.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, type Verdict } from './envelope.ts'
import { readMembers } from './envio.ts'
import type { Examined } from './examine.ts'
import { type Reception, receive } from './receive.ts'
import type { MhRequest, Service } from './service.ts'
import { checkForm, type Opened, openJws, statedIn } from './signed.ts'
import { type Stop, stop } from './steps.ts'

interface Envio {
  readonly nit: string
  /** Compact JWS. */
  readonly documento: string
}

export const contingencia: Service = {
  path: '/fesv/contingencia',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const found = receptionOf(world, request)
    if ('status' in found) return found
    return 'codigoMsg' in found ? answer(refused(world, found)) : receive(world, found, script)
  },
  note: (world, request) => {
    const found = receptionOf(world, request)
    if (!('attempt' in found)) return
    world.ledger.receive(found.attempt, world.clock.now().getTime())
  },
}

function receptionOf(world: World, request: MhRequest): Reply | Message | Reception {
  const taxpayer = authorise(world, request)
  if ('status' in taxpayer) return taxpayer
  const envio = readMembers<Envio>(request.body, { nit: 'string', documento: 'string' })
  if ('codigoMsg' in envio) return envio
  if (envio.nit !== taxpayer.nit) return refusal('008', 'nit')
  const opened = openJws(envio.documento)
  const codigo = statedIn(opened.json, 'codigoGeneracion')
  if (codigo === null) return refusal(opened.jws === null ? '802' : '098')
  return {
    attempt: {
      codigoGeneracion: detached(codigo),
      tipoDte: '',
      ambiente: detached(statedIn(opened.json, 'ambiente') ?? ''),
      nit: taxpayer.nit,
      jws: envio.documento,
      evento: 'contingencia',
    },
    examine: (at) => examine(world, taxpayer, { opened, at }),
    answer,
  }
}

function examine(
  world: World,
  taxpayer: Taxpayer,
  { opened, at }: { opened: Opened; at: Date },
): Examined {
  const refuse = (refused: Stop): Examined => ({ refused, numeroControl: null, settle: null })
  const { estructura } = EVENTOS.contingencia
  const wrong = checkForm(world, taxpayer, opened, { estructura, published: 'contingencia' })
  if (wrong) return refuse(wrong)
  const evento = opened.json as unknown as ContingenciaEvento // checkForm validated it above
  const found = stop('evento', examineContingencia({ world, taxpayer, evento, now: at }))
  if (found) return refuse(found)
  return { refused: null, numeroControl: null, settle: () => settle(world, evento, at) }
}

function settle({ events }: World, { detalleDTE, motivo }: ContingenciaEvento, at: Date): void {
  const listed = detalleDTE.map((one) => ({ codigo: one.codigoGeneracion, tipo: one.tipoDoc }))
  events.recordContingencia(listed, {
    tipoContingencia: motivo.tipoContingencia,
    motivo: motivo.motivoContingencia,
    inicio: `${motivo.fInicio} ${motivo.hInicio}`,
    fin: `${motivo.fFin} ${motivo.hFin}`,
    selladaEn: at.getTime(),
  })
}

function refused(world: World, message: Message): Verdict {
  const at = world.clock.now()
  const ambiente = ambienteOf(world)
  const none = { codigoGeneracion: null, selloRecibido: null }
  return { ...none, ambiente, estado: 'RECHAZADO', at, message }
}

/** Technical manual, section 4.4: no codes; the reasons of a refusal are in observaciones. */
function answer({ estado, selloRecibido, at, message }: Verdict): Reply {
  const isSealed = estado === 'PROCESADO'
  return json(isSealed ? 200 : 400, {
    estado: isSealed ? 'RECIBIDO' : estado,
    fechaHora: fechaHora(at),
    mensaje: isSealed ? 'Documento recibido' : 'Validaciones no superadas',
    selloRecibido,
    observaciones: isSealed
      ? message.observaciones
      : [message.descripcionMsg, ...message.observaciones],
  })
}
