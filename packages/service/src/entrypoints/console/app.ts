/**
 * The session API. Checks of each call: origin, session, role, confirmation; then the audit entry, and only then
 * the handler. routes.ts lists who may do what.
 */

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, peerOf } from '../../base/net/network.ts'
import { isHttps } from '../../base/net/origins.ts'
import { actorOf, recordAct, SERVICE_CHAIN } from '../../ledger/audit/chain.ts'
import { findMembership } from '../../ledger/people/memberships.ts'
import { readToken } from '../../ledger/people/token.ts'
import {
  assertConfirmed,
  assertMayChangeAccess,
  assertPersonsSecondFactor,
  assertSecondFactor,
  presentNeed,
} from './confirm.ts'
import { csrfOf, readCookies, SESSION, writeCookie } from './cookies.ts'
import { assertSameOrigin, linkOrigin, ownOrigin, refused } from './origin.ts'
import { sessionRequired } from './refusals.ts'
import {
  type Answer,
  type Audited,
  type Caller,
  type CompanyRoute,
  type ConsoleAsked,
  type ConsoleContext,
  type ConsoleRoute,
  isCompanyRoute,
  LETTER_OF,
  type Member,
  type PersonRoute,
} from './route.ts'
import { CONSOLE_ROUTES } from './routes.ts'
import { noteRefused, refuseRole } from './security.ts'
import { findCaller } from './session.ts'

export type { ConsoleContext }

export const CONSOLE_API = '/console/api'

/** A call, and its answer. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export function addConsoleRoutes(app: FastifyInstance, context: ConsoleContext): void {
  for (const route of CONSOLE_ROUTES) {
    app.route({
      method: route.method,
      url: context.basePath + CONSOLE_API + route.path,
      ...beforeTheBody(context, route.who),
      ...(isCompanyRoute(route) && route.bodyBytesMax ? { bodyLimit: route.bodyBytesMax } : {}),
      handler: async (request, reply) =>
        answer(context, reply, await serve(context, route, { request, reply })),
    })
  }
}

/** More than any sign-in request needs. */
const OPEN_BODY_BYTES_MAX = 64 * 1024

/**
 * What a call passes before its body is read: the limits of its address, its origin, then the session and the
 * person's limits. Without a session the body is short.
 */
export function beforeTheBody(context: ConsoleContext, who: ConsoleRoute['who']) {
  const { limits } = context
  return {
    ...(who === '-'
      ? { bodyLimit: OPEN_BODY_BYTES_MAX }
      : { config: { credential: 'cookie' as const } }),
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      const asked = toAsked(context, request)
      const network = networkOf(asked.peer ?? '')
      limits.admit('address', network, reply.raw)
      assertSameOrigin(request, asked.origin)
      if (who === '-') return limits.admit('anonymous', network, reply.raw)
      const { person } = await callerOf(asked, request)
      limits.admit('person', person.personId, reply.raw)
    },
  }
}

async function serve(context: ConsoleContext, route: ConsoleRoute, { request, reply }: Exchange) {
  const asked = toAsked(context, request)
  if (route.who === '-') return (route as Extract<ConsoleRoute, { who: '-' }>).handle(asked)
  const caller = await callerOf(asked, request)
  if (isCompanyRoute(route)) {
    const member = await memberOf(route, asked, caller)
    const { companyId } = member.company
    context.limits.admit('company', companyId, reply.raw)
    if (route.limited) context.limits.admit(route.limited, companyId, reply.raw)
    return serveMember(route, asked, member)
  }
  return servePerson(route as PersonRoute, asked, caller)
}

export function toAsked(context: ConsoleContext, request: FastifyRequest): ConsoleAsked {
  const { deps, settings } = context
  return {
    now: deps.clock.now(),
    peer: peerOf(request),
    userAgent: request.headers['user-agent'] ?? null,
    origin: ownOrigin(request, settings.publicOrigin),
    linkOrigin: linkOrigin(request, settings),
    cookies: readCookies(request.headers.cookie, isHttps(settings.publicOrigin)),
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Readonly<Record<string, unknown>>,
    body: request.body,
    ...context,
  }
}

