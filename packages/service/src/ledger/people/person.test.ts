import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCorreo } from './person.ts'

const DOMAIN = '@example.com'
const long = (length: number) => 'a'.repeat(length - DOMAIN.length) + DOMAIN

// biome-ignore format: a table
const CORREOS: readonly (readonly [given: string, read: string | null])[] = [
  [' Ana.Paz@Example.COM ', 'ana.paz@example.com'],
  ['jose\u0301@correo.sv',  'jos\u00e9@correo.sv'],
  ['a+b_c%d@a-b.co',        'a+b_c%d@a-b.co'],
  [long(254),               long(254)],
  [long(255),               null],
  ['a@b.co',                'a@b.co'],
  ['a@b.c',                 null],
  ['a@b',                   null],
  ['a@b.',                  null],
  ['@b.co',                 null],
  ['a@@b.co',               null],
  ['a@b@c.co',              null],
  ['a b@c.co',              null],
  ['a@b c.co',              null],
  ['<a@b.co>',              null],
  ['a@b.co>',               null],
  ['a@b.co,c',              null],
  ['a,c@b.co',              null],
  ['a;c@b.co',              null],
  ['"a"@b.co',              null],
  ['a\\b@c.co',             null],
  ['a(b)@c.co',             null],
  ['a:b@c.co',              null],
  ['a\u0000@b.co',          null],
  ['\ud800@b.co',           null],
  ['',                      null],
]

for (const [given, read] of CORREOS) {
  test(`the address ${JSON.stringify(given).slice(0, 40)} is read as ${String(read).slice(0, 40)}`, () => {
    assert.equal(readCorreo(given), read)
  })
}
