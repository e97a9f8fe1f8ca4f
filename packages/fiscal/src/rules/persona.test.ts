/** What is said of an issuer or a buyer by its own members: what each rule takes, what it refuses, and in which words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as persona from './persona.ts'
import type { Rule } from './rule.ts'

type Of = Rule<Readonly<Record<string, unknown>>>

// biome-ignore format: a table
const ROWS: readonly (readonly [row: unknown, taken: readonly unknown[], refused: readonly unknown[], said: (value: unknown) => string])[] = [
  [persona.NIT,          [null, '06140101900019', '000162975'], ['', '0614010190001', '061401019000190', '00000000000000', '000162970', '0614-010190-001-9'], (v) => `El NIT "${v}" debe tener 14 dígitos, no todos iguales, o los 9 de un DUI que exista cuando está homologado; corríjalo.`],
  [persona.NRC,          [null, '12', '12345678'], ['', '1', '123456789', '11', '12-3', '1 2'], (v) => `El NRC "${v}" debe tener de 2 a 8 dígitos, no todos iguales, sin letras ni espacios.`],
  [persona.ACTIVIDAD,    [null, '46900'], ['', '00001', '4690'], (v) => `La actividad económica "${v}" no existe; use un código de CAT-019.`],
  [persona.CORREO,       [null, 'a@example.com'], ['', 'a@localhost', 'a'], (v) => `El correo "${v}" no es una dirección completa con un dominio que exista; corríjalo.`],
  [persona.TELEFONO,     [null, '2234567', '+503 2234-5678'], ['', '223456', '+50-3 22 x 3'], (v) => `El teléfono "${v}" lleva menos de 7 dígitos; corríjalo.`],
  [persona.PAIS,         [null, '', 'SV', 'US'], ['XX', 'us', 'USA'], (v) => `El país "${v}" no existe; use un código de dos letras de CAT-020, por ejemplo US.`],
  [persona.TIPO_PERSONA, [null, 1, 2], [0, 3], (v) => `El tipo de persona ${v} no existe; use 1 (natural) o 2 (jurídica).`],
]

for (const [row, taken, refused, said] of ROWS) {
  const { name, field, holds, message } = row as Of
  test(`${name}: what it takes and what it refuses`, () => {
    const isTaken = (value: unknown) => holds({ [field]: value }, undefined as never)
    assert.deepEqual(
      taken.filter((value) => !isTaken(value)),
      [],
    )
    assert.deepEqual(refused.filter(isTaken), [])
    for (const value of refused) {
      const text =
        typeof message === 'string' ? message : message({ [field]: value }, undefined as never)
      assert.equal(text, said(value))
    }
  })
}

test('another than the issuer is told by its number with and without hyphens', () => {
  const row = persona.otroQueElEmisor('numDocumento', 'el donante')
  const of = (numDocumento: string | null) =>
    row.holds({ numDocumento }, { emisor: { nit: '06140101900019' } })
  assert.deepEqual([null, '06140101900027', '06140101900019', '0614-010190-001-9'].map(of), [
    true,
    true,
    false,
    false,
  ])
  assert.equal(row.message, 'Es el propio emisor; escriba el número del donante.')
  const other = persona.otroQueElEmisor('nit', 'la empresa')
  assert.equal(other.message, 'Es el propio emisor; escriba el número la empresa.')
})
