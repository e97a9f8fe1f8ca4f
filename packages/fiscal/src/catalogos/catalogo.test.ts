import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as catalogos from './index.ts'
import {
  DEPARTAMENTOS,
  findDistrito,
  findDistritoOf,
  findMunicipio,
  findRow,
  isCode,
} from './index.ts'

const MEMBERS_OF_EVERY_OBJECT = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const

test('a name inherited from Object is not a code of any catalogue', () => {
  for (const table of Object.values(catalogos)) {
    if (typeof table !== 'object') continue
    for (const name of MEMBERS_OF_EVERY_OBJECT) assert.equal(isCode(table, name), false)
  }
})

test('a name inherited from Object is not a department, municipality or district', () => {
  for (const name of MEMBERS_OF_EVERY_OBJECT) {
    assert.equal(findRow(DEPARTAMENTOS, name), null)
    assert.equal(findMunicipio(name, '23'), null)
    assert.equal(findMunicipio('06', name), null)
    assert.equal(findDistrito(name, '23', '14'), null)
    assert.equal(findDistrito('06', name, '14'), null)
    assert.equal(findDistrito('06', '23', name), null)
  }
})

test('only strings and numbers can be codes', () => {
  for (const code of [null, undefined, true, ['06'], { toString: () => '06' }]) {
    assert.equal(isCode(DEPARTAMENTOS, code), false)
  }
})

test('a code that a document has as a number is found by the number', () => {
  assert.equal(findRow(catalogos.UNIDADES_MEDIDA, 59)?.nombre, 'Unidad')
  assert.equal(findRow(catalogos.UNIDADES_MEDIDA, 60), null)
  assert.equal(findRow(catalogos.UNIDADES_MEDIDA, 5.9), null)
})

test('a district is found only under its own department and municipality', () => {
  assert.equal(findDistrito('06', '23', '14')?.nombre, 'San Salvador')
  assert.equal(findDistrito('06', '22', '14'), null)
  assert.equal(findDistrito('05', '23', '14'), null)
  assert.equal(findDistritoOf('06', '14')?.municipio, '23')
})

test('every district belongs to a municipality of its department', () => {
  for (const [departamento, rows] of Object.entries(catalogos.DISTRITOS)) {
    for (const row of Object.values(rows)) {
      assert.notEqual(
        findMunicipio(departamento, row.municipio),
        null,
        `${departamento} ${row.nombre}`,
      )
    }
  }
})

test('every municipality has a district', () => {
  for (const [departamento, rows] of Object.entries(catalogos.MUNICIPIOS)) {
    const districts: { municipio: string }[] = Object.values(
      catalogos.DISTRITOS[departamento as catalogos.Departamento],
    )
    for (const municipio of Object.keys(rows)) {
      assert.ok(
        districts.some((d) => d.municipio === municipio),
        `${departamento} ${municipio}`,
      )
    }
  }
})

test('every row of a catalogue has a name, also a municipality and a district', () => {
  const names: string[] = []
  const walk = (table: object) => {
    const rows = Object.values(table).filter((row) => typeof row === 'object' && row !== null)
    names.push(...rows.flatMap((row) => ('nombre' in row ? [String(row.nombre)] : [])))
    for (const row of rows) walk(row)
  }
  walk(catalogos)
  assert.ok(names.length > 1_500)
  for (const name of names) assert.match(name, /^\S.*\S$/)
})
