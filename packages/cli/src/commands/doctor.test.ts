/** One finding in words: how grave, of which company and environment, and what to do on a line of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from './doctor.ts'

const SAID = { codigo: 'x', mensaje: 'No vale.', queHacer: 'Cámbielo.' } as never as object
// biome-ignore format: a table
const FINDINGS: readonly (readonly [of: object, head: string])[] = [
  [{ gravedad: 'grave', nit: '1', ambiente: '00' },   'GRAVE 1, pruebas: No vale.'],
  [{ gravedad: 'aviso', nit: '1', ambiente: '01' },   'aviso 1, producción: No vale.'],
  [{ gravedad: 'aviso', nit: '1', ambiente: null },   'aviso 1: No vale.'],
  [{ gravedad: 'grave', nit: null, ambiente: '01' },  'GRAVE producción: No vale.'],
  [{ gravedad: 'grave', nit: null, ambiente: null },  'GRAVE No vale.'],
]

for (const [of, head] of FINDINGS) {
  test(`${head} says what to do`, () => {
    const finding = { ...SAID, ...of } as Parameters<typeof textOf>[0]
    assert.equal(textOf(finding), `${head}\n       Cámbielo.`)
  })
}
