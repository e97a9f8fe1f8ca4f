/** One action of the control API, which scripts the simulator and reads its state. */
import type { Reply } from '../http/reply.ts'
import type { World } from '../world/world.ts'

export interface ControlRequest {
  readonly query: URLSearchParams
  /** The rest of the path behind the action's: the id in `/_sim/faults/{id}`. */
  readonly rest: string | null
  /** The parsed body; undefined when there is none or it is not JSON. */
  readonly body: unknown
  /** The body as it came; null: over the limit. */
  readonly text: string | null
}

/** A reply, or the lines of a JSON text too large to hold in memory. */
export type Stream = { readonly chunks: Iterable<string> }

export interface Action {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly takesRest?: true
  readonly handle: (world: World, request: ControlRequest) => Reply | Stream
}

/** Thrown when a body is not what the action takes. */
export class BadScript extends Error {
  override readonly name = 'BadScript'
}

/** The body as an object with no members but these. */
export function readObject(
  body: unknown,
  members: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new BadScript('the body must be a JSON object')
  }
  const unknown = Object.keys(body).find((name) => !members.includes(name))
  if (unknown !== undefined) {
    throw new BadScript(`unknown member "${unknown}"; known: ${members.join(', ')}`)
  }
  return body as Readonly<Record<string, unknown>>
}

/** An optional member of that type. */
export function optional<T>(
  value: unknown,
  name: string,
  is: (value: unknown) => value is T,
): T | undefined {
  if (value === undefined) return undefined
  if (!is(value)) throw new BadScript(`"${name}" has a wrong value`)
  return value
}

export function required<T>(value: unknown, name: string, is: (value: unknown) => value is T): T {
  const found = optional(value, name, is)
  if (found === undefined) throw new BadScript(`"${name}" is required`)
  return found
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText)

export function isIntegerFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
  return (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}

/** A required member that is one of few words, which the refusal names. */
export function requiredOneOf<T extends string>(
  value: unknown,
  name: string,
  words: readonly T[],
): T {
  const found = words.find((word) => word === value)
  if (found !== undefined) return found
  throw new BadScript(
    value === undefined ? `"${name}" is required` : `"${name}" is one of: ${words.join(', ')}`,
  )
}
