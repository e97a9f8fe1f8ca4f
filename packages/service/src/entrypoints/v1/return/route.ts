/** POST /v1/dte/{codigoGeneracion}/return (docs/wire.md#returns), and abandoning one. */
import { itemProblems, ReturnRequest } from '@sello/contract'
import { abandonReturn } from '../../../flows/correcting/abandon.ts'
import { registerReturn } from '../../../flows/correcting/return.ts'
import { bodyOf, refuseFields } from '../../http/body.ts'
import { toCaller, toCtx } from '../ctx.ts'
import { drawReturn } from '../event-answer.ts'
import { isDate, NO_DATE, readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleReturn({ call, body, params }: Asked): Promise<Answered> {
  const codigoGeneracion = readCode(params)
  const request = readReturnRequest(body)
  const ctx = toCtx(call, { codigoGeneracion, ...request })
  const ended = await registerReturn(ctx, { codigoGeneracion, request }, call.found)
  return drawReturn(ended, call.deps.printer)
}

export async function handleReturnAbandon({ call, params }: Asked): Promise<Answered> {
  const codigoGeneracion = readCode(params)
  const evento = readCode(params, 'evento')
  const given = await abandonReturn(toCaller(call), { codigoGeneracion, evento })
  return { body: { codigoGeneracion: given.codigoGeneracion, estado: given.estado } }
}

const check = bodyOf(ReturnRequest)

/** 400 for another shape, with every problem at once. */
export function readReturnRequest(body: unknown): ReturnRequest {
  const request = check(body)
  const problems = itemProblems(request)
  const { fechaEvento } = request
  if (fechaEvento !== undefined && !isDate(fechaEvento)) {
    problems.push({ field: 'fechaEvento', message: NO_DATE })
  }
  if (problems.length > 0) refuseFields(problems)
  return request
}
