/** Documents with one mistake each, of every kind and in every member. */

export interface Mutant {
  /** `resumen.pagos[].codigo: too long`. */
  readonly name: string
  readonly documento: unknown
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Mutate = (value: Json) => Json | undefined

/** The mutations of a value. Undefined: the member is removed. */
// biome-ignore format: a table
const MUTATIONS: readonly (readonly [string, (value: Json) => boolean, Mutate])[] = [
  ['null',               (v) => v !== null,               () => null],
  ['a boolean',          () => true,                      () => true],
  ['a text',             (v) => typeof v !== 'string',    () => 'texto'],
  ['a number',           (v) => typeof v !== 'number',    () => 7],
  ['an empty object',    () => true,                      () => ({})],
  ['an empty list',      () => true,                      () => []],
  ['a list of a number', () => true,                      () => [1]],
  ['empty',              isText,                          () => ''],
  ['one letter',         isText,                          () => 'x'],
  ['of 4 letters',       isText,                          () => 'xxxx'],
  ['of 7 letters',       isText,                          () => 'xxxxxxx'],
  ['of 20 letters',      isText,                          () => 'x'.repeat(20)],
  ['of 40 letters',      isText,                          () => 'x'.repeat(40)],
  ['of 120 letters',     isText,                          () => 'x'.repeat(120)],
  ['of 201 letters',     isText,                          () => 'x'.repeat(201)],
  ['of 501 letters',     isText,                          () => 'x'.repeat(501)],
  ['of 1501 letters',    isText,                          () => 'x'.repeat(1501)],
  ['of 3001 letters',    isText,                          () => 'x'.repeat(3001)],
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
  ['a hundred and one',  isNumber,                        () => 101],
  ['of 2 decimals',      isNumber,                        () => 4.07],
  ['of 3 decimals',      isNumber,                        () => 4.005],
  ['of 8 decimals',      isNumber,                        () => 0.00000007],
  ['of 9 decimals',      isNumber,                        () => 0.000000007],
  ['below the limit',    isNumber,                        () => 99_999_999_999],
  ['the limit',          isNumber,                        () => 100_000_000_000],
  ['minus the limit',    isNumber,                        () => -100_000_000_000],
  ['enormous',           isNumber,                        () => 1e21],
  ['twice its elements', (v) => Array.isArray(v),         (v) => [...(v as Json[]), ...(v as Json[])]],
  ['too many elements',  (v) => Array.isArray(v),         (v) => Array.from({ length: 2001 }, () => (v as Json[])[0] ?? null)],
  ['with a stranger',    isObject,                        (v) => ({ ...(v as object), extra: 1 })],
]

export function mutantsOf(documento: unknown): Mutant[] {
  return [...mutate(documento as Json, '')]
}

function* mutate(value: Json, path: string): Generator<Mutant> {
  for (const [kind, applies, mutation] of MUTATIONS) {
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
    for (const mutant of mutate((value as Record<string, Json>)[name] as Json, below)) {
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

function isText(value: Json): boolean {
  return typeof value === 'string'
}

function isNumber(value: Json): boolean {
  return typeof value === 'number'
}

function isObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
