/** POST /v1/dte/prepare (docs/wire.md#issuing): reserves the number and signs nothing. */
import type { DteRequest } from '@sello/contract'
import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { yieldIfLarge } from '../../../base/time/event-loop.ts'
import { type Prepared, prepare } from '../../../flows/issuing/prepare.ts'
import { refuseFields } from '../../http/body.ts'
import { toCtx } from '../ctx.ts'
import { assertOwnReference, assertTypeAllowed, readDteRequest } from '../dte-request.ts'
import type { Answered, Asked } from '../route.ts'

export async function handlePrepare({ call, body }: Asked): Promise<Answered> {
  const request = readDteRequest(body)
  assertNewNumber(request)
  assertOwnReference(call, request)
  assertTypeAllowed(call, request)
  await yieldIfLarge({ lines: request.items.length })
  return drawPrepared(await prepare(toCtx(call, request), request, call.found))
}

/**
 * 400: a correction reuses a number that the ministry has seen, so it is issued in one step. If prepared and never
 * signed, that number would be released and given to another document.
 */
function assertNewNumber({ corrige }: DteRequest): void {
  if (corrige === undefined) return
  const message = 'no va con prepare: corrija el documento rechazado con POST /v1/dte.'
  refuseFields([{ field: 'corrige', message }])
}

/** Built only from the stored document and its expiry, so every call gets the same bytes. */
function drawPrepared({ numerado, prepareToken, venceEn, replayed }: Prepared): Answered {
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, totales, payload } = numerado
  const body = jsonObject({
    estado: 'reservado',
    tipoDte,
    ambiente,
    numeroControl,
    codigoGeneracion,
    totales,
    documento: rawJson(payload),
    prepareToken,
    venceEn,
  })
  return { body, replayed }
}
