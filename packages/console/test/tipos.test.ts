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

test('each type begins with a key of its own', () => {
  const letras = TIPOS_DTE.map((tipoDte) => TIPO[tipoDte].letra)
  assert.equal(new Set(letras).size, letras.length)
  assert.ok(letras.every((letra) => /^[A-Z]$/.test(letra)))
})
