/** The help says what each command and each option is for, and names only commands that exist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandHelps } from '../test/helps.ts'

const COMMANDS = commandHelps()
const PATHS: ReadonlySet<string> = new Set(COMMANDS.map(({ path }) => path))

/** Whose name says what they are. */
const PLAIN: ReadonlySet<string> = new Set([
  'codigoGeneracion',
  'customerId',
  'productId',
  'id',
  'archivos',
  'simulador',
])

for (const { path, made, text } of COMMANDS) {
  test(`${path} says what it does, what it takes and what each option is for`, () => {
    const { options, registeredArguments } = made
    assert.match(made.description(), /\p{L}{2,} .*\p{L}{2,}/u)
    assert.match(made.usage(), /\[opciones\]$/)
    for (const argument of registeredArguments) {
      const described = PLAIN.has(argument.name()) || /\S{2,}/.test(argument.description)
      assert.ok(described, argument.name())
    }
    // What has to be given stands before the options, in its order.
    const places = registeredArguments.map((_, at) => made.usage().split(/<[^>]*>/).length > at + 1)
    assert.ok(!places.includes(false), `${made.usage()} lacks an argument`)
    for (const { flags, description, hidden } of options) {
      assert.match(flags, /^(-\w, )?--[a-z][a-z0-9-]+( <[^<>]+>)?$/)
      assert.ok(hidden || /\p{L}{2,}/u.test(description), `${flags} has no description`)
    }
    assert.doesNotMatch(text, /si falta: *\)/, 'a default that is not said')
  })
}

test('every command that the help names exists', () => {
  for (const { path, text } of COMMANDS) {
    const quoted = [...text.matchAll(/"(sello(?: [a-z]+(?![\w.]))+)[^"]*"/g)].map(([, s]) => s)
    const listed = [...text.matchAll(/^ {2}(sello [a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, s]) => s)
    for (const named of [...quoted, ...listed]) {
      assert.ok(PATHS.has(named ?? ''), `${path} names ${named}`)
    }
  }
})

const helpOf = (path: string) => COMMANDS.find((one) => one.path === path)?.text ?? ''

test('the first steps lead from a company to a document', () => {
  const steps = [...helpOf('sello').matchAll(/^ {2}sello ([a-z]+ [a-z]+|start) /gm)]

  assert.deepEqual(
    steps.map(([, step]) => step),
    [
      ...['company create', 'company password', 'company responsible', 'certificate import'],
      ...['pos add', 'storage connect', 'key mint', 'start', 'profile set'],
    ],
  )
  assert.match(helpOf('sello'), /^Para conocerlo: {2}sello demo$/m)
  assert.match(helpOf('sello'), /^ {2}sello issue factura\.json +emite un documento/m)
})

test('each command that calls a service says where its address and its keys come from', () => {
  for (const { path, made, text } of COMMANDS) {
    if (!made.options.some(({ long }) => long === '--unlock-key-file')) continue
    for (const word of ['SELLO_URL', 'SELLO_API_KEY', 'SELLO_SIGN_KEY', 'SELLO_PROFILE']) {
      assert.ok(text.includes(word), `${path}: ${word}`)
    }
  }
})

test('the program lists its commands by who uses them', () => {
  const headings = [...helpOf('sello').matchAll(/^(\S.*):\n(?= {2}\S)/gm)].map(([, title]) => title)

  assert.deepEqual(headings, [
    ...['Opciones', 'Conocer y probar', 'Vender', 'Conectar un programa'],
    ...['Administrar una empresa, donde está el servicio', 'Operar el servicio'],
    ...['Para emitir de verdad, en este orden', 'Para llamar a un servicio que ya está en marcha'],
  ])
})

test('the program names the commands of a group beside what they are for', () => {
  assert.match(helpOf('sello'), /^ {2}series +la numeración de una empresa · gaps, set$/m)
})

// biome-ignore format: a table
const EXPLAINED: readonly (readonly [path: string, words: RegExp])[] = [
  ['sello issue',            /repetir el comando sigue donde quedó sin duplicar/],
  ['sello verify',           /termina con 1 si alguno no\nes bueno/],
  ['sello books',            /Con --json salen todas las filas/],
]
for (const [path, words] of EXPLAINED) {
  test(`${path} explains itself after its options`, () => assert.match(helpOf(path), words))
}
