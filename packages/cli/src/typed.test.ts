/** What a person types: a secret without echo, twice where nobody knows it yet, and a yes. */
import assert from 'node:assert/strict'
import type { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { ioOf } from '../test/io.ts'
import { CliError, EXIT } from './exit.ts'
import { askHidden, confirm } from './prompt.ts'
import { readSecret } from './secret-input.ts'

const SECRET = { what: 'la frase', option: '--passphrase-file', variable: 'SELLO_PASSPHRASE' }
const NEW = { ...SECRET, isNew: true }

const failsWith = (code: number, message: string) => (error: unknown) => {
  assert.ok(error instanceof CliError, String(error))
  assert.deepEqual([EXIT[error.ending], error.message], [code, message])
  return true
}

// biome-ignore format: a table
const LINES: readonly (readonly [what: string, typed: string, line: string])[] = [
  ['Enter',                     'abc\rdef',             'abc'],
  ['a line end',                'abc\ndef',             'abc'],
  ['Ctrl-D',                    'abc\u0004',            'abc'],
  ['a mended letter',           'abx\u007fc\r',         'abc'],
  ['another mended letter',     'abñ\bc\r',             'abc'],
  ['more mended than written',  'a\b\b\bb\r',           'b'],
  ['a line begun again',        'xyz\u0015abc\r',       'abc'],
]

for (const [what, typed, line] of LINES) {
  test(`a secret ends with its line: ${what}`, async () => {
    const { io, said, raw } = ioOf({ typed: [typed] })

    assert.equal(await askHidden(io, 'Escriba la frase: '), line)
    assert.deepEqual(said.err, ['Escriba la frase:'], 'nothing of it is shown')
    assert.deepEqual(raw, [true, false], 'the terminal echoes again')
    assert.ok(io.stdin.isPaused())
  })
}

test('Ctrl-C ends the command, and the terminal echoes again', async () => {
  const { io, raw } = ioOf({ typed: ['ab\u0003'] })

  await assert.rejects(
    askHidden(io, 'Escriba la frase: '),
    failsWith(130, 'Interrumpido: no se hizo nada.'),
  )
  assert.deepEqual(raw, [true, false])
})

test('a new secret is typed twice, and a known one once', async () => {
  const known = ioOf({ typed: ['abc\r'] })
  const fresh = ioOf({ typed: ['abc\r', 'abc\r'] })
  const other = ioOf({ typed: ['abc\r', 'abd\r'] })

  assert.equal(await readSecret(known.io, SECRET, undefined), 'abc')
  assert.deepEqual(known.said.err, ['Escriba la frase:'])
  assert.equal(await readSecret(fresh.io, NEW, undefined), 'abc')
  assert.deepEqual(fresh.said.err, ['Escriba la frase:', 'Otra vez, para confirmar:'])
  await assert.rejects(
    readSecret(other.io, NEW, undefined),
    failsWith(2, 'Lo que se escribió la segunda vez no es igual. Repita el comando.'),
  )
})

test('an empty secret is refused wherever it comes from', async () => {
  const typed = ioOf({ typed: ['\r'] })
  const empty = ioOf({ env: { SELLO_PASSPHRASE: '\r\n' } })

  await assert.rejects(
    readSecret(typed.io, SECRET, undefined),
    failsWith(2, 'No se escribió la frase.'),
  )
  await assert.rejects(
    readSecret(empty.io, SECRET, undefined),
    failsWith(2, 'SELLO_PASSPHRASE: la frase está vacía.'),
  )
})

test('a secret of a variable or of standard input loses one line end, and nothing else', async () => {
  for (const [given, secret] of [
    ['abc', 'abc'],
    ['abc\n', 'abc'],
    ['abc\r\n', 'abc'],
    [' abc \n\n', ' abc \n'],
  ] as const) {
    const { io } = ioOf({ env: { SELLO_PASSPHRASE: given } })
    assert.equal(await readSecret(io, SECRET, undefined), secret)
    const piped = ioOf()
    ;(piped.io.stdin as PassThrough).end(given)
    assert.equal(await readSecret(piped.io, SECRET, '-'), secret)
    assert.equal(await readSecret(piped.io, SECRET, '-'), secret, 'the same option may ask again')
    await assert.rejects(
      readSecret(piped.io, { ...SECRET, option: '--other' }, '-'),
      failsWith(2, 'Solo una puede leerse de la entrada estándar: --passphrase-file, --other.'),
    )
  }
})

test('only a yes goes on', async () => {
  for (const typed of ['s', 'S\n', 'sí\n', ' si \r\n', 'SÍ']) {
    const { io, said } = ioOf({ typed: [typed] })
    await confirm(io, '¿Emitir?')
    assert.deepEqual(said.err, ['¿Emitir? [s/N]'])
    assert.ok(io.stdin.isPaused())
  }
  for (const typed of ['\n', 'n\n', 'no\n', 'sin\n', 'asi\n']) {
    const { io } = ioOf({ typed: [typed] })
    await assert.rejects(confirm(io, '¿Emitir?'), failsWith(130, 'No se emitió nada.'))
  }
  await assert.rejects(
    confirm(ioOf().io, '¿Emitir?'),
    failsWith(2, 'Para emitir sin que nadie confirme, use --yes.'),
  )
  const stopped = { ...ioOf({ typed: [] }).io }
  const stopping = { requested: Promise.resolve(), isRequested: () => true }
  await assert.rejects(
    confirm({ ...stopped, stopping }, '¿Emitir?'),
    failsWith(130, 'No se emitió nada.'),
  )
})
