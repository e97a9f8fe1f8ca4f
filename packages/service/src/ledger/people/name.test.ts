import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NameOf, readName } from './name.ts'

// biome-ignore format: a table
const REFUSED: readonly (readonly [NameOf, string, RegExp])[] = [
  ['person', '',                       /^está vacío\.$/],
  ['person', ' \t\u00a0 ',             /vacío/],
  ['person', '---',                    /no dice nada/],
  ['person', 'Ana\0',                  /U\+0000/],
  ['person', 'Ana \u202exod.fdp',      /dirección del texto/],
  ['person', 'Ana\u2066',              /dirección del texto/],
  ['person', 'A\u200bna',              /invisible/],
  ['person', '\ufeffAna',              /invisible/],
  ['person', 'Ana\ud800',              /incompleto/],
  ['person', 'ana@example.com',        /^es el nombre de una persona, no una dirección de correo ni de internet\.$/],
  ['person', 'Ana <ana@example.com',   /correo/],
  ['person', 'https://evil.example',   /internet/],
  ['person', 'Entre a www.evil.es',    /internet/],
  ['person', 'Entre a Evil.COM/premio', /internet/],
  ['person', 'pagos.gob.sv',           /internet/],
  ['thing',  ' ',                      /vacío/],
  ['thing',  'Caja \u202e1',           /dirección del texto/],
  ['thing',  'Caja\0',                 /U\+0000/],
]

for (const [of, text, words] of REFUSED) {
  test(`${JSON.stringify(text)} names no ${of}`, () => {
    assert.match(readName(text, of).problem ?? '', words)
  })
}

test('the names that people have stay, composed and single-spaced', () => {
  for (const [given, stored] of [
    ['  Jose\u0301  Peña ', 'José Peña'],
    ['Ma.Luz de la O', 'Ma.Luz de la O'],
    ['Lic.Juan Pérez, hijo', 'Lic.Juan Pérez, hijo'],
    ['J.R.R. Comas', 'J.R.R. Comas'],
    ['Ana.Sverdlova', 'Ana.Sverdlova'],
    ['Ольга 株式会社 عمر', 'Ольга 株式会社 عمر'],
  ] as const) {
    assert.deepEqual(readName(given, 'person'), { nombre: stored, problem: null })
  }
  assert.equal(readName('caja@sucursal.com', 'thing').problem, null)
})
