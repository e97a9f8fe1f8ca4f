/** Of each tool the call of /v1 that it makes, the arguments that it takes, and what it leaves out of an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DteRequest, dteRequestOf, Refused, ROUTE_SPECS, TIPOS_DTE } from '@sello/contract'
import { TOOLS } from './tools.ts'

const ID = '0D1E2F30-0000-4000-8000-000000000001'
const VENTA = { tipoDte: '01', items: [] }

const toolOf = (name: string) => TOOLS.find((one) => one.name === name) ?? assert.fail(name)
const get = (path: string) => ({ method: 'GET', path })
const post = (path: string, body: unknown) => ({ method: 'POST', path, body })

// biome-ignore format: a table
const CALLS: readonly (readonly [name: string, args: object, call: object])[] = [
  ['buscar_documentos', {},                                      get('/v1/dte?limit=20')],
  ['buscar_documentos', { desde: '2026-11-01', hasta: '2026-11-28', tipoDte: '03', estado: 'sellado', referencia: 'pedido 7', limit: 50, cursor: 'x&y' },
                                                                 get('/v1/dte?limit=50&desde=2026-11-01&hasta=2026-11-28&tipoDte=03&estado=sellado&referencia=pedido+7&cursor=x%26y')],
  ['leer_documento',    { codigoGeneracion: ID },                get(`/v1/dte/${ID}`)],
  ['explicar_totales',  { codigoGeneracion: ID },                get(`/v1/dte/${ID}?explica=totales`)],
  ['leer_libros',       { mes: '2026-11', lineas: true },        get('/v1/books/2026-11')],
  ['leer_estado',       {},                                      get('/v1/status')],
  ['buscar_clientes',   {},                                      get('/v1/customers?limit=20')],
  ['buscar_clientes',   { buscar: 'ana', limit: 1 },             get('/v1/customers?limit=1&buscar=ana')],
  ['buscar_productos',  { buscar: 'café', cursor: 'z' },         get('/v1/products?limit=20&buscar=caf%C3%A9&cursor=z')],
  ['validar_venta',     { venta: VENTA },                        post('/v1/dte/validate', VENTA)],
  ['preparar',          { venta: VENTA },                        post('/v1/propuestas', VENTA)],
  ['leer_propuestas',   {},                                      get('/v1/propuestas?limit=20')],
  ['leer_propuestas',   { estado: 'pendiente', limit: 5 },       get('/v1/propuestas?limit=5&estado=pendiente')],
  ['leer_propuesta',    { id: ID },                              get(`/v1/propuestas/${ID}`)],
]

test('each tool makes the call of /v1 that its arguments ask for', () => {
  for (const [name, args, call] of CALLS) assert.deepEqual(toolOf(name).run(args), call, name)
  const called = new Set(CALLS.map(([name]) => name))
  assert.deepEqual(
    TOOLS.map(({ name }) => name).filter((name) => !called.has(name)),
    ['formato_de_venta'],
  )
})

test('the format of a sale is the schema of its type, with the examples of that type', () => {
  for (const tipoDte of TIPOS_DTE) {
    const ran = toolOf('formato_de_venta').run({ tipoDte }) as {
      answer: { ejemplos: DteRequest[] }
    }
    const ejemplos = Object.values(ROUTE_SPECS.issue.examples)
      .map(({ body }) => body as DteRequest)
      .filter((body) => body?.tipoDte === tipoDte)
    assert.deepEqual(ran, { answer: { esquema: dteRequestOf(tipoDte), ejemplos } })
  }
})

const long = (length: number) => 'x'.repeat(length)
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

/** [tool, arguments at a limit, one more and where that is refused]. */
// biome-ignore format: a table
const LIMITS: readonly (readonly [name: string, most: object, over: object, field: string])[] = [
  ['buscar_documentos', { limit: 50 },                { limit: 51 },                'limit'],
  ['buscar_documentos', { limit: 1 },                 { limit: 0 },                 'limit'],
  ['buscar_documentos', { desde: long(10) },          { desde: long(11) },          'desde'],
  ['buscar_documentos', { hasta: long(10) },          { hasta: long(11) },          'hasta'],
  ['buscar_documentos', { estado: long(20) },         { estado: long(21) },         'estado'],
  ['buscar_documentos', { referencia: long(100) },    { referencia: long(101) },    'referencia'],
  ['buscar_documentos', { referencia: 'x' },          { referencia: '' },           'referencia'],
  ['buscar_documentos', { cursor: long(500) },        { cursor: long(501) },        'cursor'],
  ['buscar_documentos', { tipoDte: '15' },            { tipoDte: '02' },            'tipoDte'],
  ['buscar_clientes',   { buscar: long(100) },        { buscar: long(101) },        'buscar'],
  ['buscar_productos',  { buscar: 'x' },              { buscar: '' },               'buscar'],
  ['leer_documento',    { codigoGeneracion: ID },     { codigoGeneracion: `${ID}0` }, 'codigoGeneracion'],
  ['leer_libros',       { mes: '2026-12' },           { mes: '2026-13' },           'mes'],
  ['leer_libros',       { mes: '2026-01' },           { mes: '12026-01' },          'mes'],
  ['leer_libros',       { mes: '2026-10' },           { mes: '2026-100' },          'mes'],
  ['leer_propuestas',   { estado: 'pendiente' },      { estado: 'emitida' },        'estado'],
  ['leer_estado',       {},                           { limit: 1 },                 'limit'],
  ['validar_venta',     { venta: nested(31) },        { venta: nested(32) },        'body'],
]

