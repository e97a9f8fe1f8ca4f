/** What the wire promises of one route. The documents about it and the tests' check are made from this. */
import Type, { type TObject, type TSchema } from 'typebox'
import type { RefusalCode } from './refusals.ts'
import { closed, UUID_PATTERN } from './schema.ts'
import type { Scope } from './words.ts'

/** A route, by the name that the request log, the gates and the OpenAPI document know it by. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the base address; parameters in braces. */
  readonly path: string
  readonly grupo: string
  readonly resumen: string
  readonly descripcion: string
  /** What the key must be allowed to do; `any`: nothing in particular; null: no key is asked for. */
  readonly scope: Scope | 'any' | null
  /** Its calls are counted in a window of their own; absent, in the key's hour and day. */
  readonly window?: 'estado'
  /** Whether `X-Service-Sign-Key` is asked for. */
  readonly sign: boolean
  /** Where its `Idempotency-Key` is known; null: none is asked for. */
  readonly idem: IdempotencySpace | null
  /** It asks for none and honours one that is sent: the first answer is kept for it. */
  readonly idemOptional?: true
  readonly params: Readonly<Record<string, TSchema>>
  /** One optional member per query parameter, as its text is read. */
  readonly query: TObject
  /** Null: the route takes no body. Several: the body of each document type. */
  readonly body: TSchema | readonly TSchema[] | null
  readonly answers: Readonly<Record<number, AnswerSpec>>
  readonly refusals: readonly RefusalCode[]
}

/** The spaces of Idempotency-Keys: preparing and issuing share one, signing has its own. */
export type IdempotencySpace = 'issue' | 'sign'

export interface AnswerSpec {
  readonly descripcion: string
  /** The JSON body, or the content types of a file. */
  readonly body: TSchema | readonly string[]
  /** Headers besides those of every answer, with what they say. */
  readonly headers?: Readonly<Record<string, string>>
}

export const isFile = (body: AnswerSpec['body']): body is readonly string[] => Array.isArray(body)

export const codigoGeneracionParam = {
  codigoGeneracion: Type.String({ pattern: UUID_PATTERN }),
} as const

export const NO_QUERY = closed({})

/** What any route can answer, with or without a key. */
export const ANY = ['invalid_request', 'method_not_allowed', 'internal_error'] as const

/** What any route can answer that asks for a key, in the order in which it is checked. */
export const KEYED = [
  'service_unavailable',
  'unauthorized',
  'invalid_api_key',
  'key_revoked',
  'key_expired',
  'key_inactive',
  'ip_not_allowed',
  'environment_not_allowed',
  'rate_limited',
  ...ANY,
] as const

/** The same of a route that asks for a scope. */
export const SCOPED = [...KEYED, 'forbidden_scope'] as const
