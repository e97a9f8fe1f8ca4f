/** GET and POST /v1/contingencia (docs/wire.md#contingency): periods, and the event that ends them. */
import { ContingenciaRequest } from '@sello/contract'
import { closeContingency } from '../../../flows/contingency/close.ts'
import { readPeriods } from '../../../flows/contingency/periods.ts'
import { textBodyOf } from '../../http/body.ts'
import { toCaller, toCtx } from '../ctx.ts'
import type { Answered, Asked } from '../route.ts'

const check = textBodyOf(ContingenciaRequest)

export const CONTINGENCY_HANDLERS = {
  async contingency_list({ call }: Asked): Promise<Answered> {
    return { body: await readPeriods(toCaller(call)) }
  },

  async contingency_close({ call, body }: Asked): Promise<Answered> {
    const request = check(body)
    const { status, ...closed } = await closeContingency(toCtx(call, request), request)
    return { status, body: closed }
  },
}
