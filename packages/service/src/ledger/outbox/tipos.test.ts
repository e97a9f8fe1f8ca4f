/** What is told of an event, by its kind and the state that it comes to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EstadoEvento, TipoNovedad } from '@sello/contract'
import { tipoOfEvento } from './tell.ts'

type Kind = Parameters<typeof tipoOfEvento>[0]['kind']

const ESTADOS: readonly EstadoEvento[] = [
  ...(['firmado', 'sellado', 'rechazado', 'abandonado', 'invalidado'] as const),
]
// biome-ignore format: a table
const TOLD: readonly (readonly [kind: Kind, told: readonly (TipoNovedad | null)[]])[] = [
  // firmado, sellado, rechazado, abandonado, invalidado
  ['retorno',      [null, 'retorno.sellado', 'retorno.rechazado', 'retorno.abandonado', 'retorno.invalidado']],
  ['invalidacion', [null, null, 'invalidacion.rechazada', 'invalidacion.abandonada', null]],
  ['operaciones',  [null, 'operaciones.sellado', 'operaciones.rechazado', null, 'operaciones.invalidado']],
  ['contingencia', [null, 'contingencia.evento_sellado', 'contingencia.evento_rechazado', null, null]],
]

test('each kind of event is told of the states that its company waits for', () => {
  for (const [kind, told] of TOLD) {
    const tipos = (documento: string | null) =>
      ESTADOS.map((estado) => tipoOfEvento({ kind, documento }, estado))
    assert.deepEqual(tipos('a document'), told, kind)
    const ofNone = kind === 'invalidacion' ? ESTADOS.map(() => null) : told
    assert.deepEqual(tipos(null), ofNone, `${kind} of no document`)
  }
})
