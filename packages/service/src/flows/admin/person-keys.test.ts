/** The key behind a person's session: what it may do, how often, and that there is one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { signInAs } from '../../../test/people.ts'
import { createWorld } from '../../../test/world.ts'
import { findMembership } from '../../ledger/people/memberships.ts'
import { AdminRefused } from './admin.ts'
import { listKeys } from './keys.ts'
import { personKeyOf } from './person-keys.ts'

test('a person has one key of an environment, however many calls come first', async (t) => {
  const world = await createWorld()
  t.after(() => world.close())
  const { admin } = world
  const { nit } = world.company
  const { personId } = await signInAs(world, 'lector')
  const now = world.deps.clock.now()
  const member = await findMembership(world.deps.pool, { personId, nit, now })
  assert.ok(member)
  const person = { personId, nombre: 'Ana '.repeat(30) }
  const of = { company: member, person, ambiente: '00' } as const
  await assert.rejects(
    personKeyOf(admin, { ...of, company: { ...member, puntoDeVenta: null } }),
    (error) => {
      assert.ok(error instanceof AdminRefused)
      assert.deepEqual(error.problems, [
        {
          field: 'puntoDeVenta',
          message: 'La empresa no tiene un punto de venta. Agréguelo en Ajustes.',
        },
      ])
      return true
    },
  )

  const minted = await Promise.all([1, 2, 3].map(() => personKeyOf(admin, of)))
  const [first] = minted
  assert.ok(first)
  assert.deepEqual(
    minted.map(({ keyId, apiKey }) => [keyId, apiKey]),
    Array(3).fill([first.keyId, first.apiKey]),
  )
  assert.equal((await personKeyOf(admin, of)).keyId, first.keyId)
  const keys = (await listKeys(admin, nit)).filter((one) => one.personId === personId)
  const [key, ...others] = keys.filter(({ state }) => state !== 'revoked')
  assert.deepEqual(others, [], 'the others of those first calls are revoked')
  assert.deepEqual(key && { ...key, createdAt: null }, {
    ...{ keyId: first.keyId, label: `Consola: ${'Ana '.repeat(30)}`.slice(0, 100) },
    ...{ ambiente: '00', state: 'active', codEstable: 'M001', codPuntoVenta: 'P001' },
    ...{ scopes: ['query', 'download'], tiposDte: TIPOS_DTE, amountMax: 100_000 },
    ...{ limits: { hour: 6_000, day: 40_000, status: 2_000 }, ipRanges: [], expiresAt: null },
    ...{ createdAt: null, signs: false, signingLocked: false, personId },
  })
})
