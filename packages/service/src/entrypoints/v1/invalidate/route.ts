/** POST /v1/dte/{codigoGeneracion}/invalidate (docs/wire.md#invalidation): cancels a sealed document, or a return event. */
import { InvalidationRequest } from '@sello/contract'
import { invalidate } from '../../../flows/correcting/invalidate.ts'
import { textBodyOf } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import { toCtx } from '../ctx.ts'
import { drawInvalidation } from '../event-answer.ts'
import { readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const check = textBodyOf(InvalidationRequest)

export async function handleInvalidate({ call, body, params }: Asked): Promise<Answered> {
  const codigoGeneracion = readCode(params)
  const request = check(body)
  const ctx = toCtx(call, { codigoGeneracion, ...request })
  const ended = await invalidate(ctx, { codigoGeneracion, request }, call.found)
  const { codActividad } = admittedOf(call).emisor
  return drawInvalidation(ended, { printer: call.deps.printer, codActividad })
}
