/** Rule messages name members of the wire; on the screen they use the form's words. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ayudaOf } from '@sello/contract'
import type { Issue } from '../src/api/issue.ts'
import { enPalabras, markIssues } from '../src/emitir/campos.ts'
import { TIPO_FORM } from '../src/emitir/tipo-form.ts'
import { EMITIBLES } from '../src/tipos.ts'

const EXAMPLES = new URL('../../fiscal/examples/', import.meta.url)

/** A member of the wire, a path, a catalogue's number, the name of a header. */
const INTERNAL = /\b[a-z]+[A-Z]\w*|\w\[|\]|`|CAT-\d|Idempotency/

test('no message of a rejected example of a type with a form names a member of the wire', async () => {
  let read = 0
  const naming: string[] = []
  for (const tipo of EMITIBLES) {
    const folder = new URL(`${tipo}/rejected/`, EXAMPLES)
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.problems.json')) continue
      const issues = JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Issue[]
      for (const { at, message } of markIssues(
        issues,
        ['a', 'b', 'c', 'd'],
        TIPO_FORM[tipo].lineas,
      )) {
        assert.ok(at !== '', name)
        if (INTERNAL.test(message)) naming.push(`${tipo}/${name}: ${message}`)
        read += 1
      }
    }
  }
  assert.ok(read > 100, `only ${read} messages`)
  assert.deepEqual(naming, [])
})

const SAID = [
  ['020', '[resumen.totalIva] CALCULADO INCORRECTO'],
  ['008', '[receptor.nrc] NO PERTENECE AL CONTRIBUYENTE'],
  ['007', '#/receptor/direccion/distrito VALOR NO PERMITIDO'],
  ['025', '[documento.codigoGeneracionR] REPETIDO'],
  ['999', 'OTRO'],
] as const

test('what to do after a rejection names nothing of the wire', () => {
  const codes = Array.from({ length: 803 }, (_, n) => [String(n).padStart(3, '0'), ''] as const)
  for (const [codigoMsg, descripcionMsg] of [...codes, ...SAID]) {
    for (const of of ['documento', 'evento'] as const) {
      const { causa, queHacer } = ayudaOf({ codigoMsg, descripcionMsg, observaciones: [] }, of)
      assert.doesNotMatch(enPalabras(`${causa} ${queHacer}`), INTERNAL)
    }
  }
})

test('the words of the ministry and of the rules are said as the screen says them', () => {
  for (const [message, said] of [
    ['[resumen.totalIva] CALCULADO INCORRECTO', 'El total del IVA CALCULADO INCORRECTO'],
    [
      'Corrija el dato que nombra `descripcionMsg` y repita la operación con otra Idempotency-Key.',
      'Corrija el dato que nombra Hacienda y repita la operación.',
    ],
    [
      'Falta la actividad económica del receptor; escriba su código de CAT-019.',
      'Falta la actividad económica del receptor; elija de la lista.',
    ],
    [
      'El servicio médico no existe; use un código de CAT-010, de 1 a 6.',
      'El servicio médico no existe; elija de la lista.',
    ],
    [
      'documentosRelacionados[0].fechaEmision es posterior.',
      'El documento que ajusta 1, la fecha, es posterior.',
    ],
    ['documentoRelacionado[1] está repetido.', 'El documento que ajusta 2 está repetido.'],
    ['pagos[0].montoPago no suma el total.', 'El pago 1, el monto del pago, no suma el total.'],
    [
      'El tipo de contingencia 9 no existe; use 1 a 5 (CAT-005).',
      'El tipo de contingencia 9 no existe; use 1 a 5.',
    ],
    [
      'El nombre no es el que codPais tiene en CAT-020; quítelo.',
      'El nombre no es el que el país tiene en el catálogo; quítelo.',
    ],
  ] as const) {
    assert.equal(enPalabras(message), said)
  }
})
