/** The HTTP server: routes, gates, and the one place where errors become responses. */
import { isUtf8 } from 'node:buffer'
import { Refused, ROUTE_SPECS } from '@sello/contract'
import { PASSPHRASE_COST } from '@sello/vault'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import findMyWay, { type HTTPVersion } from 'find-my-way'
import { createTurns } from '../base/db/turns.ts'
import { describeError } from '../base/log.ts'
import { peerOf } from '../base/net/network.ts'
import { isHttps } from '../base/net/origins.ts'
import { noteFullDisk } from '../base/telemetry/full-disk.ts'
import type { Step } from '../base/telemetry/steps.ts'
import { NO_TRACING, type Tracing } from '../base/telemetry/tracing.ts'
import { yieldIfLarge } from '../base/time/event-loop.ts'
import type { Deps } from '../flows/context.ts'
import type { IssuingDeps } from '../flows/issuing/context.ts'
import { addBuyerPages } from './buyer/app.ts'
import { addConsoleRoutes } from './console/app.ts'
import { addConsoleFiles, type BuiltConsole } from './console/files.ts'
import { createConsoleLimits } from './console/limits.ts'
import { addProposalRoute } from './console/proposals.ts'
import type { ConsoleSettings } from './console/route.ts'
import { addV1Routes } from './console/v1.ts'
import { type AnonymousCall, createAnonymousCalls } from './http/anonymous.ts'
import {
  boundConnections,
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Connections,
} from './http/connections.ts'
import { bodyRefusal, errorBody, JSON_TYPE, retryAfterOf, statusOf } from './http/errors.ts'
import { assertAddress, assertHead, assertPlainBody } from './http/heading.ts'
import { parseJson } from './http/json.ts'
import { addPace } from './http/pace.ts'
import { answerUnparsed, crowded, refuseCrowded } from './http/unparsed.ts'
import { addMcp } from './mcp/http.ts'
import { BODY_BYTES_MAX, toRefused } from './refused.ts'
import { arriving } from './v1/arriving.ts'
import type { Call } from './v1/gate.ts'
import { passGates } from './v1/gates.ts'
import { ROUTES } from './v1/index.ts'
import { rateLimitHeaders } from './v1/rate-limit.ts'
import { type Route, readAsked } from './v1/route.ts'

export interface AppSettings {
  /** A base path for all routes, such as `/api`; empty for none. */
  readonly basePath: string
  /** The proxies whose X-Forwarded-For counts; absent: none. */
  readonly trustedProxies?: readonly string[]
  readonly connections?: Partial<ConnectionLimits>
  /** How many processes of this machine serve together and share the limits of the whole; absent: one. */
  readonly sharedBy?: number
  /** Absent: calls are not traced. */
  readonly tracing?: Tracing
  /** Absent: steps are not measured. */
  readonly step?: Step
  /** Absent: this process does not serve the console. */
  readonly console?: ConsoleSettings & { readonly files: BuiltConsole | null }
}

/** The form of an Idempotency-Key (docs/wire.md#idempotency). */
const ECHOED = /^[\x20-\x7e]{1,200}$/

/** How often connections are checked for timeouts. */
const LOOK_OVER_MS = 1_000
/** A parameter may be as long as an address: its route refuses it with a message. */
const ROUTER = { maxParamLength: Number.MAX_SAFE_INTEGER }

/** An answer that is not a page of the console runs nothing, wherever a browser shows it. */
const NO_PAGE = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent: no route of the contract. */
    call?: Call
    startedAt: number
    /** Once a key or a session was found. */
    isKnown?: true
    /** The trace of the call, to be ended with it. */
    traced?: ReturnType<Tracing['call']>
  }
  interface FastifyInstance {
    /**
     * Before `close`, where another process goes on listening: accepts no more connections, and waits until callers
     * have ended theirs, told by `Connection: close`, or for `ms`.
     */
    retire(ms: number): Promise<void>
  }
}