/** The caller. Refuses a missing session (401), and an action without its CSRF token (403). */
export async function callerOf(asked: ConsoleAsked, request: FastifyRequest): Promise<Caller> {
  const known = CALLERS.get(request)
  if (known) return known
  const caller = await checkCaller(asked, request)
  CALLERS.set(request, caller)
  request.isKnown = true
  return caller
}

/** Determined before the body was read. */
const CALLERS = new WeakMap<FastifyRequest, Caller>()

async function checkCaller(asked: ConsoleAsked, request: FastifyRequest): Promise<Caller> {
  const unattended = request.headers['x-sello-unattended'] !== undefined
  const caller = await findCaller(asked, readToken(asked.cookies[SESSION]), { unattended })
  if (caller === null) throw sessionRequired()
  if (request.method !== 'GET') {
    const given = Buffer.from(String(request.headers['x-sello-csrf'] ?? ''))
    const expected = Buffer.from(csrfOf(caller.token))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused()
  }
  return caller
}

async function servePerson(route: PersonRoute, asked: ConsoleAsked, caller: Caller) {
  if (route.who === 'O' && !caller.person.operador) throw refuseRole(asked, caller, route)
  if (!route.beforeSecondFactor) await assertPersonsSecondFactor(asked, caller)
  if (route.confirmed === 'access') await assertMayChangeAccess(asked, caller)
  else if (route.confirmed) assertConfirmed(asked, caller)
  return audited(route, { asked, caller }, () => route.handle(asked, caller))
}

/** The same 403 for an unknown company and for one that the person does not belong to. */
export async function memberOf(
  route: Pick<CompanyRoute, 'who' | 'name'>,
  asked: ConsoleAsked,
  caller: Caller,
): Promise<Member> {
  const nit = asked.params.empresa ?? ''
  const { personId } = caller.person
  const company = await findMembership(asked.deps.pool, { personId, nit, now: asked.now })
  if (!company) throw refuseRole(asked, caller, route)
  const letter = LETTER_OF[company.rol]
  if (!route.who.includes(letter)) throw refuseRole(asked, { ...caller, company }, route)
  assertSecondFactor(caller, presentNeed(caller.person, [company.rol], asked.now))
  return { ...caller, company }
}

async function serveMember(route: CompanyRoute, asked: ConsoleAsked, member: Member) {
  if (route.confirmed) assertConfirmed(asked, member)
  const { companyId } = member.company
  return audited(route, { asked, caller: member, companyId }, () =>
    route.handle(asked, member).catch((error: unknown) => {
      noteRefused(asked, member, { name: route.name, error })
      throw error
    }),
  )
}

interface Act {
  readonly asked: ConsoleAsked
  readonly caller: Caller
  /** Absent: the entry belongs to the service's own chain. */
  readonly companyId?: string
}

/** Written before the action: if the log fails, nothing is done. A refused action gets a second entry. */
async function audited(
  { name, audited: describe }: { readonly name: string; readonly audited?: Audited },
  act: Act,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (!describe) return handle()
  await note(act, name, describe)
  try {
    return await handle()
  } catch (error) {
    await note(act, `${name}.sin_efecto`, describe)
    throw error
  }
}

async function note(
  { asked, caller: { person }, companyId = SERVICE_CHAIN }: Act,
  name: string,
  describe: Audited,
): Promise<void> {
  const { sobre = null, detalle = {} } = describe(asked)
  await recordAct(asked.deps.pool, asked.deps, {
    companyId,
    acto: name,
    sobre,
    detalle,
    ...actorOf(asked, person),
  })
}

function answer({ settings }: ConsoleContext, reply: FastifyReply, given: Answer) {
  const { body, cookies = {}, status = 200 } = given
  for (const [name, cookie] of Object.entries(cookies)) {
    reply.header('set-cookie', writeCookie(name, cookie, isHttps(settings.publicOrigin)))
  }
  if (status === 204) return reply.code(204).send()
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
