import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIPO, TIPOS_DTE } from '../src/tipos.ts'

test('every outcome of a type is named in the gender of the type', () => {
  for (const tipoDte of TIPOS_DTE) {
    const { nombre, sellada, firmada, rechazada } = TIPO[tipoDte]
    const ending = sellada.slice(-1)
    assert.equal(firmada, `${nombre} firmad${ending}`)
    assert.equal(rechazada, `${nombre} rechazad${ending}`)
  }
})
