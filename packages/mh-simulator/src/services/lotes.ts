/** POST /fesv/recepcionlote/ takes up to 100 documents at once; the result is queried by the lot's code. */
import { type Message, refusal } from '../codes.ts'
import { frameError, json, type Reply } from '../http/reply.ts'
import { SCALE } from '../json/decimal.ts'
import { isObject, isOddNumber } from '../json/parse.ts'
import { fechaHora } from '../world/el-salvador.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import { authorise, scriptedMessage } from './envelope.ts'
import { readMembers, type Sobre } from './envio.ts'
import { receive } from './receive.ts'
import { receptionOf } from './recepciondte.ts'
import type { Service } from './service.ts'
import { openJws, statedIn } from './signed.ts'

interface Lote {
  readonly ambiente: string
  /** A UUID chosen by the sender. */
  readonly idEnvio: string
  readonly version: number
  readonly nitEmisor: string
  readonly documentos: readonly string[]
}

const MEMBERS = {
  ambiente: 'string',
  idEnvio: 'string',
  version: 'integer',
  nitEmisor: 'string',
  documentos: 'texts',
} as const

const DOCUMENTOS_MAX = 100
const UUID = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/

export const recepcionlote: Service = {
  path: '/fesv/recepcionlote',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const taxpayer = authorise(world, request)
    if ('status' in taxpayer) return taxpayer
    const lote = readMembers<Lote>(request.body, MEMBERS)
    if ('codigoMsg' in lote) return answer(world, null, null, lote)
    const wrong = script?.kind === 'reject' ? scriptedMessage(script) : checkLote(lote, taxpayer)
    if (wrong) return answer(world, lote, null, wrong)
    const codigoLote = Buffer.from(world.options.random(16)).toString('hex').toUpperCase()
    // The lot is accepted but never processed, like a document without its seal.
    if (script?.kind !== 'no_seal') world.lots.set(codigoLote, processed(world, taxpayer, lote))
    return answer(world, lote, codigoLote, RECIBIDO)
  },
  note: (world, request) => {
    const taxpayer = authorise(world, request)
    const lote = readMembers<Lote>(request.body, MEMBERS)
    if ('status' in taxpayer || 'codigoMsg' in lote) return
    const now = world.clock.now().getTime()
    for (const jws of lote.documentos) {
      world.ledger.receive(receptionOf(world, taxpayer, envioOf(lote, jws)).attempt, now)
    }
  },
}

function checkLote({ idEnvio, nitEmisor, documentos }: Lote, { nit }: Taxpayer): Message | null {
  if (!UUID.test(idEnvio)) return refusal('006', 'idEnvio')
  if (nitEmisor !== nit) return refusal('008', 'nitEmisor')
  const fits = documentos.length > 0 && documentos.length <= DOCUMENTOS_MAX
  return fits ? null : refusal('003', 'documentos')
}

/** Each document gets its own verdict. */
function processed(world: World, taxpayer: Taxpayer, lote: Lote) {
  const verdicts = lote.documentos.map(
    (jws) =>
      receive(world, receptionOf(world, taxpayer, envioOf(lote, jws)), null).body as Envelope,
  )
  return {
    nit: taxpayer.nit,
    readyAt: world.clock.now().getTime() + world.options.lotMs,
    procesados: verdicts
      .filter(({ estado }) => estado === 'PROCESADO')
      .map((one) => ({ ...one, descripcionMsg: 'RECIBIDO Y PROCESADO' })),
    rechazados: verdicts.filter(({ estado }) => estado !== 'PROCESADO'),
  }
}

interface Envelope {
  readonly estado: string
}

/** The envelope of each document; a lot has those members only in the signed text. */
function envioOf({ ambiente }: Lote, jws: string): Sobre {
  const { json: payload } = openJws(jws)
  const identificacion = payload?.identificacion
  const version = isObject(identificacion) ? identificacion.version : null
  const units = isOddNumber(version) ? version.units : version
  return {
    ambiente,
    version: Number(typeof units === 'bigint' ? units / SCALE : 0n),
    tipoDte: statedIn(payload, 'tipoDte') ?? statedIn(payload, 'tipoEvento') ?? '',
    documento: jws,
    codigoGeneracion: statedIn(payload, 'codigoGeneracion') ?? '',
  }
}

const RECIBIDO: Message = {
  clasificaMsg: '10',
  codigoMsg: '001',
  descripcionMsg: 'LOTE RECIBIDO, VALIDADO Y PROCESADO',
  observaciones: [],
}

function answer(
  world: World,
  lote: Lote | null,
  codigoLote: string | null,
  { clasificaMsg, codigoMsg, descripcionMsg, observaciones }: Message,
): Reply {
  return json(codigoLote === null ? 400 : 200, {
    version: 2,
    ambiente: lote?.ambiente ?? null,
    versionApp: 2,
    estado: codigoLote === null ? 'RECHAZADO' : 'RECIBIDO',
    idEnvio: lote?.idEnvio ?? null,
    fhProcesamiento: fechaHora(world.clock.now()),
    codigoLote,
    codigoMsg,
    descripcionMsg,
    clasificaMsg,
    observaciones,
  })
}

/** GET /fesv/recepcion/consultadtelote/{codigoLote}: both lists are empty while it is processed. */
export const consultadtelote: Service = {
  path: '/fesv/recepcion/consultadtelote',
  method: 'GET',
  contentType: 'application/json',
  handle: (world, request, script) => {
    const taxpayer = authorise(world, request)
    if ('status' in taxpayer) return taxpayer
    const lot = world.lots.get(request.rest ?? '')
    if (script?.kind === 'reject' || lot?.nit !== taxpayer.nit) {
      return frameError(404, request.path, 'Lote no encontrado', world.clock.now())
    }
    const isReady = script?.kind !== 'no_seal' && world.clock.now().getTime() >= lot.readyAt
    return json(200, {
      procesados: isReady ? lot.procesados : [],
      rechazados: isReady ? lot.rechazados : [],
    })
  },
}
