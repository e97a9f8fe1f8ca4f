/** The person's own passkeys. */
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { challengesOf, issueChallenge, useChallenge } from '../../../ledger/people/challenges.ts'
import { forgetDevices } from '../../../ledger/people/devices.ts'
import {
  checkRegistration,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  registrationOptions,
  relyingParty,
} from '../../../ledger/people/passkeys.ts'
import { bodyReader } from '../body.ts'
import { assertKnownBrowser, assertStrongEnough } from '../confirm.ts'
import { nameOf, refuseField } from '../refusals.ts'
import type { Answer, Caller, ConsoleAsked, ConsoleRoute } from '../route.ts'
import { strengthen } from '../session.ts'

const readPasskey = bodyReader({
  retoId: Type.String({ format: 'uuid' }),
  respuesta: Type.Unknown(),
  nombre: Type.String({ minLength: 1, maxLength: 100 }),
  prf: Type.Boolean(),
})

export const PASSKEY_ROUTES: readonly ConsoleRoute[] = [
  {
    name: 'yo.llaves',
    method: 'GET',
    path: '/yo/llaves',
    who: '*',
    beforeSecondFactor: true,
    handle: draw,
  },
  {
    name: 'yo.llaves.opciones',
    method: 'POST',
    path: '/yo/llaves/opciones',
    who: '*',
    beforeSecondFactor: true,
    confirmed: 'access',
    async handle(asked, caller) {
      const { deps, now, origin } = asked
      const { person } = caller
      const purpose = { purpose: 'registro', personId: person.personId } as const
      const { retoId, challenge } = issueChallenge(deps, purpose, now)
      const rp = relyingParty(origin)
      const opciones = await registrationOptions(deps.pool, person, rp, challenge)
      return { body: { retoId, opciones } }
    },
  },
  {
    name: 'yo.llaves.agregar',
    method: 'POST',
    path: '/yo/llaves',
    who: '*',
    beforeSecondFactor: true,
    audited: () => ({}),
    async handle(asked, caller) {
      assertStrongEnough(caller)
      await assertKnownBrowser(asked, caller)
      const { deps, now, origin } = asked
      const { retoId, respuesta, nombre, prf } = readPasskey(asked.body)
      const named = nameOf(nombre, 'thing')
      const { personId } = caller.person
      const purpose = { purpose: 'registro', personId } as const
      const challenges = challengesOf(deps.secrets, retoId, purpose, now)
      const answered = { relyingParty: relyingParty(origin), response: respuesta }
      const passkey = await checkRegistration({ ...answered, challenges })
      if (!passkey || !(await useChallenge(deps.pool, retoId)))
        refuseField('respuesta', 'La llave de acceso no se pudo comprobar. Repita.')
      const of = { personId, nombre: named, prf, now }
      if (!(await insertPasskey(deps.pool, passkey, of))) {
        refuseField('respuesta', 'Esa llave de acceso ya está registrada.')
      }
      const cookies = await transaction(deps.pool, async (tx) => {
        await forgetDevices(tx, personId)
        return strengthen(tx, asked, caller)
      })
      return { ...(await draw(asked, caller)), cookies }
    },
  },
  {
    name: 'yo.llaves.quitar',
    method: 'DELETE',
    path: '/yo/llaves/:id',
    who: '*',
    confirmed: 'access',
    audited: ({ params }) => ({ sobre: params.id?.slice(0, 100) ?? null }),
    async handle(asked, caller) {
      const { person } = caller
      const isLast = person.llavesDeAcceso === 1 && person.passwordHash === null
      if (isLast) refuseField('id', 'Es su único acceso. Ponga antes una contraseña.')
      const { id = '' } = asked.params
      await transaction(asked.deps.pool, async (tx) => {
        await deletePasskey(tx, person.personId, id)
        await forgetDevices(tx, person.personId)
      })
      return draw(asked, caller)
    },
  },
]

async function draw({ deps }: ConsoleAsked, { person }: Caller): Promise<Answer> {
  return { body: { llaves: await listPasskeys(deps.pool, person.personId) } }
}
