/** A key in words: every property beside its name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from './key-text.ts'

type Key = Parameters<typeof rowsOf>[0]
const KEY = {
  ...{ keyId: 'k', label: 'Caja', state: 'active', ambiente: '00' },
  ...{ codEstable: 'M001', codPuntoVenta: 'P001', scopes: ['issue', 'query'] },
  ...{ tiposDte: ['01', '03'], amountMax: 50, limits: { hour: 1, day: 2, status: 3 } },
  ...{ ipRanges: [], expiresAt: null, signs: true, signingLocked: false },
} as unknown as Key
const factsOf = (more: object) => Object.fromEntries(rowsOf({ ...KEY, ...more } as Key))

test('a key is told with all that it may, and from where', () => {
  assert.deepEqual(rowsOf(KEY), [
    ['llave', 'k'],
    ['para', 'Caja'],
    ['estado', 'activa'],
    ['ambiente', '00'],
    ['punto de venta', 'M001P001'],
    ['alcances', 'issue, query'],
    ['tipos', '01, 03'],
    ['monto máximo', '50.00'],
    ['llamadas', '1 por hora, 2 por día, 3 de /v1/status por hora'],
    ['desde', 'cualquier dirección'],
    ['vence', 'no vence'],
    ['firma', 'sí'],
  ])
})

// biome-ignore format: a table
const FACTS: readonly (readonly [of: object, name: string, fact: string])[] = [
  [{ state: 'inactive' },                       'estado', 'desactivada'],
  [{ state: 'expired' },                        'estado', 'vencida'],
  [{ state: 'revoked' },                        'estado', 'revocada'],
  [{ ipRanges: ['10.0.0.0/8', '::1/128'] },     'desde',  '10.0.0.0/8, ::1/128'],
  [{ expiresAt: new Date('2026-10-06T05:59:59Z') }, 'vence', '2026-10-05 23:59:59'],
  [{ signs: false },                            'firma',  'no'],
  [{ signs: false, signingLocked: true },       'firma',  'suspendida (sello key reactivate)'],
  [{ signingLocked: true },                     'firma',  'suspendida (sello key reactivate)'],
]

for (const [of, name, fact] of FACTS) {
  test(`a key says ${name}: ${fact}`, () => assert.equal(factsOf(of)[name], fact))
}
