/** The headers that answers share, and which answer has which. */
import { REFUSALS, type RefusalCode } from '../refusals.ts'
import type { RouteSpec } from '../route.ts'
import type { JsonObject } from './example.ts'

const integer = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

// biome-ignore format: a table
export const HEADERS = {
  'X-Request-Id':        { schema: { type: 'string', format: 'uuid' }, description: 'Identifica la llamada; también está en la bitácora del servicio.' },
  'Idempotency-Key':     { schema: text,    description: 'La de la llamada: una respuesta con otra es de otra llamada.' },
  'Cache-Control':       { schema: text,    description: '`no-store`, menos en el contrato.' },
  'RateLimit-Limit':     { schema: integer, description: 'Llamadas que caben en la ventana más cerca de llenarse.' },
  'RateLimit-Remaining': { schema: integer, description: 'Llamadas que quedan en ella.' },
  'RateLimit-Reset':     { schema: integer, description: 'Segundos hasta que quepa una llamada más.' },
  'RateLimit-Policy':    { schema: text,    description: 'Todas las ventanas de la llave.' },
  'Retry-After':         { schema: integer, description: 'Segundos que hay que esperar antes de repetir.' },
  'Allow':               { schema: text,    description: 'Los métodos de la ruta.' },
} as const satisfies Readonly<Record<string, JsonObject>>

type Header = keyof typeof HEADERS

const ALWAYS: readonly Header[] = ['X-Request-Id', 'Cache-Control']
const WINDOWS: readonly Header[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
]

const headerRef = (name: Header): JsonObject => ({ $ref: `#/components/headers/${name}` })

/** Headers of an answer that is not a refusal. */
export function answerHeaders({ scope, idem }: RouteSpec): JsonObject {
  const own = idem !== null ? (['Idempotency-Key'] as const) : []
  return refs(scope === null ? ALWAYS : [...ALWAYS, ...own, ...WINDOWS])
}

/** Headers of the refusals of one status. The windows are known only once the key is. */
export function refusalHeaders(status: number, codes: readonly RefusalCode[]): JsonObject {
  const again = codes.some((code) => REFUSALS[code].retry === 'safe' || code === 'rate_limited')
  return refs([
    ...ALWAYS,
    ...(status === 429 ? WINDOWS : []),
    ...(again ? (['Retry-After'] as const) : []),
    ...(status === 405 ? (['Allow'] as const) : []),
  ])
}

function refs(names: readonly Header[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]))
}
