/** How much the audit log says of an act whose body nobody has checked yet (test/console/acts.test.ts tries each act). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Audited } from './route.ts'
import { CONSOLE_ROUTES } from './routes.ts'

const long = (length: number) => 'x'.repeat(length)
const memberNames = (count: number) => Array.from({ length: count }, (_, n) => `m${n}`)
const membersOf = (count: number) => Object.fromEntries(memberNames(count).map((m) => [m, 1]))

function auditedOf(name: string): Audited {
  const route = CONSOLE_ROUTES.find((one) => one.name === name) ?? assert.fail(name)
  return ('audited' in route && route.audited) || assert.fail(name)
}

/** [act, what its path names, its body, about what, details]. */
// biome-ignore format: a table
const ACTS: readonly (readonly [name: string, params: object, body: unknown, said: object])[] = [
  ['yo.sesiones.cerrar',    { id: long(101) },                 undefined,        { sobre: long(100), detalle: {} }],
  ['personas.invitar',      {},                                { correo: long(300) }, { sobre: long(254), detalle: { rol: null } }],
  ['empresa.cambiar',       {},                                membersOf(21),    { detalle: { miembros: memberNames(20) } }],
  ['marca.cambiar',         {},                                undefined,        { detalle: { miembros: [] } }],
  ['puntos.agregar',        {},                                { codEstable: 1 }, { sobre: '' }],
  ['produccion.tipos',      {},                                undefined,        { detalle: { tiposDte: [] } }],
  ['correo.cambiar',        {},                                undefined,        { detalle: { miembros: [] } }],
  ['llaves.crear',          {},                                { nombre: 'Caja 1', frase: null }, { sobre: 'Caja 1', detalle: { ambiente: null, firma: false } }],
]

test('an act is told in a bounded text, whatever its path and its body say', () => {
  for (const [name, params, body, said] of ACTS) {
    assert.deepEqual(auditedOf(name)({ params, body } as never), said, name)
  }
})
