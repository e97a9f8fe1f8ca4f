import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findFault, normaliseTexts } from './texts.ts'

const normal = (value: unknown) => normaliseTexts(value).value
const problemsOf = (value: unknown) =>
  normaliseTexts(value).problems.map(({ field, message }) => `${field} ${message}`)

test('texts are composed and trimmed, and single-line texts have single spaces', () => {
  const given = {
    nombre: '  Jose\u0301\u00a0 María\t\n ',
    items: [{ descripcion: ' Café  \r\n\r\n  de altura ', cantidad: 1 }],
  }
  assert.deepEqual(normal(given), {
    nombre: 'José María',
    items: [{ descripcion: 'Café\n\nde altura', cantidad: 1 }],
  })
  assert.deepEqual(problemsOf(given), [])
})

// biome-ignore format: a table
const MEMBERS = [
  // of several lines, and has to say something
  ['descripcion',       true,  true],
  ['observaciones',     true,  false],
  ['valor',             true,  false],
  ['motivo',            true,  true],
  ['detalleDocumento',  true,  true],
  ['nombre',            false, true],
  ['nombreComercial',   false, true],
  ['descActividad',     false, true],
  ['complemento',       false, true],
  ['numDocumento',      false, true],
  ['numeroDocumento',   false, true],
  ['nit',               false, true],
  ['nrc',               false, true],
  ['docIdentificacion', false, true],
  ['descDocumento',     false, true],
  ['correo',            false, false],
] as const
for (const [member, isMultiline, says] of MEMBERS) {
  test(`${member} keeps ${isMultiline ? 'its lines' : 'no line'}, and ${says ? 'may not be' : 'may be'} signs alone`, () => {
    assert.deepEqual(normal({ [member]: 'a\r\nb' }), { [member]: isMultiline ? 'a\nb' : 'a b' })
    const said = says
      ? [
          `${member} no dice nada: lleva al menos una letra o un número. Lo pide Sello, no Hacienda.`,
        ]
      : []
    assert.deepEqual(problemsOf({ [member]: '---' }), said)
  })
}

test('texts are read at any depth that a request has, and no deeper than the stack', () => {
  const nested = (depth: number, text: string): unknown =>
    depth === 0 ? text : { a: nested(depth - 1, text) }
  assert.deepEqual(normal(nested(20, ' x ')), nested(20, 'x'))
  assert.deepEqual(normal(nested(21, ' x ')), nested(21, ' x '), 'the schema refuses it')
  const deep = Array.from({ length: 100_000 }).reduce((inner) => [inner], ' x ')
  assert.deepEqual(problemsOf(deep), [])
})

test('control, direction and invisible characters are refused with their position', () => {
  const faults: readonly (readonly [string, RegExp])[] = [
    ['a\0b', /posición 2 un carácter de control \(U\+0000\)/],
    ['ñandú\u202E', /posición 6 un carácter que cambia la dirección del texto \(U\+202E\)/],
    ['😀\u200B', /posición 2 un carácter invisible \(U\+200B\)/],
    ['a\u00ADb', /U\+00AD/],
    ['\uFEFFa', /posición 1 .*U\+FEFF/],
    ['a\u3164b', /U\+3164/],
    ['a\u200Db', /U\+200D/],
    ['\uD83C', /incompleto/],
    ['a\uFFFF', /U\+FFFF/],
    ['\uFE0F', /U\+FE0F/],
  ]
  for (const [nombre, words] of faults) {
    const [problem = ''] = problemsOf({ receptor: { nombre } })
    assert.match(problem, words, JSON.stringify(nombre))
    assert.match(problem, /^receptor\.nombre /)
  }
})

test('a member that is named as every prototype stays, for the schema to refuse it', () => {
  const given = JSON.parse('{"receptor":{"__proto__":{"nombre":" Ana "}}}')
  assert.equal(JSON.stringify(normal(given)), '{"receptor":{"__proto__":{"nombre":"Ana"}}}')
  assert.match(
    problemsOf(JSON.parse('{"__proto__":{"nombre":"-"}}'))[0] ?? '',
    /^__proto__\.nombre /,
  )
})

test('every script and emoji stay, with the joiners that belong to them', () => {
  for (const text of [
    '👩‍👩‍👧‍👦 familia',
    '❤️ uno',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 a',
    'می‌خواهم',
    'क्‍ष',
    'Ольга',
    '株式会社',
    'عمر',
    '㊗️ 3',
  ]) {
    assert.equal(findFault(text), null, text)
    assert.deepEqual(problemsOf({ descripcion: text }), [])
  }
})

test('what joins letters, pictures and flags is refused away from them', () => {
  for (const [text, code] of [
    ['می\u200C خواهم', '200C'],
    ['می \u200Cخواهم', '200C'],
    ['👩\u200D 👩', '200D'],
    ['👩 \u200D👩', '200D'],
    ['❤ \uFE0F', 'FE0F'],
    ['🏴 \u{E0067}\u{E007F}', 'E0067'],
    ['a\u200Cb', '200C'],
  ] as const) {
    assert.match(findFault(text) ?? '', new RegExp(`\\(U\\+${code}\\)`), JSON.stringify(text))
  }
})

test('texts without letters or digits are refused where content is required', () => {
  for (const text of ['.', ' - ', '---', '🥇']) {
    assert.match(problemsOf({ nombre: text })[0] ?? '', /no dice nada/)
    assert.deepEqual(problemsOf({ observaciones: text }), [])
  }
  assert.deepEqual(normal({ nombre: ' \t ' }), { nombre: '' }, 'its length refuses it')
})

test('normalisation is idempotent, and reports the faults of the original text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('nombre', 'descripcion'),
      (text, name) => {
        const once = normal({ [name]: text }) as Record<string, string>
        assert.deepEqual(normal(once), once)
        assert.equal(once[name], once[name]?.normalize('NFC').trim())
        if (findFault(text) === null) assert.equal(findFault(once[name] ?? ''), null)
      },
    ),
    { numRuns: 50 },
  )
})
