/** GET and POST /v1/contingencia (CONTRACT section 4): periods, and the event that ends them. */
import { ContingenciaRequest } from '@sello/contract'
import { closeContingency } from '../../../contingency/close.ts'
import { readPeriods } from '../../../contingency/periods.ts'
import { bodyOf, refuseQuery } from '../../body.ts'
import { toCaller, toCtx } from '../../ctx.ts'
import { bodyRefusal } from '../../errors.ts'
import type { Asked, Route } from '../index.ts'

const PATH = '/v1/contingencia'

const check = bodyOf(ContingenciaRequest, () => null)

export const CONTINGENCY_ROUTES: readonly Route[] = [
  {
    name: 'contingency_list',
    method: 'GET',
    path: PATH,
    async handle({ call, query }: Asked) {
      refuseQuery(query)
      return { status: 200, body: JSON.stringify(await readPeriods(toCaller(call))) }
    },
  },
  {
    name: 'contingency_close',
    method: 'POST',
    path: PATH,
    async handle({ call, body, query }: Asked) {
      refuseQuery(query)
      if (body === undefined) throw bodyRefusal('Falta el cuerpo: un objeto JSON, también vacío.')
      const request = check(body)
      const { status, ...closed } = await closeContingency(toCtx(call, request), request)
      return { status, body: JSON.stringify(closed) }
    },
  },
]
