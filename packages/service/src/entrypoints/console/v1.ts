/**
 * The public API from a session: the call goes through the same app, gates and handlers as a program's, with the
 * person's own API key in place of the session (ADR 0060).
 */
import { ROUTE_SPECS, type RouteName, type RouteSpec, type Scope } from '@sello/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { personKeyOf } from '../../flows/admin/person-keys.ts'
import { actorOf, recordAct } from '../../ledger/audit/chain.ts'
import { ROUTES } from '../v1/index.ts'
import type { Route } from '../v1/route.ts'
import {
  beforeTheBody,
  CONSOLE_API,
  type ConsoleContext,
  callerOf,
  type Exchange,
  memberOf,
  toAsked,
} from './app.ts'
import { assertConfirmed } from './confirm.ts'
import { notAllowed } from './refusals.ts'
import {
  BOOKKEEPERS,
  type ConsoleAsked,
  ISSUERS,
  type Letter,
  type Member,
  RUN,
  SEE,
} from './route.ts'
import { refuseRole } from './security.ts'

/** Who may call a route of /v1 from the console, by the scope that its key needs. */
const BY_SCOPE: Readonly<Record<Scope | 'any', readonly Letter[]>> = {
  issue: ISSUERS,
  catalog: ISSUERS,
  webhooks: RUN,
  query: SEE,
  download: SEE,
  any: SEE,
}
/** Routes that others may call than those whose key has the scope. */
const OF_ROUTE: Partial<Readonly<Record<RouteName, readonly Letter[]>>> = {
  destinations: RUN,
  destination_put: RUN,
  destination_delete: RUN,
  destination_verification: RUN,
  storage_status: RUN,
  books: BOOKKEEPERS,
  books_file: BOOKKEEPERS,
}

/** Irrevocable actions need a confirmation, and an owner may deny them to issuers. */
const IRREVOCABLE: ReadonlySet<string> = new Set(['invalidate'])

/** The request headers passed on to /v1; the others stay here. */
const PASSED = ['content-type', 'idempotency-key', 'x-service-sign-key'] as const
type InjectedAnswer = Awaited<ReturnType<typeof callAsPerson>>
/** Headers about this connection rather than the answer. */
const KEPT_BACK = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'content-length',
])

/** Serves each route of /v1 below a company and an environment. */
export function addV1Routes(app: FastifyInstance, context: ConsoleContext): void {
  app.register((child, _, done) => {
    child.removeAllContentTypeParsers()
    child.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => body,
    )
    for (const route of ROUTES) {
      if (route.method === 'HEAD') continue
      child.route({
        method: route.method,
        url: `${context.basePath}${CONSOLE_API}/:empresa/:ambiente(^0[01]$)${route.path}`,
        ...beforeTheBody(context, asRoute(route).who),
        handler: (request, reply) => passOn(app, context, route, { request, reply }),
      })
    }
    done()
  })
}

/** As the table of roles and the audit log have it. */
const asRoute = ({ name }: Route) => ({
  name: `v1.${name}`,
  who: OF_ROUTE[name] ?? BY_SCOPE[ROUTE_SPECS[name].scope ?? 'any'],
})

async function passOn(
  app: FastifyInstance,
  context: ConsoleContext,
  route: Route,
  { request, reply }: Exchange,
) {
  const asked = toAsked(context, request)
  const caller = await callerOf(asked, request)
  const member = await memberOf(asRoute(route), asked, caller)
  context.limits.admit('company', member.company.companyId, reply.raw)
  assertRevocable(route, asked, member)
  const answer = await callAsPerson(app, member, {
    asked,
    request,
    method: ROUTE_SPECS[route.name].method,
    url: context.basePath + wireAddress(request, asked),
    ...(Buffer.isBuffer(request.body) ? { payload: request.body } : {}),
  })
  if (route.method !== 'GET') {
    const { ambiente, codigoGeneracion, customerId, productId, id } = asked.params
    const named = codigoGeneracion ?? customerId ?? productId ?? id
    await note(asked, member, {
      acto: `v1.${route.name}`,
      sobre: named ?? codeOf(answer.payload),
      detalle: { ambiente, status: answer.statusCode },
    })
  }
  return sendOn(reply, answer)
}

/** An irrevocable action needs a confirmation, and the owner's leave. */
function assertRevocable(route: Route, asked: ConsoleAsked, member: Member): void {
  if (IRREVOCABLE.has(route.name)) {
    if (member.company.rol === 'emisor' && !member.company.invalida) {
      throw refuseRole(asked, member, asRoute(route))
    }
    assertConfirmed(asked, member)
  }
}

interface PersonsCall {
  readonly asked: ConsoleAsked
  /** Its address and its headers are the caller's. */
  readonly request: FastifyRequest
  readonly method: RouteSpec['method']
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: Buffer | string
}

/** Calls the app with the person's own key; `headers` replace those that came. */
export async function callAsPerson(
  app: FastifyInstance,
  member: Member,
  { asked, request, method, url, headers = {}, payload }: PersonsCall,
) {
  const ambiente = asked.params.ambiente === '01' ? '01' : '00'
  const { apiKey } = await personKeyOf(asked.admin, { ...member, ambiente })
  const passed = PASSED.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return app.inject({
    method,
    url,
    headers: { ...Object.fromEntries(passed), ...headers, 'x-service-key': apiKey },
    remoteAddress: request.ip,
    ...(payload === undefined ? {} : { payload }),
  })
}

export function sendOn(reply: Exchange['reply'], answer: InjectedAnswer) {
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!KEPT_BACK.has(name)) reply.header(name, value)
  }
  return reply.code(answer.statusCode).send(answer.rawPayload)
}

/**
 * The path after company and environment. The router matched the decoded address, so this requires the literal
 * prefix: with an encoded digit the remaining text could be another route than the one that was checked.
 */
function wireAddress({ url }: FastifyRequest, { params, basePath }: ConsoleAsked): string {
  const { empresa = '', ambiente = '' } = params
  const before = `${basePath}${CONSOLE_API}/${empresa}/${ambiente}/`
  if (!url.startsWith(before)) throw notAllowed(null)
  return url.slice(before.length - 1)
}

interface Noted {
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: Readonly<Record<string, unknown>>
}

/**
 * A readable line for people; the request log and the document already record who did it. Written once the code is
 * known: what is sealed by then is answered even if this write fails.
 */
export async function note(asked: ConsoleAsked, member: Member, noted: Noted): Promise<void> {
  const { person, company } = member
  const entry = { companyId: company.companyId, ...actorOf(asked, person), ...noted }
  await recordAct(asked.deps.pool, asked.deps, entry).catch((error: unknown) =>
    asked.deps.log.error(
      { err: error, acto: noted.acto },
      'an act of a person was done, and is not in the audit log',
    ),
  )
}

/** The code of a created object, which is near the start of an answer. */
export function codeOf(text: string): string | null {
  const found = /"(?:codigoGeneracion|customerId|productId)":"([0-9A-Fa-f-]{36})"/.exec(
    text.slice(0, 4_000),
  )
  return found?.[1] ?? null
}
