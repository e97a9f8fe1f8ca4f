/** A JSON body against its schema: 400 with every problem. */
import { Refused } from '@sello/contract'
import { normaliseTexts } from '@sello/fiscal'
import type { Static, TSchema } from 'typebox'
import { withoutRefusedNulls } from '../../base/json/nulls.ts'
import {
  type ExplainUnknown,
  type FieldProblem,
  onePerField,
  shapeOf,
} from '../../base/json/shape.ts'

type Read<T extends TSchema> = (body: unknown) => Static<T>

/**
 * Compiles a checker that returns the body as its type, or refuses it with every problem. Null in a member that may
 * be left out is left out.
 */
export function bodyOf<T extends TSchema>(schema: T): Read<T> {
  const withoutNulls = withoutRefusedNulls(schema)
  const problemsOf = shapeOf(schema)
  return (body) => {
    const value = withoutNulls(body)
    const problems = problemsOf(value)
    if (problems.length > 0) refuseFields(problems)
    return value as Static<T>
  }
}

interface TextBody {
  readonly explainUnknown?: ExplainUnknown
  /** Members that are taken as given: secrets, and data that is not written by people. */
  readonly verbatim?: ReadonlySet<string>
  /** A JSON merge patch, where null removes a stored member (RFC 7396): none is left out. */
  readonly isPatch?: boolean
}

/**
 * The same for a body that people write: its texts are normalised first, and a forbidden character is reported with
 * its position (400). Not for passwords, nor for text that is already signed.
 */
export function textBodyOf<T extends TSchema>(
  schema: T,
  { explainUnknown, verbatim = new Set(), isPatch = false }: TextBody = {},
): Read<T> {
  const withoutNulls = isPatch ? (body: unknown) => body : withoutRefusedNulls(schema)
  const problemsOf = shapeOf(schema, explainUnknown)
  return (body) => {
    const given = withoutNulls(body)
    const { value: normal, problems } = normaliseTexts(given)
    const value = verbatim.size === 0 ? normal : withVerbatim(normal, given, verbatim)
    const ofTexts = problems.filter(({ field }) => !verbatim.has(field.split(/[.[]/)[0] ?? ''))
    const all = onePerField([...ofTexts, ...problemsOf(value)])
    if (all.length > 0) refuseFields(all)
    return value as Static<T>
  }
}

/** The normalised body with those members as they were given. */
function withVerbatim(normal: unknown, given: unknown, verbatim: ReadonlySet<string>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return normal
  const kept = Object.entries(given).filter(([name]) => verbatim.has(name))
  return { ...(normal as object), ...Object.fromEntries(kept) }
}

/** 400 with all problems; `details.field` is the first. */
export function refuseFields(problems: readonly FieldProblem[]): never {
  const [first] = problems
  if (!first) throw new Error('bug: a body was refused without a problem')
  const { field, message } = first
  const more = problems.length > 1 ? ` (y ${problems.length - 1} más en details.issues)` : ''
  throw new Refused('invalid_request', `${field}: ${message}${more}`, { field, issues: problems })
}
