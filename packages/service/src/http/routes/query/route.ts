/** GET /v1/dte/{codigoGeneracion} (SPEC 4.7): the document in whatever state it is. */

import { EXPLICABLES } from '@sello/contract'
import { findDocument, type Stored } from '../../../documents/find.ts'
import { firmadoOf } from '../../../documents/firmado.ts'
import { CONTINGENCIA } from '../../../documents/outcome.ts'
import { jwsOf } from '../../../filings/filing.ts'
import { jsonObject, rawJson } from '../../../json.ts'
import { readerOf } from '../../../keys/reader.ts'
import type { Printer } from '../../../printing/printer.ts'
import { admittedOf } from '../../admitted.ts'
import { noDocument, readCode } from '../../code.ts'
import { readParameters, readWord } from '../../parameters.ts'
import type { Asked, Route } from '../index.ts'

export const queryRoute: Route = {
  name: 'query',
  method: 'GET',
  path: '/v1/dte/:codigoGeneracion',
  async handle({ call, params, query }: Asked) {
    const { explica } = readParameters(query, ['explica'])
    const isExplained = readWord('explica', explica, EXPLICABLES) !== null
    const codigoGeneracion = readCode(params)
    const { deps } = call
    const reader = readerOf({ secrets: deps.secrets, key: admittedOf(call) })
    const stored = await findDocument(deps.pool, reader, codigoGeneracion)
    if (!stored) throw noDocument()
    const explained = isExplained ? await explain(stored, deps.printer) : {}
    return { status: 200, body: drawQuery(stored, explained) }
  },
}

/** The steps that built it, run again over what it says. There is none to explain once it is liberado. */
async function explain({ estado, payload }: Stored, printer: Printer): Promise<object> {
  if (estado === 'liberado') return { explicacion: null }
  return { explicacion: rawJson(await printer.explicacion(payload)) }
}

function drawQuery(stored: Stored, explained: object): string {
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
    documento: estado === 'liberado' ? null : rawJson(stored.payload), // its number is another's
    jws: stored.signature && jwsOf(firmadoOf(stored)),
    referencia: stored.referencia,
    contingencia: estado === 'contingencia' ? CONTINGENCIA : null,
    historial: stored.historial,
    ...explained,
  })
}