export function createApp(deps: IssuingDeps, settings: AppSettings): FastifyInstance {
  const limits = { ...CONNECTION_LIMITS, ...settings.connections }
  const { sharedBy: processes = 1 } = settings
  const noteAnonymous = createAnonymousCalls({ ...deps, processes })
  const assertMethod = createMethodCheck(settings.basePath)
  const everywhere = headersOfAll(settings.console?.publicOrigin ?? null)
  const app = fastify({
    http: {
      requireHostHeader: false, // assertHead refuses it with a message
      headersTimeout: limits.arriveMs,
      requestTimeout: limits.arriveMs,
      connectionsCheckingInterval: LOOK_OVER_MS,
    },
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    genReqId: () => deps.random.uuid(),
    requestIdHeader: false,
    return503OnClosing: false,
    requestTimeout: limits.arriveMs,
    trustProxy: settings.trustedProxies?.length ? [...settings.trustedProxies] : false,
    routerOptions: ROUTER,
    frameworkErrors: (error, request, reply) => {
      // the hooks below do not run for these
      begin(deps, request, reply.headers(everywhere))
      answerError(deps, error, request, reply)
      logAnswer(deps, request, reply.statusCode, noteAnonymous)
    },
    clientErrorHandler: (error, socket) => {
      deps.metrics.call('none', 400, 0)
      answerUnparsed(error, socket, connections)
    },
  })
  const connections = connectionsOf(app, deps, limits, settings.trustedProxies ?? [])
  acceptJsonOnly(app)

  addPace(app, deps.clock, { connections, processes, isKnown })
  const { tracing = NO_TRACING, step = unmeasured } = settings
  // A hook with a callback keeps the rest of the call inside its async context.
  app.addHook('onRequest', (request, _reply, done) => {
    request.traced = tracing.call(request.headers, done)
  })
  app.addHook('onRequest', async (request, reply) => {
    begin(deps, request, reply.headers(everywhere))
    assertHead(request.raw)
    if (connections.isCrowded(request.raw.socket)) throw crowded()
    assertMethod(request)
    if (request.is404) throw noRoute() // before its body is read
  })
  app.addHook('preParsing', async (request) => assertAddress(request)) // after the gates
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(deps, request, reply.statusCode, noteAnonymous)
    request.traced?.(request.call?.route ?? 'none', reply.statusCode)
  })
  app.decorate('retire', (ms) => {
    deps.feedWaits.stop() // they answer what there is, and their connections end
    return connections.retire(ms)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (connections.isRetiring()) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    deps.feedWaits.stop()
    connections.drain()
  })
  app.setErrorHandler((error, request, reply) => answerError(deps, error, request, reply))
  for (const route of ROUTES) addRoute(app, route, { deps, basePath: settings.basePath, step })
  addMcp(app, {
    basePath: settings.basePath,
    publicOrigin: settings.console?.publicOrigin ?? null,
  })
  addBuyerPages(app, { deps, basePath: settings.basePath, processes })
  if (settings.console)
    addConsole(app, { deps, basePath: settings.basePath }, { processes, ...settings.console })
  return app
}

function addConsole(
  app: FastifyInstance,
  { deps, basePath }: RouteContext,
  { files, processes, ...settings }: NonNullable<AppSettings['console']> & { processes: number },
): void {
  // The calls that it passes on to /v1 go through `app`, with the pools of all calls.
  const own = { ...deps, pool: deps.consolePool }
  const limits = createConsoleLimits(deps.clock, processes)
  const turns = createTurns(deps.consolePool, deps.clock)
  const admin = { passphraseCost: PASSPHRASE_COST, turns, ...own }
  const context = { deps: own, basePath, settings, limits, turns, admin }
  addConsoleRoutes(app, context)
  addV1Routes(app, context)
  addProposalRoute(app, context)
  if (files) addConsoleFiles(app, { files, basePath }, noRoute)
}

function noRoute() {
  return new Refused(
    'not_found',
    'No existe esa ruta. Las rutas del servicio empiezan con /v1/.',
    {},
  )
}

/** The headers of every answer. A year of HSTS with subdomains is what browsers' own lists ask for. */
function headersOfAll(publicOrigin: string | null): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_PAGE,
    'referrer-policy': 'no-referrer',
    ...(isHttps(publicOrigin)
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

function begin(deps: IssuingDeps, request: FastifyRequest, reply: FastifyReply): void {
  request.startedAt = deps.clock.now().getTime()
  reply.header('x-request-id', request.id).header('cache-control', 'no-store')
  // Echoes the Idempotency-Key, so that a caller can detect another call's response delivered by an intermediary.
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && ECHOED.test(key)) reply.header('idempotency-key', key)
}

/** Shared by all routes of an app. */
interface RouteContext extends Pick<Call, 'deps' | 'basePath'> {
  readonly step?: Step
}

const unmeasured: Step = (_name, work) => work()

