/** GET /v1/dte/{codigoGeneracion} (SPEC 4.7): the document in whatever state it is. */
import { Refused } from '@sello/contract'
import { findDocument, type Stored } from '../../../documents/find.ts'
import { jwsOf } from '../../../documents/firmado.ts'
import { CONTINGENCIA } from '../../../documents/outcome.ts'
import { readerOf } from '../../../keys/reader.ts'
import { admittedOf } from '../../admitted.ts'
import { refuseFields, refuseQuery } from '../../body.ts'
import { jsonObject, rawJson } from '../../json.ts'
import type { Asked, Route } from '../index.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const queryRoute: Route = {
  name: 'query',
  method: 'GET',
  path: '/v1/dte/:codigoGeneracion',
  async handle({ call, params, query }: Asked) {
    refuseQuery(query)
    const codigoGeneracion = readCode(params)
    const { deps } = call
    const reader = readerOf({ secrets: deps.secrets, key: admittedOf(call) })
    const stored = await findDocument(deps.pool, reader, codigoGeneracion)
    if (!stored) {
      throw new Refused(
        'not_found',
        'No hay un documento con ese codigoGeneracion en esta empresa.',
        {},
      )
    }
    return { status: 200, body: drawQuery(stored) }
  },
}

function readCode({ codigoGeneracion = '' }: Asked['params']): string {
  if (UUID.test(codigoGeneracion)) return codigoGeneracion.toUpperCase()
  return refuseFields([{ field: 'codigoGeneracion', message: 'debe tener la forma de un UUID.' }])
}

function drawQuery(stored: Stored): string {
  const { estado } = stored
  return jsonObject({
    estado,
    codigoGeneracion: stored.codigoGeneracion,
    numeroControl: stored.numeroControl,
    tipoDte: stored.tipoDte,
    ambiente: stored.ambiente,
    fecEmi: stored.fecEmi,
    horEmi: stored.horEmi,
    selloRecibido: stored.selloRecibido,
    fhProcesamiento: stored.fhProcesamiento,
    observaciones: stored.rechazo?.observaciones ?? stored.observaciones,
    motivo: stored.rechazo?.descripcionMsg ?? null,
    totales: stored.totales,
    receptor: stored.receptor,
    documento: rawJson(stored.payload),
    jws: jwsOf(stored),
    contingencia: estado === 'contingencia' ? CONTINGENCIA : null,
    historial: stored.historial,
  })
}
