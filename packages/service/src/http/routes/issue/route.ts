/** POST /v1/dte (SPEC 4.2). */
import { createHmac } from 'node:crypto'
import { DteRequest, MEMBERS_OF_TYPES, Refused } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import type { Claim, Ctx } from '../../../context.ts'
import { issue } from '../../../issuing/issue.ts'
import { admittedOf } from '../../admitted.ts'
import { bodyOf, refuseFields, refuseQuery } from '../../body.ts'
import { bodyRefusal } from '../../errors.ts'
import { type Call, header } from '../../gate.ts'
import type { Asked, Route } from '../index.ts'
import { drawIssued } from './answer.ts'

export const issueRoute: Route = {
  name: 'issue',
  method: 'POST',
  path: '/v1/dte',
  async handle({ call, body, query }: Asked) {
    refuseQuery(query)
    const request = readRequest(body)
    assertTypeAllowed(call, request)
    const issued = await issue(toCtx(call, request), request, call.found ?? null)
    return drawIssued(issued, call.deps.printer)
  },
}

/** CAT-016, and what is meant where nothing is said. */
const CONTADO = 1

const checkShape = bodyOf(DteRequest, (member) =>
  Object.hasOwn(MEMBERS_OF_TYPES, member) ? onlyFor(member) : null,
)

/** 400 for what is not the body of SPEC 2.1, and for a member of another document type. */
function readRequest(body: unknown): DteRequest {
  if (body === undefined) throw bodyRefusal('Falta el cuerpo: el documento en JSON.')
  const request = checkShape(body)
  const foreign = Object.keys(request)
    .filter((member) => MEMBERS_OF_TYPES[member]?.includes(request.tipoDte) === false)
    .map((field) => ({ field, message: onlyFor(field) }))
  if (foreign.length > 0) refuseFields(foreign)
  assertTermOfCredit(request)
  return request
}

/** With cash a `plazo` is not written, and a `periodo` is a mistake. */
function assertTermOfCredit({ condicionOperacion = CONTADO, periodo }: DteRequest): void {
  if (condicionOperacion !== CONTADO || periodo === undefined) return
  const message = 'no va con una operación de contado; quítelo o use condicionOperacion 2.'
  refuseFields([{ field: 'periodo', message }])
}

function onlyFor(member: string): string {
  return `solo va con tipoDte ${MEMBERS_OF_TYPES[member]?.join(', ')}; quítelo.`
}

function assertTypeAllowed(call: Call, { tipoDte }: DteRequest): void {
  const allowed = admittedOf(call).tiposDte
  if (allowed.includes(tipoDte)) return
  throw new Refused(
    'dte_type_not_allowed',
    `Esta llave no emite documentos de tipo ${tipoDte}. Use una llave que lo permita.`,
    { allowed },
  )
}

function toCtx(call: Call, request: DteRequest): Ctx {
  const { deps } = call
  const signKey = header(call, 'x-service-sign-key')
  return {
    ...deps,
    key: admittedOf(call),
    claim: claimOf(call, request),
    signKey,
    now: deps.clock.now(),
  }
}

function claimOf(call: Call, request: DteRequest): Claim {
  const idempotencyKey = header(call, 'idempotency-key')
  if (!idempotencyKey) throw new Error('bug: a claim without an Idempotency-Key')
  const bodyHash = createHmac('sha256', call.deps.secrets.pepper)
    .update(`issue\n${canonical(request)}`)
    .digest()
  return { idempotencyKey, bodyHash }
}
