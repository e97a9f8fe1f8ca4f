/**
 * One cause gives one problem: every valid example of a document with one thing wrong, as a caller would send it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DteRequest, Refused } from '@sello/contract'
import { buildDocumento, toRequestProblems } from '@sello/fiscal'
import { inputOf } from '../../../../fiscal/test/fixtures.ts'
import { listGoldens } from '../../../../fiscal/test/goldens.ts'
import { readDteRequest } from './dte-request.ts'

type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
type Path = readonly (string | number)[]

/** One wrong value, or undefined to leave the member out. */
// biome-ignore format: a table
const WRONG: readonly (readonly [how: string, to: (value: Json) => Json | undefined])[] = [
  ['left out',         () => undefined],
  ['null',             () => null],
  ['true',             () => true],
  ['a list',           () => []],
  ['an empty text',    () => ''],
  ['a text',           () => 'X'],
  ['another code',     (value) => (typeof value === 'string' ? '99' : value)],
  ['a long text',      (value) => (typeof value === 'string' ? 'x'.repeat(4_000) : value)],
  ['a control code',   (value) => (typeof value === 'string' ? 'a\u0007b' : value)],
  ['a number',         () => 7],
  ['negative',         (value) => (typeof value === 'number' ? -1 : value)],
  ['huge',             (value) => (typeof value === 'number' ? 1e14 : value)],
  ['too exact',        (value) => (typeof value === 'number' ? 0.123456789123 : value)],
  ['zero',             (value) => (typeof value === 'number' ? 0 : value)],
  ['98',               (value) => (typeof value === 'number' ? 98 : value)],
  ['a foreign member', (value) => (isObject(value) ? { ...value, desconocido: 1 } : value)],
]

/**
 * A change of one member that makes two statements of the request false, each of which can be the mistake. By
 * `tipoDte`, member and the fields that are reported.
 */
// biome-ignore format: a table
const SEVERAL: readonly (readonly [member: string, fields: string, why: string])[] = [
  ['03 plazo',                  'pagos[0].plazo pagos[1].plazo',                        'each payment that states no term of its own lacks one'],
  ['04 receptor.propio',        'receptor.numDocumento receptor.nombre receptor.codActividad', 'left out the goods go to somebody, of whom nothing is said'],
  ['15 items[0].precioUni',     'items[0].precioUni items[0].depreciacion',           'left out it is 0, of which nothing is depreciated'],
  ['15 items[0].precioUni',     'items pagos',                                         'at 0 nothing is given, and the payments are too much'],
  ['15 items[0].tipoDonacion',  'items[0].tipoDonacion pagos',                         'whether it is money decides whether it is paid'],
  ['15 items[0].cantidad',      'items[0].cantidad pagos',                             'money is given once, and the payments are those of one'],
  ['14 receptor.tipoDocumento', 'receptor.numDocumento receptor.direccion.departamento', 'left out it is a DUI: number and address are those of a foreigner'],
  ['14 items[0].precioUni',     'aplicarReteRenta pagos',                               'at 0 nothing is withheld, and the payments are too much'],
]

test('one thing wrong with a document is one problem', () => {
  const met = new Set<string>()
  const unlisted = new Set<string>()
  let refused = 0
  for (const { request, rejected, name } of listGoldens()) {
    if (rejected) continue
    for (const path of pathsIn(request as unknown as Json)) {
      for (const [how, to] of WRONG) {
        const value = at(request as unknown as Json, path)
        if (to(value) === value) continue
        const mutant = withValue(request as unknown as Json, path, to)
        const fields = fieldsOf(mutant)
        if (fields.length > 0) refused += 1
        if (fields.length < 2) continue
        const row = [`${request.tipoDte} ${textOf(path)}`, fields.join(' ')] as const
        const isListed = SEVERAL.some(([member, found]) => member === row[0] && found === row[1])
        if (!isListed) unlisted.add(`${name}: ${textOf(path)} ${how}: ${fields.join(', ')}`)
        else met.add(row.join(': '))
      }
    }
  }
  assert.deepEqual([...unlisted], [])
  assert.ok(refused > 8_000, `${refused} mutants were refused`)
  assert.equal(met.size, SEVERAL.length, 'every exception is needed')
})

test('a note whose document is not found by its number is not asked for the receptor as well', () => {
  const notes = listGoldens().filter(
    ({ request, rejected }) => !rejected && ['05', '06'].includes(request.tipoDte),
  )
  assert.ok(notes.length > 0)
  for (const { request, name } of notes) {
    const { receptor, ...note } = structuredClone(request) as unknown as Record<string, Json>
    const [first = null, ...others] = note.documentosRelacionados as Json[]
    if (!receptor || !isObject(first) || first.tipoGeneracion === 1) continue
    const mutant = {
      ...note,
      documentosRelacionados: [{ ...first, numeroDocumento: 'X' }, ...others],
    }
    assert.deepEqual(fieldsOf(mutant), ['documentosRelacionados[0].numeroDocumento'], name)
  }
})

test('two things wrong are two problems', () => {
  const [base] = listGoldens().filter(({ name }) => name === '01/varios-pagos')
  assert.ok(base)
  const copy = structuredClone(base.request) as unknown as Record<string, Json> & DteRequest
  const items = copy.items.map((item) => ({ ...item, cantidad: -1, uniMedida: 'x' }))
  assert.deepEqual(fieldsOf({ ...copy, items: items.slice(0, 1) } as unknown as Json), [
    'items[0].cantidad',
    'items[0].uniMedida',
  ])
})

/** The fields of the problems that a caller is told. */
function fieldsOf(request: Json): readonly string[] {
  try {
    const asked = readDteRequest(request) as never
    const { problems } = buildDocumento(inputOf(asked))
    return toRequestProblems(problems, { asked, completed: asked }).map(({ field }) => field)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return (error.details as unknown as { issues: { field: string }[] }).issues.map(
      ({ field }) => field,
    )
  }
}

/** Every member of the request; of a list, the first element. */
function* pathsIn(value: Json, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  const below = Array.isArray(value) ? [0] : isObject(value) ? Object.keys(value) : []
  for (const key of below) yield* pathsIn(at(value, [key]), [...path, key])
}

function withValue(request: Json, path: Path, to: (value: Json) => Json | undefined): Json {
  const copy = structuredClone(request)
  const holder = at(copy, path.slice(0, -1)) as { [member: string]: Json }
  const key = path.at(-1) as string
  const value = to(holder[key] as Json)
  if (value === undefined && !Array.isArray(holder)) delete holder[key]
  else holder[key] = value ?? null
  return copy
}

const at = (value: Json, path: Path): Json =>
  path.reduce((one, key) => (one as { [member: string]: Json })[key] as Json, value)

const isObject = (value: Json): value is { [member: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (path: Path) =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? key : `${text}.${key}`
  }, '')
