/** Where a person is, and what a role may: the server decides, and the page offers nothing that it would refuse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rol } from '../src/api/types.ts'
import {
  type Acto,
  apiOf,
  may,
  NOMBRE_ROL,
  rootOf,
  scopeOf,
  type Workspace,
} from '../src/app/workspace.ts'

// biome-ignore format: a table
const MAY: readonly (readonly [rol: Rol, nombre: string, actos: string])[] = [
  ['dueno',         'Dueño',         'emitir ver libros ajustes auditoria dueno'],
  ['administrador', 'Administrador', 'emitir ver libros ajustes auditoria'],
  ['emisor',        'Emisor',        'emitir ver'],
  ['lector',        'Lector',        'ver libros'],
  ['contador',      'Contador',      'ver libros auditoria'],
]
const ACTOS: readonly Acto[] = ['emitir', 'ver', 'libros', 'ajustes', 'auditoria', 'dueno']

for (const [rol, nombre, actos] of MAY) {
  test(`${nombre} may ${actos}, and nothing else`, () => {
    assert.equal(ACTOS.filter((acto) => may(rol, acto)).join(' '), actos)
    assert.equal(NOMBRE_ROL[rol], nombre)
  })
}

test('production and tests are different places, with their own data', () => {
  assert.equal(rootOf('1', '01'), '/1')
  assert.equal(rootOf('1', '00'), '/1/pruebas')
  const workspace = { personaId: 'p', empresa: { nit: '1' }, ambiente: '00' } as Workspace
  assert.equal(scopeOf(workspace), 'p/1/00')
  assert.equal(apiOf(workspace), '/1/00')
})
