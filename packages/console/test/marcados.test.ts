import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAMPOS_DEL_CERTIFICADO, marcados } from '../src/paginas/ajustes/marcados.ts'

const issue = (field: string, message = field) => ({ field, message })
const of = (...issues: ReturnType<typeof issue>[]) => marcados(issues, CAMPOS_DEL_CERTIFICADO)

test('a refusal of a certificate marks what the form draws, and says the rest', () => {
  assert.deepEqual(of(issue('archivo', 'Es muy grande.')), {
    wrong: { archivo: 'Es muy grande.' },
    problem: 'Revise lo que está marcado.',
  })
  const { wrong } = of(issue('certificado'), issue('contrasena'), issue('passphrase'))
  assert.deepEqual(wrong, { archivo: 'certificado', contrasena: 'contrasena', frase: 'passphrase' })
  assert.deepEqual(of(issue('frase')).wrong, { frase: 'frase' })
  assert.deepEqual(of(issue('ambiente', 'Es 00 o 01.')), { wrong: {}, problem: 'Es 00 o 01.' })
  assert.equal(
    of(issue('frase'), issue('ambiente', 'Es 00 o 01.')).problem,
    'Revise lo que está marcado. Es 00 o 01.',
  )
})
