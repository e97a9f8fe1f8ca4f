/** POST /v1/dte/validate (docs/wire.md#propuestas): what issuing would say, and nothing is spent. */
import { serialise } from '@sello/fiscal'
import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { yieldIfLarge } from '../../../base/time/event-loop.ts'
import { checkSale } from '../../../flows/issuing/propose.ts'
import { admittedOf } from '../admitted.ts'
import { toCaller } from '../ctx.ts'
import { assertTypeAllowed, readDteRequest } from '../dte-request.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleValidate({ call, body }: Asked): Promise<Answered> {
  const request = readDteRequest(body)
  assertTypeAllowed(call, request)
  await yieldIfLarge({ lines: request.items.length })
  const { tipoDte, totales, documento } = await checkSale(toCaller(call), request)
  const { ambiente } = admittedOf(call)
  return {
    body: jsonObject({ tipoDte, ambiente, totales, documento: rawJson(serialise(documento)) }),
  }
}
