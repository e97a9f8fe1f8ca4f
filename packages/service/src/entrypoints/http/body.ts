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
  /** Members that are taken as given, by their paths (`servidor.contrasena`): secrets, and data that is not written by people. */
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
    const paths = [...verbatim]
    const value = paths.reduce((body, path) => withGiven(body, given, path.split('.')), normal)
    // A text in place of the body, or in a member without a name, is refused whatever it says.
    const ofTexts = problems.filter(
      ({ field }) => field !== '' && !paths.some((path) => isWithin(field, path)),
    )
    const all = onePerField([...ofTexts, ...problemsOf(value)])
    if (all.length > 0) refuseFields(all)
    return value as Static<T>
  }
}

const isWithin = (field: string, path: string) =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`)

/** The normalised body with the member at this path as it was given. */
function withGiven(normal: unknown, given: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return given
  if (!isObject(normal) || !isObject(given) || !Object.hasOwn(given, name)) return normal
  return { ...normal, [name]: withGiven(normal[name], given[name], rest) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 400 with all problems; `details.field` is the first. */
export function refuseFields(problems: readonly FieldProblem[]): never {
  const [first] = problems
  if (!first) throw new Error('bug: a body was refused without a problem')
  const { field, message } = first
  const more = problems.length > 1 ? ` (y ${problems.length - 1} más en details.issues)` : ''
  throw new Refused('invalid_request', `${field}: ${message}${more}`, { field, issues: problems })
}
