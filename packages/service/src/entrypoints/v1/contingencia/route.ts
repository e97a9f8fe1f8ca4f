/** GET and POST /v1/contingencia (docs/wire.md#contingency): periods, and the event that ends them. */
import { ContingenciaRequest } from '@sello/contract'
import { closeContingency } from '../../../flows/contingency/close.ts'
import { readPeriods } from '../../../flows/contingency/periods.ts'
import { refuseQuery, textBodyOf } from '../../http/body.ts'
import { bodyRefusal } from '../../http/errors.ts'
import { toCaller, toCtx } from '../ctx.ts'
import type { Answered, Asked } from '../route.ts'

const check = textBodyOf(ContingenciaRequest, () => null)

export const CONTINGENCY_HANDLERS = {
  async contingency_list({ call, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    return { status: 200, body: JSON.stringify(await readPeriods(toCaller(call))) }
  },

  async contingency_close({ call, body, query }: Asked): Promise<Answered> {
    refuseQuery(query)
    if (body === undefined) throw bodyRefusal('Falta el cuerpo: un objeto JSON, también vacío.')
    const request = check(body)
    const { status, ...closed } = await closeContingency(toCtx(call, request), request)
    return { status, body: JSON.stringify(closed) }
  },
}
