/** A handler's input and output. Method, path and gates of a route are its row in the contract. */
import { ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { bodyRefusal } from '../http/errors.ts'
import type { Call } from './gate.ts'
import { readParameters } from './parameters.ts'

/** The input of a handler, once the gates have passed the call and `readAsked` has compared it with the contract. */
export interface Asked {
  readonly call: Call
  /** Undefined where the contract has no body, and nowhere else. */
  readonly body: unknown
  readonly params: Readonly<Record<string, string>>
  /** Each parameter of the contract; null: absent. */
  readonly query: Readonly<Record<string, string | null>>
}

export interface Answered {
  /** Absent: 200. */
  readonly status?: number
  /** What is written as JSON, JSON as text or bytes, or the bytes of a file. */
  readonly body: object | string | Buffer
  /** Set for a file; absent, the body is JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A header tells the caller that it repeats an earlier answer. */
  readonly replayed?: boolean
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

/** 400 for a parameter that the contract does not have, a missing body, and one that nobody would read. */
export function readAsked(
  call: Call,
  given: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Asked {
  const spec: RouteSpec = ROUTE_SPECS[call.route]
  const query = readParameters(given.query as object, Object.keys(spec.query.properties))
  const { body } = given
  if (spec.body === null && body !== undefined) {
    throw bodyRefusal('Esta ruta no lleva cuerpo; quítelo.')
  }
  if (spec.body !== null && body === undefined) {
    throw bodyRefusal('Falta el cuerpo: un objeto JSON.')
  }
  return { call, body, params: given.params as Asked['params'], query }
}