for (const [name, most, over, field] of LIMITS) {
  test(`${name} takes ${JSON.stringify(most).slice(0, 40)} and no more`, () => {
    const tool = toolOf(name)
    tool.run(most)
    assert.throws(
      () => tool.run(over),
      (error) =>
        error instanceof Refused && 'field' in error.details && error.details.field === field,
    )
  })
}

test('what a tool says that it takes by default is what it takes', () => {
  const byDefault = TOOLS.flatMap(({ name, input }) =>
    Object.entries(input.properties).flatMap(([member, schema]) =>
      'default' in schema ? [[name, member, schema.default] as const] : [],
    ),
  )
  const limited = ['buscar_documentos', 'buscar_clientes', 'buscar_productos', 'leer_propuestas']
  const [books, ...others] = byDefault.toSorted(([, a], [, b]) => (a > b ? -1 : 1))
  assert.deepEqual(
    others.map(([name, member]) => [name, member]),
    limited.map((name) => [name, 'limit']),
  )
  for (const [name, , limit] of others) {
    const { path } = toolOf(name).run({}) as { readonly path: string }
    assert.match(path, new RegExp(`\\?limit=${limit}$`), name)
  }
  assert.deepEqual(books, ['leer_libros', 'lineas', false]) // the rows are left out below
})

test('what nobody reads is left out of an answer: files and signatures, and rows of books', () => {
  const said = { estado: 'sellado', documento: { jws: 'of the document' } }
  const bytes = { jws: 'x', archivoDte: 'x', archivoJson: 'x', representacionGrafica: 'x' }
  assert.deepEqual(toolOf('leer_documento').trim?.({ ...said, ...bytes }, {}), said)
  const explained = { totales: { total: 1 }, explicacion: ['a'] }
  assert.deepEqual(toolOf('explicar_totales').trim?.({ ...explained, ...said }, {}), explained)

  const books = { mes: '2026-11', avisos: [], ventas: { total: 3, filas: [1, 2] }, otro: null }
  const trim = toolOf('leer_libros').trim ?? assert.fail()
  const { filas: _, ...ventas } = books.ventas
  const short = { ...books, ventas: { ...ventas, cuantasFilas: 2 } }
  for (const lineas of [false, undefined]) assert.deepEqual(trim(books, { lineas }), short)
  assert.deepEqual(trim(books, { lineas: true }), books)
})

test('every argument that is described is, in words', () => {
  const descriptions = (value: unknown): readonly unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, member]) =>
          name === 'description' && typeof member === 'string' ? [member] : descriptions(member),
        )
  const all = TOOLS.flatMap(({ input }) => descriptions(JSON.parse(JSON.stringify(input))))
  assert.ok(all.length > 15)
  for (const one of all) assert.match(String(one), /^\S.{5}/)
})
