/** POST /v1/dte/sign (docs/wire.md#issuing): signs what prepare reserved, and transmits it. */
import { SignRequest } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import { sign } from '../../../flows/issuing/sign.ts'
import { bodyOf, refuseFields } from '../../http/body.ts'
import { admittedOf } from '../admitted.ts'
import { toCtx } from '../ctx.ts'
import { issueWarnings } from '../issue-warnings.ts'
import { drawIssued } from '../issued-answer.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleSign({ call, body }: Asked): Promise<Answered> {
  const request = readSignRequest(body)
  const key = admittedOf(call)
  call.deps.storageNotices.refresh(key.companyId)
  const issued = await sign(toCtx(call, request), request, call.found)
  return drawIssued(
    issued,
    call.deps,
    issued.replayed ? [] : issueWarnings(call.deps, key, issued.firmado),
  )
}

const check = bodyOf(SignRequest)

/** 400 for another shape, and for a document that our JSON cannot contain. */
function readSignRequest(body: unknown): SignRequest {
  const request = check(body)
  try {
    canonical(request)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message =
      'está anidado más de lo que un documento puede, o lleva un número que no es finito.'
    refuseFields([{ field: 'documento', message }])
  }
  return request
}
