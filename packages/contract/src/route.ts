/** What the wire promises about a route. The documents about it and the tests' checks are generated from this. */
import Type, { type TObject, type TSchema } from 'typebox'
import type { Examples } from './openapi/example.ts'
import type { RefusalCode } from './refusals.ts'
import { closed, UUID_PATTERN } from './schema.ts'
import type { Scope } from './words.ts'

/** A route, by its name in the request log, the gates and the OpenAPI document. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the base address; parameters in braces. */
  readonly path: string
  readonly grupo: string
  readonly resumen: string
  readonly descripcion: string
  /** The scope that the key needs; `any`: none in particular; null: no key. */
  readonly scope: Scope | 'any' | null
  /** Its calls are counted in a separate window; absent: in the key's hour and day. */
  readonly window?: 'estado' | 'novedades'
  /** Whether it needs `X-Service-Sign-Key`. */
  readonly sign: boolean
  /** The space of its `Idempotency-Key`; null: none is required. */
  readonly idem: IdempotencySpace | null
  /** It requires no Idempotency-Key but honours one: the first answer is kept for it. */
  readonly idemOptional?: true
  readonly params: Readonly<Record<string, TSchema>>
  /** One optional member per query parameter, whose value is a string. */
  readonly query: TObject
  /** Null: the route takes no body. Several: the body of each document type. */
  readonly body: TSchema | readonly TSchema[] | null
  readonly answers: Readonly<Record<number, AnswerSpec>>
  readonly refusals: readonly RefusalCode[]
  /** By their names in the OpenAPI document. */
  readonly examples: Examples
}

/** The spaces of Idempotency-Keys: preparing and issuing share one, signing has its own. */
export type IdempotencySpace = 'issue' | 'sign'

export interface AnswerSpec {
  readonly descripcion: string
  /** The JSON body, or the content types of a file. */
  readonly body: TSchema | readonly string[]
  /** Additional headers, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
}

export const isFile = (body: AnswerSpec['body']): body is readonly string[] => Array.isArray(body)

export const codigoGeneracionParam = {
  codigoGeneracion: Type.String({ pattern: UUID_PATTERN }),
} as const

export const NO_QUERY = closed({})

/** Refusals of every route, with or without a key. */
export const ANY = ['invalid_request', 'method_not_allowed', 'internal_error'] as const

/** Refusals of every route with a key, in the order of their checks. */
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

/** The same for a route with a scope. */
export const SCOPED = [...KEYED, 'forbidden_scope'] as const
