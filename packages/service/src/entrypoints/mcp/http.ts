/**
 * POST /mcp: the tools over Streamable HTTP, without sessions. The API key is the bearer token; each tool is a call of
 * /v1 through this app, with its gates, its limits and its line in the request log.
 */

import type { McpHttpHandler } from '@modelcontextprotocol/server'
import { Refused } from '@sello/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyRefusal } from '../http/errors.ts'
import { type CallV1, createMcpServer, type V1Answer } from './server.ts'
import type { V1Call } from './tools.ts'

export interface McpSettings {
  readonly basePath: string
  /** The origin in people's browsers; null: not configured. */
  readonly publicOrigin: string | null
}

const BEARER = /^Bearer ([\x21-\x7e]{1,300})$/i
/** What a server reads of a request. */
const READ = ['accept', 'content-type'] as const

export function addMcp(app: FastifyInstance, { basePath, publicOrigin }: McpSettings): void {
  let loading: Promise<McpHttpHandler> | null = null

  app.route({
    method: 'POST',
    url: `${basePath}/mcp`,
    config: { credential: 'authorization' },
    async handler(request, reply) {
      assertOrigin(request, publicOrigin)
      const apiKey = readBearer(request, reply)
      const message = readMessage(request)
      const call = callsOf(app, { basePath, request, apiKey })
      const check = () => call({ method: 'GET', path: '/v1/status' })
      // A tool's own call checks the key. The library is loaded for nobody whose key is wrong.
      if (message.method !== 'tools/call' || loading === null) {
        const checked = await check()
        if (checked.status !== 200) return refuse(reply, checked)
      }
      loading ??= loadHandler()
      const { fetch } = await loading
      const answer = await fetch(toWeb(request), {
        authInfo: { token: '', clientId: 'sello', scopes: [], extra: { call } },
        parsedBody: message,
      })
      const text = await answer.text() // its answers are short and end by themselves; until then a tool may run
      // Not every tool calls, nor does one whose arguments are refused: nothing is answered to a key that nobody has.
      if (!request.isKnown) {
        const checked = await check()
        if (checked.status !== 200) return refuse(reply, checked)
      }
      const type = answer.headers.get('content-type')
      if (type !== null) reply.type(type)
      return reply.code(answer.status).send(text)
    },
  })

  app.route({
    method: ['GET', 'DELETE'],
    url: `${basePath}/mcp`,
    handler: () => {
      throw new Refused('method_not_allowed', 'Esta ruta se llama con POST.', {
        allowed: ['POST'],
      })
    },
  })
}

async function loadHandler(): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  return createMcpHandler(({ authInfo }) => createMcpServer(authInfo?.extra?.call as CallV1), {
    maxSubscriptions: 0, // nothing changes that a caller would wait for
  })
}

/** 403 for a page of another site: a browser that was led here by its name does not hold the key either. */
function assertOrigin({ headers: { origin } }: FastifyRequest, publicOrigin: string | null): void {
  if (origin === undefined || origin === publicOrigin) return
  throw new Refused('csrf_refused', 'La petición viene de la página de otro sitio.', {})
}

function readBearer({ headers }: FastifyRequest, reply: FastifyReply): string {
  const [, apiKey] = BEARER.exec(headers.authorization ?? '') ?? []
  if (apiKey !== undefined) return apiKey
  reply.header('www-authenticate', 'Bearer')
  throw new Refused('unauthorized', 'Falta la llave de API en Authorization: Bearer <llave>.', {})
}

/** One message a call: a batch would be many calls of one. */
function readMessage({ body }: FastifyRequest): { readonly method?: unknown } {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw bodyRefusal('El cuerpo es un mensaje JSON-RPC, y uno solo.')
}

interface Calling {
  readonly basePath: string
  readonly request: FastifyRequest
  readonly apiKey: string
}

/** Calls of /v1 in this app, from the caller's address. Once one is not 401, the caller is known. */
const callsOf =
  (app: FastifyInstance, { basePath, request, apiKey }: Calling): CallV1 =>
  async ({ method, path, ...rest }: V1Call) => {
    const answer = await app.inject({
      method,
      url: basePath + path,
      headers: {
        'x-service-key': apiKey,
        ...('body' in rest ? { 'content-type': 'application/json' } : {}),
      },
      remoteAddress: request.ip,
      ...('body' in rest ? { payload: JSON.stringify(rest.body) } : {}),
    })
    if (answer.statusCode !== 401) request.isKnown = true
    const wait = answer.headers['retry-after']
    const known = wait === undefined ? {} : { retryAfter: String(wait) }
    return { status: answer.statusCode, text: answer.payload, ...known }
  }

function refuse(reply: FastifyReply, { status, text, retryAfter }: V1Answer) {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).type('application/json; charset=utf-8').send(text)
}

function toWeb({ headers }: FastifyRequest): Request {
  const protocol = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  const read = READ.map((name) => [name, headers[name]] as const)
  const given = [...read, ...protocol].filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers: given })
}
