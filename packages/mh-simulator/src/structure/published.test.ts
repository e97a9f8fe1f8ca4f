/** A published schema, of which we read the multiples ourselves. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../test/folder.ts'
import { parseJson } from '../json/parse.ts'
import { loadPublished } from './published.ts'

const SCHEMA = {
  type: 'object',
  required: ['monto'],
  additionalProperties: false,
  properties: {
    monto: { type: ['number', 'null'], multipleOf: 0.01 },
    lista: { type: 'array', items: { type: 'number', multipleOf: 1 } },
    sueltos: { type: 'array' },
    dentro: { type: 'object', properties: { precio: { type: 'number', multipleOf: 1e-8 } } },
    fecha: { type: 'string', format: 'date' },
    // A member may be called so.
    multipleOf: { type: 'string' },
  },
}

const format = (path: string) => `Campo #/${path} no cumple el formato requerido`

// biome-ignore format: a table
const JUDGED: readonly (readonly [text: string, problems: readonly string[]])[] = [
  ['{"monto": 0.07}', []],
  ['{"monto": 1.10}', []],
  ['{"monto": null}', []],
  ['{"monto": 0.071}', [format('monto')]],
  ['{"monto": 0.0700000001}', [format('monto')]],
  ['{"monto": "1"}', [format('monto')]],
  ['{}', ['Campo #/monto es requerido']],
  ['{"monto": 1, "otro": 1.001}', ['Campo #/otro no es permitido']],
  ['{"monto": 1, "lista": [1, 1.5, 2, 2.5]}', [format('lista/1'), format('lista/3')]],
  ['{"monto": 1, "sueltos": [1.5]}', []],
  ['{"monto": 1, "dentro": {"precio": 0.00000001}}', []],
  ['{"monto": 1, "dentro": {"precio": 0.000000001}}', [format('dentro/precio')]],
  ['{"monto": 1, "dentro": {"constructor": 0.5}}', []],
  ['{"monto": 1, "fecha": "2026-02-30"}', [format('fecha')]],
  ['{"monto": 1, "multipleOf": "x"}', []],
  ['{"monto": 1, "multipleOf": 1}', [format('multipleOf')]],
]

test('a published schema is read with exact multiples, and says each field in the words of the ministry', async (t) => {
  const folder = await makeFolder(t)
  await writeFile(join(folder, 'esquema.json'), JSON.stringify(SCHEMA))
  const check = await loadPublished(folder, 'esquema.json')
  for (const [text, problems] of JUDGED)
    assert.deepEqual(check(text, parseJson(text)), problems, text)
  assert.equal(await loadPublished(folder, 'esquema.json'), check, 'compiled once')
  await assert.rejects(loadPublished(folder, 'otro.json'), { code: 'ENOENT' })
})
