/** What is known of a call before its first gate. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { peerOf } from '../../base/net/network.ts'
import type { Call } from './gate.ts'
import type { Route } from './route.ts'

/** A call at its first gate. */
export function arriving(
  context: Pick<Call, 'deps' | 'basePath'>,
  route: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Call {
  return {
    deps: context.deps,
    basePath: context.basePath,
    route: route.name,
    requestId: request.id,
    at: context.deps.clock.now(),
    peer: peerOf(request),
    whenGone: (then) => void reply.raw.once('close', then),
    headers: headersOf(request),
    presented: null,
    admission: null,
    admitted: null,
    found: null,
    windows: null,
  }
}

/** Node joins the values of a repeated header; here they stay a list, which no gate accepts. */
function headersOf({ headers, raw }: FastifyRequest): Call['headers'] {
  const name = 'idempotency-key'
  const values = raw.rawHeaders.filter(
    (_, i) => i % 2 === 1 && raw.rawHeaders[i - 1]?.toLowerCase() === name,
  )
  return values.length > 1 ? { ...headers, [name]: values } : headers
}
