/** POST /fesv/anulardte: one invalidation event. */
import { examineInvalidacion } from '../checks/eventos/invalidacion.ts'
import { type Message, refusal } from '../codes.ts'
import { json, type Reply } from '../http/reply.ts'
import { integer } from '../json/decimal.ts'
import { detached, isObject } from '../json/parse.ts'
import { EVENTOS, type Invalidacion } from '../structure/eventos.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import { ambienteOf, authorise, type Verdict } from './envelope.ts'
import { readMembers } from './envio.ts'
import type { Examined } from './examine.ts'
import { type Reception, receive } from './receive.ts'
import type { MhRequest, Service } from './service.ts'
import { checkForm, checkRepeated, type Opened, openJws, statedIn } from './signed.ts'
import { type Stop, stop } from './steps.ts'

interface Envio {
  readonly ambiente: string
  readonly idEnvio: number
  readonly version: number
  /** Compact JWS. */
  readonly documento: string
}

const MEMBERS = {
  ambiente: 'string',
  idEnvio: 'integer',
  version: 'integer',
  documento: 'string',
} as const

export const anulardte: Service = {
  path: '/fesv/anulardte',
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

/** Returns the 401 of a dead token, the envelope's error, or an event to examine. */
function receptionOf(world: World, request: MhRequest): Reply | Message | Reception {
  const taxpayer = authorise(world, request)
  if ('status' in taxpayer) return taxpayer
  const envio = readMembers<Envio>(request.body, MEMBERS)
  if ('codigoMsg' in envio) return envio
  const opened = openJws(envio.documento)
  const codigo = statedIn(opened.json, 'codigoGeneracion')
  if (codigo === null) return refusal(opened.jws === null ? '802' : '098')
  return {
    attempt: {
      codigoGeneracion: detached(codigo),
      tipoDte: tipoOf(opened),
      ambiente: envio.ambiente,
      nit: taxpayer.nit,
      jws: envio.documento,
      evento: 'invalidacion',
    },
    examine: (at) => examine(world, taxpayer, { envio, opened, at }),
    answer,
  }
}

/** The type of the cancelled document, which a query for the event uses. */
function tipoOf({ json: payload }: Opened): string {
  const documento = payload?.documento
  const tipoDte = isObject(documento) ? documento.tipoDte : null
  return typeof tipoDte === 'string' ? detached(tipoDte) : ''
}

function examine(
  world: World,
  taxpayer: Taxpayer,
  { envio, opened, at }: { envio: Envio; opened: Opened; at: Date },
): Examined {
  const refuse = (refused: Stop): Examined => ({ refused, numeroControl: null, settle: null })
  const { ambiente, version } = envio
  const wrong =
    stop(
      'sobre',
      opened.json && checkRepeated(opened.json, { version: integer(version), ambiente }),
    ) ??
    checkForm(world, taxpayer, opened, {
      estructura: EVENTOS.invalidacion.estructura,
      published: 'invalidacion',
    })
  if (wrong) return refuse(wrong)
  const evento = opened.json as unknown as Invalidacion // checkForm validated it above
  const found = stop('evento', examineInvalidacion({ world, taxpayer, evento, now: at }))
  if (found) return refuse(found)
  return { refused: null, numeroControl: null, settle: () => settle(world, evento) }
}

function settle({ relations, events }: World, { documento }: Invalidacion): void {
  const { codigoGeneracion, codigoGeneracionR } = documento
  relations.invalidate(detached(codigoGeneracion))
  if (codigoGeneracionR !== null) events.recordReplacement(codigoGeneracionR, codigoGeneracion)
}

function refused(world: World, message: Message): Verdict {
  const at = world.clock.now()
  const ambiente = ambienteOf(world)
  const none = { codigoGeneracion: null, selloRecibido: null }
  return { ...none, ambiente, estado: 'RECHAZADO', at, message }
}

/** Technical manual, section 4.5: as for a document, without a classification. */
function answer({
  ambiente,
  codigoGeneracion,
  estado,
  selloRecibido,
  at,
  message,
}: Verdict): Reply {
  const { codigoMsg, descripcionMsg, observaciones } = message
  const isSealed = estado === 'PROCESADO'
  return json(isSealed ? 200 : 400, {
    version: 2,
    ambiente,
    versionApp: 1,
    estado,
    codigoGeneracion,
    selloRecibido,
    fhProcesamiento: fechaHora(at),
    codigoMsg,
    descripcionMsg: isSealed ? 'Invalidación Recibida y Procesada' : descripcionMsg,
    observaciones,
  })
}
