import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMITIBLES, hasForm, NOTAS, TIPO, TIPOS_DTE } from '../src/tipos.ts'

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

test('a type is named where it is begun, issued and ended, in its gender', () => {
  const { letra: _, devolucion: __, ...factura } = TIPO['01']
  assert.deepEqual(factura, {
    ...{ nombre: 'Factura', nueva: 'Nueva factura', emitir: 'Emitir factura' },
    ...{ sellada: 'Factura sellada', firmada: 'Factura firmada', rechazada: 'Factura rechazada' },
  })
  assert.match(TIPO['03'].nueva, /^Nuevo /)
  assert.match(TIPO['03'].sellada, / sellado$/)
})

test('every type has a form, the notes adjust documents, and some are returned', () => {
  assert.deepEqual(EMITIBLES, TIPOS_DTE)
  assert.ok(TIPOS_DTE.every(hasForm))
  assert.equal(hasForm('99' as never), false)
  assert.deepEqual([...NOTAS].sort(), ['05', '06'])
  const returned = TIPOS_DTE.filter((tipoDte) => TIPO[tipoDte].devolucion)
  assert.deepEqual([...returned].sort(), ['01', '11', '14'])
})
