/** A handler's input and output. Method, path and gates of a route are its row in the contract. */
import type { RouteName, RouteSpec } from '@sello/contract'
import type { Call } from './gate.ts'

/** The input of a handler, once the gates have passed the call. */
export interface Asked {
  readonly call: Call
  readonly body: unknown
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

export interface Answered {
  readonly status: number
  /** JSON text, or the bytes of a file. */
  readonly body: string | Buffer
  /** Set for a file; absent, the body is JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (asked: Asked) => Promise<Answered>

/** One method of one path. */
export interface Route {
  readonly name: RouteName
  readonly method: RouteSpec['method'] | 'HEAD'
  /** With Fastify's `:parameters`. */
  readonly path: string
  readonly handle: Handler
}
