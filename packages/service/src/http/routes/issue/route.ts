/** POST /v1/dte (SPEC 4.2). */
import { createHmac } from 'node:crypto'
import {
  DteRequest,
  dteRequestOf,
  foreignItemMembers,
  MEMBERS_OF_TYPES,
  Refused,
  TIPOS_DTE,
} from '@sello/contract'
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

const ofTypes = (member: string) =>
  Object.hasOwn(MEMBERS_OF_TYPES, member) ? onlyFor(MEMBERS_OF_TYPES[member]) : null

/** Of a body that names a type; the general one says what is wrong with one that does not. */
const CHECKS = new Map<unknown, (body: unknown) => unknown>(
  TIPOS_DTE.map((tipoDte) => [tipoDte, bodyOf(dteRequestOf(tipoDte), ofTypes)]),
)
const checkAny = bodyOf(DteRequest, ofTypes)

/** 400 for what is not the body of SPEC 2.1, and for a member of another document type. */
function readRequest(body: unknown): DteRequest {
  if (body === undefined) throw bodyRefusal('Falta el cuerpo: el documento en JSON.')
  const check = CHECKS.get((body as Partial<DteRequest> | null)?.tipoDte) ?? checkAny
  const request = check(body) as DteRequest
  const foreign = foreignItemMembers(request).map(({ field, tipos }) => ({
    field,
    message: onlyFor(tipos),
  }))
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

function onlyFor(tipos: readonly string[] = []): string {
  return `solo va con tipoDte ${tipos.join(', ')}; quítelo.`
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
