/** The person's own passkeys. */
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { forgetDevices } from '../../../ledger/people/devices.ts'
import {
  checkRegistration,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  registrationOptions,
} from '../../../ledger/people/passkeys.ts'
import { bodyReader } from '../body.ts'
import { assertKnownBrowser, assertStrongEnough } from '../confirm.ts'
import { nameOf, refuseField } from '../refusals.ts'
import type { Answer, Caller, ConsoleAsked, PersonHandler } from '../route.ts'
import { strengthen } from '../session.ts'

const readPasskey = bodyReader({
  retoId: Type.String({ format: 'uuid' }),
  respuesta: Type.Unknown(),
  nombre: Type.String({ minLength: 1, maxLength: 100 }),
  prf: Type.Boolean(),
})

export const PASSKEYS = {
  'yo.llaves': draw,

  async 'yo.llaves.opciones'(asked, caller) {
    return { body: await registrationOptions(asked, caller.person) }
  },

  async 'yo.llaves.agregar'(asked, caller) {
    assertStrongEnough(caller)
    await assertKnownBrowser(asked, caller)
    const { nombre, prf, ...answered } = readPasskey(asked.body)
    const named = nameOf(nombre, 'thing')
    const { deps, now } = asked
    const { personId } = caller.person
    const passkey = await checkRegistration(asked, personId, answered)
    if (!passkey) refuseField('respuesta', 'La llave de acceso no se pudo comprobar. Repita.')
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

  async 'yo.llaves.quitar'(asked, caller) {
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
} satisfies Record<string, PersonHandler>

async function draw({ deps }: ConsoleAsked, { person }: Caller): Promise<Answer> {
  return { body: { llaves: await listPasskeys(deps.pool, person.personId) } }
}
