/**
 * Validates data against its schema: a path and a Spanish sentence for every problem, so that the caller can
 * correct all at once.
 */
import { UUID_PATTERN } from '@sello/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'

/** As many as a person reads; a limit for answers to invalid data. */
const PROBLEMS_MAX = 100
/** Limit for a member's name when it is repeated to the caller. */
const NAME_LENGTH_MAX = 100

Settings.Set({ maxErrors: PROBLEMS_MAX })

export interface FieldProblem {
  /** `items[2].cantidad`; `body` for the whole. */
  readonly field: string
  readonly message: string
}

/** Explains a member that the schema does not know but another type does; null: unknown everywhere. */
export type ExplainUnknown = (member: string) => string | null

/** Compiles a checker. Without problems the value has the schema's type. */
export function shapeOf(
  schema: TSchema,
  explainUnknown: ExplainUnknown = () => null,
): (value: unknown) => readonly FieldProblem[] {
  const compiled = Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return []
    const errors = compiled.Errors(value)
    const problems = errors
      .filter((error) => !isConsequence(error, errors))
      .flatMap((error) => toProblems(error, explainUnknown))
    if (problems.length === 0) throw new Error('bug: a value was refused without a problem')
    return onePerField(problems).slice(0, PROBLEMS_MAX)
  }
}

function toProblems(
  error: TLocalizedValidationError,
  explainUnknown: ExplainUnknown,
): FieldProblem[] {
  if (error.keyword === 'boolean') return [toUnknown(error.instancePath, explainUnknown)]
  const path = pathOf(error.instancePath)
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      field: join(path, name),
      message: 'falta y es obligatorio.',
    }))
  }
  const message = sentenceOf(error)
  return message === null ? [] : [{ field: path === '' ? 'body' : path, message }]
}

/**
 * A member that the schema does not know. Each is told by its own error: the one about the whole object comes after
 * theirs, beyond the limit of errors if there are many.
 */
function toUnknown(pointer: string, explainUnknown: ExplainUnknown): FieldProblem {
  const end = pointer.lastIndexOf('/')
  const [path, name] = [pathOf(pointer.slice(0, end)), unescaped(pointer.slice(end + 1))]
  return {
    field: join(path, shown(name)),
    message: (path === '' && explainUnknown(name)) || 'no es un miembro de esta petición; quítelo.',
  }
}

/** Null for keywords that only repeat another problem. */
function sentenceOf(error: TLocalizedValidationError): string | null {
  switch (error.keyword) {
    case 'additionalProperties':
    case 'if':
      return null
    case 'type':
      return `debe ser ${[error.params.type]
        .flat()
        .map((type) => TYPE_WORDS[type] ?? type)
        .join(' o ')}.`
    case 'enum':
      return `debe ser uno de: ${error.params.allowedValues.map(String).join(', ')}.`
    case 'minLength':
      return error.params.limit === 1
        ? 'no puede estar vacío.'
        : `lleva al menos ${count(error.params.limit, 'carácter', 'caracteres')}.`
    case 'maxLength':
      return `lleva como máximo ${count(error.params.limit, 'carácter', 'caracteres')}.`
    case 'minItems':
      return `lleva al menos ${count(error.params.limit, 'elemento', 'elementos')}.`
    case 'maxItems':
      return `lleva como máximo ${count(error.params.limit, 'elemento', 'elementos')}.`
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return `debe ser ${COMPARISON[error.params.comparison]} ${error.params.limit}.`
    case 'pattern':
      return FORMS.get(String(error.params.pattern)) ?? 'no tiene la forma que debe.'
    case '~refine':
      return `${error.params.message}.`
    default:
      return 'no tiene la forma del contrato.'
  }
}

/** What a pattern means, for people. */
const FORMS: ReadonlyMap<string, string> = new Map([
  [UUID_PATTERN, 'debe ser un código como 4F0A1B2C-3D4E-4F5A-8B6C-7D8E9F0A1B2C.'],
  ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'debe ser una fecha como 2026-12-31.'],
])

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}

const COMPARISON = {
  '<': 'menor que',
  '<=': 'a lo sumo',
  '>': 'mayor que',
  '>=': 'al menos',
} as const

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  integer: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un objeto',
  null: 'null',
}

/** `/items/2/cantidad` in the notation of callers: `items[2].cantidad`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(unescaped)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '')
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** A name that a caller gave, as a refusal tells it: what is blank shows in quotes. */
export function shown(name: string): string {
  if (name.trim() === '') return `"${name}"`
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** The first problem of each field: a value of the wrong type breaks every rule about its content too. */
export function onePerField(problems: readonly FieldProblem[]): FieldProblem[] {
  const first = new Map<string, FieldProblem>()
  for (const problem of problems) {
    if (!first.has(problem.field)) first.set(problem.field, problem)
  }
  return [...first.values()]
}

/**
 * A rule about a whole object says nothing about one whose members are wrong. Of the types that a member may have, none
 * is missing where a list has only the wrong number of elements.
 */
function isConsequence(
  { keyword, instancePath }: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): boolean {
  if (keyword === 'type') {
    return errors.some(
      (other) => other.instancePath === instancePath && OF_LISTS.has(other.keyword),
    )
  }
  if (keyword !== '~refine') return false
  return errors.some(
    (other) =>
      other.instancePath.startsWith(`${instancePath}/`) ||
      (other.instancePath === instancePath && other.keyword === 'required'),
  )
}

/** Reported about lists only. */
const OF_LISTS: ReadonlySet<string> = new Set(['minItems', 'maxItems'])
