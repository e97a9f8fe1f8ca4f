/** What a browser is asked for a passkey, and which of its answers are somebody's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn } from '../../../test/neighbours.ts'
import { createPasskey, type Passkey } from '../../../test/passkey.ts'
import { at, fillTwoCompanies, MINUTE_MS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Challenge } from './challenges.ts'
import {
  authenticationOptions,
  checkAuthentication,
  checkRegistration,
  insertPasskey,
  listPasskeys,
  registrationOptions,
} from './passkeys.ts'
import type { Person } from './person.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const deps = { pool, secrets: newSecrets(), random: systemRandom }
const ORIGIN = 'http://localhost:80'
const asking = (ms = 0, origin = ORIGIN) => ({ deps, origin, now: at(ms) })
const [ANA, BEA] = [idOf('ana'), idOf('bea')]
const person = (name: string) =>
  ({ personId: idOf(name), correo: `${name}@example.com`, nombre: name }) as Person

let anas: Passkey
before(async () => {
  await fillTwoCompanies(pool, deps.secrets)
})

test('a passkey is asked of the person by name, verified and kept in the browser, and of none that is there', async () => {
  const { retoId, opciones } = await registrationOptions(asking(), person('ana'))
  const { challenge, rp, user, attestation, excludeCredentials, authenticatorSelection } = opciones
  assert.equal(Buffer.from(challenge, 'base64url').length, 32)
  assert.deepEqual(
    { rp, user, attestation, excludeCredentials },
    {
      rp: { name: 'Sello', id: 'localhost' },
      user: {
        id: Buffer.from(ANA.replaceAll('-', ''), 'hex').toString('base64url'),
        ...{ name: 'ana@example.com', displayName: 'ana' },
      },
      ...{ attestation: 'none', excludeCredentials: [] },
    },
  )
  assert.deepEqual(
    [authenticatorSelection?.residentKey, authenticatorSelection?.userVerification],
    ['required', 'required'],
  )
  const { passkey, respuesta } = createPasskey(opciones, Buffer.alloc(16, 'a'))
  anas = passkey
  const answered = { retoId, respuesta }
  assert.equal(await checkRegistration(asking(), BEA, answered), null, 'it was asked of another')
  assert.equal(await checkRegistration(asking(0, 'http://localhost:81'), ANA, answered), null)
  assert.equal(await checkRegistration(asking(5 * MINUTE_MS), ANA, answered), null)
  const made = await checkRegistration(asking(), ANA, answered)
  assert.ok(made)
  assert.equal(await checkRegistration(asking(), ANA, answered), null, 'it has served')
  const of = { personId: ANA, nombre: 'Mía', prf: true, now: NOW }
  assert.equal(await insertPasskey(pool, made, of), true)
  assert.equal(await insertPasskey(pool, made, { ...of, personId: BEA }), false)
  const shown = { id: passkey.id, nombre: 'Mía', prf: true, creadaEl: NOW, usadaEl: null }
  assert.deepEqual(await listPasskeys(pool, ANA), [shown])

  const named = [{ id: passkey.id, type: 'public-key', transports: ['internal'] }]
  const again = await registrationOptions(asking(), person('ana'))
  assert.deepEqual(again.opciones.excludeCredentials, named)
  const others = await registrationOptions(asking(), person('bea'))
  assert.deepEqual(others.opciones.excludeCredentials, [])
})

test('whoever signs in names nobody, and whoever confirms has their own passkeys named', async () => {
  const named = async (of: Challenge) => {
    const { opciones } = await authenticationOptions(asking(), of)
    assert.deepEqual([opciones.rpId, opciones.userVerification], ['localhost', 'required'])
    return opciones.allowCredentials?.map(({ id }) => id)
  }
  assert.deepEqual(await named({ purpose: 'sign-in' }), [])
  assert.deepEqual(await named({ purpose: 'confirmacion', personId: ANA }), [anas.id])
  assert.deepEqual(await named({ purpose: 'confirmacion', personId: BEA }), [])
})

test('an answer is the person’s whose passkey signed it, verified, for this page and purpose, and once', async () => {
  const signIn = { purpose: 'sign-in' } as const
  const confirm = { purpose: 'confirmacion', personId: ANA } as const
  interface Answering {
    readonly of?: Challenge
    readonly by?: Passkey
    readonly said?: Parameters<Passkey['answer']>[1]
  }
  const answer = async (
    { of = signIn, by = anas, said = {} }: Answering,
    { ms = 0, origin = ORIGIN, as = of }: { ms?: number; origin?: string; as?: Challenge } = {},
  ) => {
    const { retoId, opciones } = await authenticationOptions(asking(), of)
    const answered = { retoId, respuesta: by.answer(opciones, said) }
    const found = await checkAuthentication(asking(ms, origin), as, answered)
    return found && namesIn(found)
  }
  const stored = () =>
    pool.one<{ counter: bigint; used: Date | null }>(
      'select counter, used_at as used from passkeys',
    )

  const { passkey: unknown } = createPasskey({ challenge: '' })
  assert.equal(await answer({ by: unknown }), null)
  const { retoId } = await authenticationOptions(asking(), signIn)
  for (const respuesta of [undefined, null, 'x', {}, { id: 5 }, { id: anas.id }]) {
    assert.equal(await checkAuthentication(asking(), signIn, { retoId, respuesta }), null)
    assert.equal(await checkRegistration(asking(), ANA, { retoId, respuesta }), null)
  }
  assert.equal(await answer({ said: { isVerified: false } }), null)
  assert.equal(await answer({}, { ms: 5 * MINUTE_MS }), null)
  assert.equal(await answer({}, { origin: 'http://localhost:81' }), null)
  assert.equal(await answer({}, { origin: 'http://127.0.0.1:80' }), null)
  assert.equal(await answer({ of: confirm }, { as: signIn }), null)
  assert.equal(await answer({ of: confirm }, { as: { ...confirm, personId: BEA } }), null)
  assert.deepEqual(await stored(), { counter: 0n, used: null })

  assert.equal(await answer({}, { ms: 1 }), 'ana')
  assert.deepEqual(await stored(), { counter: 0n, used: at(1) })
  const asked = await authenticationOptions(asking(), signIn)
  const twice = { retoId: asked.retoId, respuesta: anas.answer(asked.opciones, {}) }
  const answers = [
    await checkAuthentication(asking(2), signIn, twice),
    await checkAuthentication(asking(2), signIn, twice),
  ]
  assert.deepEqual(answers, [ANA, null], 'one that does not count, and a challenge that served')
  assert.equal(await answer({ of: confirm, said: { counter: 5 } }, { ms: 3 }), 'ana')
  assert.deepEqual(await stored(), { counter: 5n, used: at(3) })
  for (const counter of [5, 4, 0]) {
    assert.equal(await answer({ said: { counter } }, { ms: 4 }), null, `a copied key: ${counter}`)
  }
  assert.equal(await answer({ said: { counter: 6 } }, { ms: 5 }), 'ana')
  assert.deepEqual(await stored(), { counter: 6n, used: at(5) })
})
