/** What a form says of its own fields. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../src/ui/fault-of.ts'

const NONE = { valueMissing: false, tooShort: false, typeMismatch: false, patternMismatch: false }
const of = (wrong: Partial<typeof NONE>, stated: object = {}) =>
  faultOf({ type: 'text', title: '', ...stated, validity: { ...NONE, ...wrong } })

test('a fault says what to write, and the one that is missing comes first', () => {
  assert.equal(of({ valueMissing: true, patternMismatch: true }), 'Falta este dato.')
  assert.equal(of({ valueMissing: true }, { type: 'select-one' }), 'Elija una opción.')
  assert.equal(of({ valueMissing: true }, { type: 'file' }), 'Elija un archivo.')
  assert.equal(of({ valueMissing: true }, { type: 'checkbox' }), 'Marque esta casilla para seguir.')
  assert.equal(of({ tooShort: true }, { minLength: 12 }), 'Escriba al menos 12 caracteres.')
  assert.equal(
    of({ typeMismatch: true }, { type: 'email' }),
    'Escriba un correo completo, como ana@empresa.com.',
  )
  assert.equal(
    of({ typeMismatch: true }, { type: 'url' }),
    'Escriba la dirección completa, con https://.',
  )
  assert.equal(of({ patternMismatch: true }, { title: 'Cuatro letras.' }), 'Cuatro letras.')
  assert.equal(of({ patternMismatch: true }), 'Revise este dato.')
})
