/** POST /v1/dte (docs/wire.md#issuing). */

import { yieldIfLarge } from '../../../base/time/event-loop.ts'
import { issue } from '../../../flows/issuing/issue.ts'
import { admittedOf } from '../admitted.ts'
import { toCtx } from '../ctx.ts'
import { assertOwnReference, assertTypeAllowed, readDteRequest } from '../dte-request.ts'
import { issueWarnings } from '../issue-warnings.ts'
import { drawIssued } from '../issued-answer.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleIssue({ call, body }: Asked): Promise<Answered> {
  const request = readDteRequest(body)
  assertOwnReference(call, request)
  assertTypeAllowed(call, request)
  await yieldIfLarge({ lines: request.items.length })
  const key = admittedOf(call)
  call.deps.storageNotices.refresh(key.companyId)
  const issued = await issue(toCtx(call, request), request, call.found)
  return drawIssued(
    issued,
    call.deps,
    issued.replayed ? [] : issueWarnings(call.deps, key, issued.firmado),
  )
}
