/** One line of a recording. Files come from other machines: nothing in them is trusted to have its form. */

/** What the service records (service/src/outside/recording/recorded.ts). */
export interface Exchange {
  /** `file:line`, for people. */
  readonly where: string
  readonly askedAt: Date
  readonly path: string
  /** Behind the path, of a lot that is queried. */
  readonly code: string | null
  readonly nit: string | null
  readonly request: Readonly<Record<string, unknown>> | null
  /** Null: the ministry did not answer. */
  readonly answer: Answer | null
}

export interface Answer {
  readonly status: number
  readonly json: unknown
}

export type Members = Readonly<Record<string, unknown>>

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function membersOf(value: unknown): Members | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Members) : null
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Null where it is not one. */
export function recordedOf(
  where: string,
  line: unknown,
): Exchange | { readonly missed: number } | null {
  const members = membersOf(line)
  if (!members) return null
  if (typeof members.missed === 'number') return { missed: members.missed }
  const askedAt = new Date(String(members.askedAt))
  const path = textOf(members.path)
  const answer = answerOf(members.answer)
  if (Number.isNaN(askedAt.getTime()) || path === null || answer === undefined) return null
  if (!/^\/[\w/]+$/.test(path)) return null
  return {
    ...{ where, askedAt, path, answer },
    code: textOf(members.code),
    nit: textOf(members.nit),
    request: membersOf(members.request),
  }
}

/** Null: a silence. Undefined: neither. */
function answerOf(value: unknown): Answer | null | undefined {
  const members = membersOf(value)
  if (textOf(members?.silence) !== null) return null
  const { status, json } = members ?? {}
  return typeof status === 'number' ? { status, json } : undefined
}
