/** Documents with one mistake each, of every kind and in every member, and each just inside and outside a limit. */

export interface Mutant {
  /** `resumen.pagos[].codigo: too long`. */
  readonly name: string
  readonly documento: unknown
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
/** Its name, the values that it applies to, and the value instead. Undefined: the member is removed. */
type Mutation = readonly [
  name: string,
  applies: (value: Json) => boolean,
  mutate: (value: Json) => Json | undefined,
]

// biome-ignore format: a table
const MUTATIONS: readonly Mutation[] = [
  ['null',               (v) => v !== null,               () => null],
  ['a boolean',          () => true,                      () => true],
  ['a text',             (v) => typeof v !== 'string',    () => 'texto'],
  ['a number',           (v) => typeof v !== 'number',    () => 7],
  ['an empty object',    () => true,                      () => ({})],
  ['an empty list',      () => true,                      () => []],
  ['a list of a number', () => true,                      () => [1]],
  ['empty',              isText,                          () => ''],
  ['one letter',         isText,                          () => 'x'],
  ['of 20 emoji',        isText,                          () => '\u{1F600}'.repeat(20)],
  ['in lower case',      isText,                          (v) => String(v).toLowerCase()],
  ['with a line end',    isText,                          (v) => `${v}\n`],
  ['longer by one',      isText,                          (v) => `${v}0`],
  ['shorter by one',     isText,                          (v) => String(v).slice(0, -1)],
  ['zero',               isNumber,                        () => 0],
  ['one',                isNumber,                        () => 1],
  ['six',                isNumber,                        () => 6],
  ['a half',             isNumber,                        () => 0.5],
  ['minus one',          isNumber,                        () => -1],
  ['of 2 decimals',      isNumber,                        () => 4.07],
  ['of 3 decimals',      isNumber,                        () => 4.005],
  ['of 8 decimals',      isNumber,                        () => 0.00000007],
  ['of 9 decimals',      isNumber,                        () => 0.000000007],
  ['below the limit',    isNumber,                        () => 99_999_999_999],
  ['the limit',          isNumber,                        () => 100_000_000_000],
  ['minus the limit',    isNumber,                        () => -100_000_000_000],
  ['enormous',           isNumber,                        () => 1e21],
  ['twice its elements', isList,                          (v) => [...(v as Json[]), ...(v as Json[])]],
  ['with a stranger',    isObject,                        (v) => ({ ...(v as object), extra: 1 })],
]

/** What schemas state, wherever in them: the document has mutants at each of these limits and one beyond it. */
interface Limits {
  /** In characters. */
  readonly lengths: readonly number[]
  /** In elements. */
  readonly counts: readonly number[]
  readonly values: readonly number[]
}

export function mutantsOf(documento: unknown, schemas: readonly unknown[]): Mutant[] {
  const mutations = [...MUTATIONS, ...mutationsAt(limitsOf(schemas))]
  return [...mutate(documento as Json, '', mutations)]
}

function mutationsAt({ lengths, counts, values }: Limits): readonly Mutation[] {
  return [
    ...lengths.map((n): Mutation => [`of ${n} letters`, isText, (v) => ofLength(String(v), n)]),
    ...counts.map((n): Mutation => [`of ${n} elements`, isList, (v) => elementsOf(v as Json[], n)]),
    ...values.map((n): Mutation => [`of ${n}`, isNumber, () => n]),
  ]
}

/** Most patterns allow more or fewer of the last letter. */
const ofLength = (text: string, n: number) => text.padEnd(n, text.slice(-1)).slice(0, n)

/** A structure may ask for elements that differ; where it does not, repeating them does no harm. */
const elementsOf = (list: readonly Json[], n: number): Json[] =>
  Array.from({ length: n }, (_, i) => differing(list[i % list.length] ?? null, i))

const differing = (value: Json, i: number): Json =>
  isObject(value) && 'codigo' in (value as object)
    ? { ...(value as Record<string, Json>), codigo: String(10 + (i % 90)) }
    : value

const KEYWORDS = {
  lengths: ['minLength', 'maxLength'],
  counts: ['minItems', 'maxItems'],
  values: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
} as const

function limitsOf(schemas: readonly unknown[]): Limits {
  const stated = schemas.flatMap((schema) => [...statedIn(schema)])
  const of = (kind: keyof typeof KEYWORDS) => {
    const found = stated.filter(({ keyword }) => KEYWORDS[kind].some((one) => one === keyword))
    const around = found.flatMap(({ limit }) => [limit - 1, limit, limit + 1])
    return [...new Set(around)].filter((n) => kind === 'values' || n >= 0)
  }
  return { lengths: of('lengths'), counts: of('counts'), values: of('values') }
}

function* statedIn(schema: unknown): Generator<{ keyword: string; limit: number }> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [keyword, limit] of Object.entries(schema)) {
    if (typeof limit === 'number') yield { keyword, limit }
    yield* statedIn(limit)
  }
}

function* mutate(value: Json, path: string, mutations: readonly Mutation[]): Generator<Mutant> {
  for (const [kind, applies, mutation] of mutations) {
    if (!applies(value)) continue
    const mutated = mutation(value)
    if (mutated !== undefined || path === '') yield { name: `${path}: ${kind}`, documento: mutated }
  }
  const names = Array.isArray(value) ? value.map((_, i) => i).slice(0, 1) : keysOf(value)
  for (const name of names) {
    const below = path + (typeof name === 'number' ? '[]' : `${path ? '.' : ''}${name}`)
    if (typeof name === 'string') {
      yield { name: `${below}: dropped`, documento: without(value, name) }
    }
    for (const mutant of mutate(at(value, name), below, mutations)) {
      yield { name: mutant.name, documento: withMember(value, name, mutant.documento as Json) }
    }
  }
}

function keysOf(value: Json): string[] {
  return isObject(value) ? Object.keys(value as object) : []
}

function without(value: Json, name: string): Json {
  const { [name]: _, ...rest } = value as Record<string, Json>
  return rest
}

function withMember(value: Json, name: string | number, member: Json): Json {
  if (Array.isArray(value)) return value.map((v, i) => (i === name ? member : v))
  return { ...(value as Record<string, Json>), [name]: member }
}

const at = (value: Json, name: string | number): Json =>
  (value as Record<string, Json>)[name] as Json

function isList(value: Json): boolean {
  return Array.isArray(value)
}

function isText(value: Json): boolean {
  return typeof value === 'string'
}

function isNumber(value: Json): boolean {
  return typeof value === 'number'
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