function addRoute(app: FastifyInstance, route: Route, context: RouteContext): void {
  const { step = unmeasured } = context
  app.route({
    method: route.method,
    url: context.basePath + route.path,
    config: ROUTE_SPECS[route.name].scope === null ? {} : { credential: 'x-service-key' },
    onRequest: (request, reply) => {
      const arrived = arriving(context, route, { request, reply })
      request.call = arrived
      return step('gates', () =>
        passGates(arrived, (call) => {
          request.call = call
          if (call.windows) reply.headers(rateLimitHeaders(call.windows, call.at))
        }),
      )
    },
    handler: async (request, reply) => {
      if (!request.call) throw new Error('bug: a handler ran before its gates')
      const call =
        route.method === 'GET' || route.method === 'HEAD' ? reading(request.call) : request.call
      const answered = await route.handle(readAsked(call, request))
      const { status = 200, body, headers = {}, contentType = JSON_TYPE, replayed } = answered
      if (replayed) reply.header('idempotency-replayed', 'true')
      const isWritten = typeof body === 'string' || Buffer.isBuffer(body)
      return reply
        .code(status)
        .headers(headers)
        .type(contentType)
        .send(isWritten ? body : JSON.stringify(body))
    },
  })
}

/** Everybody without a key, together. */
const NOBODY = 'nobody'

/** The same call over its company's share of the connections that issuing does not need. */
function reading(call: Call): Call {
  const { deps, admitted } = call
  const pool = deps.companyReads.of(admitted?.companyId ?? NOBODY)
  return { ...call, deps: { ...deps, pool } }
}

/**
 * Throws 405 if the path is known and its method is not. Asked before the route runs: `GET /v1/dte/prepare` would
 * otherwise be a document of that name.
 */
function createMethodCheck(basePath: string): (request: FastifyRequest) => void {
  const paths = findMyWay<HTTPVersion.V1>(ROUTER)
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const allowed = ROUTES.filter((route) => route.path === path).map(({ method }) => method)
    paths.on('GET', basePath + path, () => {}, allowed)
  }
  return ({ method, raw: { url = '' } }) => {
    const allowed: readonly string[] | undefined = paths.find('GET', url)?.store
    if (!allowed || allowed.includes(method)) return
    throw new Refused('method_not_allowed', `Esta ruta se llama con ${allowed.join(' o ')}.`, {
      allowed: [...allowed],
    })
  }
}

/**
 * Refuses a body that is not JSON in UTF-8; an empty body counts as none. Decoding another charset would put
 * replacement characters into a document to be signed.
 */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, given: Buffer) => {
      assertPlainBody(request)
      if (!isUtf8(given)) throw bodyRefusal('El cuerpo no está en UTF-8.')
      const body = given.length === 0 ? undefined : parseJson(given.toString())
      await yieldIfLarge({ text: given })
      return body
    },
  )
}

function answerError(deps: Deps, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refused = toRefused(error, request.routeOptions?.bodyLimit)
  if (refused.cause !== undefined) {
    noteFullDisk(deps, refused.cause)
    deps.log.error({ requestId: request.id, error: describeError(refused.cause) }, refused.code)
  }
  const seconds = retryAfterOf(refused)
  if (seconds !== null) reply.header('retry-after', seconds)
  if (refused.code === 'method_not_allowed') {
    reply.header('allow', (refused as Refused<'method_not_allowed'>).details.allowed.join(', '))
  }
  return reply.code(statusOf(refused.code)).type(JSON_TYPE).send(errorBody(refused))
}

/** Limits idle connections, and passes unknown expectations to `assertHead`. */
function connectionsOf(
  app: FastifyInstance,
  { metrics }: Deps,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
): Connections {
  const { server } = app
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const connections = boundConnections(server, {
    limits,
    trustedProxies,
    refuse: refuseCrowded,
    count: (outcome, by) => metrics.connectionClosed(outcome, by),
  })
  metrics.watchConnections(connections.count)
  return connections
}

const isKnown = ({ call, isKnown }: FastifyRequest) => isKnown || call?.admitted != null

/** Logs every call of a known caller, and some anonymous calls. */
function logAnswer(
  deps: Deps,
  request: FastifyRequest,
  status: number,
  noteAnonymous: (call: AnonymousCall) => void,
): void {
  const { call } = request
  const ms = deps.clock.now().getTime() - request.startedAt
  const route = call?.route ?? null
  deps.metrics.call(route ?? 'none', status, ms / 1_000)
  const line = { requestId: request.id, route, status, ms }
  const keyId = call?.admitted?.keyId ?? null
  if (isKnown(request)) deps.log.info({ ...line, keyId })
  else noteAnonymous({ ...line, peer: peerOf(request) })
}
