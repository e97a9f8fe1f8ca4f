/**
 * The responses of issuing calls, rendered only from the document and its outcome: a repeat renders the same bytes,
 * so nothing large is stored twice.
 */

import { type AdvertenciaEmision, ayudaOf } from '@sello/contract'
import { jsonObject, rawJson } from '../../base/json/write.ts'
import type { Deps } from '../../flows/context.ts'
import type { Issued } from '../../flows/issuing/record.ts'
import { archivoJson } from '../../ledger/documents/archivo.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import { commonMembers } from '../../ledger/documents/sealed-body.ts'
import { jwsOf } from '../../ledger/transmission/filing.ts'
import type { EnContingencia, Rechazado } from '../../ledger/transmission/outcome.ts'
import { asSentence, mhRejected } from '../../outside/ministry/rejected.ts'
import { errorBody } from '../http/errors.ts'
import type { Answered } from './route.ts'

export async function drawIssued(
  { firmado, outcome, replayed }: Issued,
  { printer }: Pick<Deps, 'printer'>,
  advertencias: readonly AdvertenciaEmision[],
): Promise<Answered> {
  if (outcome.estado === 'sellado') {
    return { body: await printer.answer({ firmado, outcome, advertencias }), replayed }
  }
  if (outcome.estado === 'contingencia') {
    return { status: 202, body: unansweredBody(firmado, outcome, advertencias), replayed }
  }
  return { status: 422, body: rejectedBody(firmado, outcome), replayed }
}

function unansweredBody(
  firmado: Firmado,
  outcome: EnContingencia,
  advertencias: readonly AdvertenciaEmision[],
): string {
  const jws = jwsOf(firmado)
  return jsonObject({
    estado: 'contingencia',
    ...commonMembers(firmado),
    detalle: outcome.detalle,
    contingencia: outcome.contingencia,
    observaciones: [],
    advertencias,
    documento: rawJson(firmado.payload),
    jws,
    archivoJson: archivoJson(firmado, jws),
  })
}

const DOUBT =
  ' Un envío anterior quedó sin respuesta y Hacienda aún puede sellarlo: Sello sigue preguntando. Consúltelo antes de emitir otro; una corrección tomará código y número nuevos.'

const AJENO = {
  causa:
    'Hacienda tiene sellado otro documento con este código: este no está sellado ni lo estará.',
  queHacer:
    'No lo entregue. Un administrador debe ejecutar "sello reconcile"; después emita la venta de nuevo, sin corrige y con otra Idempotency-Key.',
}

/** The one refusal that is an outcome: a number was spent, and a repeat gets the same body. */
function rejectedBody({ codigoGeneracion, numeroControl }: Firmado, outcome: Rechazado): string {
  const { descripcionMsg } = outcome
  const ayuda = outcome.ajeno ? AJENO : ayudaOf(outcome, 'documento')
  const said =
    outcome.ajeno && descripcionMsg === null
      ? AJENO.causa
      : `Hacienda rechazó el documento: ${asSentence(descripcionMsg ?? 'no dio razón')}`
  const message = `${said} ${ayuda.queHacer}${outcome.dudoso ? DOUBT : ''}`
  return errorBody(mhRejected(outcome, message, { codigoGeneracion, numeroControl, ayuda }))
}
