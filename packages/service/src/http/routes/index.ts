/** Every route, in the order of SPEC part 4. */
import type { Call, RouteName } from '../gate.ts'
import { issueRoute } from './issue/route.ts'
import { queryRoute } from './query/route.ts'

/** What a handler gets once the gates have let the call pass. */
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
  /** Of a file; absent, the body is JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Route {
  readonly name: RouteName
  readonly method: Method
  /** With Fastify's `:parameters`. */
  readonly path: string
  handle(asked: Asked): Promise<Answered>
}

export const ROUTES: readonly Route[] = [issueRoute, queryRoute]
