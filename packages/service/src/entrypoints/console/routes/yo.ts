/** The person's own account: name, password, second factor, sessions, and confirming their identity. */
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { forgetDeviceOf, forgetDevices } from '../../../ledger/people/devices.ts'
import { authenticationOptions, checkAuthentication } from '../../../ledger/people/passkeys.ts'
import { type Person, renamePerson, setPasswordHash } from '../../../ledger/people/person.ts'
import {
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '../../../ledger/people/sessions.ts'
import { readToken } from '../../../ledger/people/token.ts'
import { beginTotp, confirmTotp, removeTotp } from '../../../ledger/people/totp.ts'
import { bodyReader, Verbatim } from '../body.ts'
import { assertKnownBrowser, assertStrongEnough } from '../confirm.ts'
import { DEVICE } from '../cookies.ts'
import { guess } from '../guess.ts'
import { hashNewPassword } from '../new-password.ts'
import { nameOf, refuseField, signInFailed } from '../refusals.ts'
import type { Answer, Caller, ConsoleAsked, PersonHandler } from '../route.ts'
import { noteSecurity } from '../security.ts'
import { drawSession, strengthen } from '../session.ts'
import { checkSecrets } from './entrar.ts'
import { readId } from './personas.ts'

const readOwnName = bodyReader({ nombre: Type.String({ minLength: 1, maxLength: 100 }) })
const readPassword = bodyReader({ contrasena: Verbatim })
const readCode = bodyReader({ codigo: Verbatim })
const readConfirmation = bodyReader({
  contrasena: Type.Optional(Verbatim),
  codigo: Type.Optional(Verbatim),
  retoId: Type.Optional(Type.String({ format: 'uuid' })),
  respuesta: Type.Optional(Type.Unknown()),
})

export const YO = {
  async 'yo.confirmar.opciones'(asked, { person }) {
    return { body: await authenticationOptions(asked, confirming(person)) }
  },

  async 'yo.confirmar'(asked, caller) {
    const strong = await confirm(asked, caller)
    const { deps, now } = asked
    const { sessionId } = caller.session
    const cookies = await transaction(deps.pool, async (tx) => {
      if (strong) return strengthen(tx, asked, caller)
      await confirmSession(tx, sessionId, now)
      return {}
    })
    const { confirmadaHasta } = await drawSession(asked, caller.token)
    return { body: { confirmadaHasta }, cookies }
  },

  async 'yo.nombre'(asked, caller) {
    const nombre = nameOf(readOwnName(asked.body).nombre, 'person')
    const { personId } = caller.person
    await transaction(asked.deps.pool, (tx) => renamePerson(tx, personId, nombre))
    return { body: await drawSession(asked, caller.token) }
  },

  async 'yo.contrasena'(asked, caller) {
    const { contrasena } = readPassword(asked.body)
    const { personId, correo, nombre } = caller.person
    const hash = await hashNewPassword(asked, contrasena, [correo, nombre])
    const { deps, now } = asked
    const { sessionId } = caller.session
    await transaction(deps.pool, async (tx) => {
      await setPasswordHash(tx, personId, hash)
      await endOtherSessions(tx, personId, sessionId, now)
      await forgetDevices(tx, personId, readToken(asked.cookies[DEVICE]))
      await confirmSession(tx, sessionId, now)
    })
    return { status: 204 }
  },

  async 'yo.totp'(asked, caller) {
    const { person } = caller
    return { body: await transaction(asked.deps.pool, (tx) => beginTotp(tx, person, asked.deps)) }
  },

  async 'yo.totp.confirmar'(asked, caller) {
    assertStrongEnough(caller)
    await assertKnownBrowser(asked, caller)
    const { codigo } = readCode(asked.body)
    const { deps, now } = asked
    const { personId, correo } = caller.person
    const cookies = await guess(asked, correo, ({ forget, failed }) =>
      transaction(deps.pool, async (tx) => {
        if (await confirmTotp(tx, deps.secrets, { personId, codigo, now })) {
          await forget(tx)
          await forgetDevices(tx, personId)
          return strengthen(tx, asked, caller)
        }
        failed('segundo_factor_rechazado')
        return null
      }),
    )
    if (cookies === null)
      refuseField('codigo', 'no es el código de este momento. Escriba el siguiente.')
    return { body: await drawSession(asked, caller.token), cookies }
  },

  async 'yo.totp.quitar'(asked, caller) {
    const { personId } = caller.person
    await transaction(asked.deps.pool, async (tx) => {
      await removeTotp(tx, personId)
      await forgetDevices(tx, personId)
    })
    return { body: await drawSession(asked, caller.token) }
  },

  'yo.sesiones': drawSessions,

  async 'yo.sesiones.cerrar'(asked, caller) {
    assertStrongEnough(caller)
    const id = readId(asked.params.id)
    const { personId } = caller.person
    await transaction(asked.deps.pool, async (tx) => {
      await endSession(tx, personId, id, asked.now)
      await forgetDeviceOf(tx, personId, id)
    })
    return drawSessions(asked, caller)
  },

  async 'yo.sesiones.cerrar_las_demas'(asked, caller) {
    assertStrongEnough(caller)
    const { personId } = caller.person
    const { sessionId } = caller.session
    await transaction(asked.deps.pool, async (tx) => {
      await endOtherSessions(tx, personId, sessionId, asked.now)
      await forgetDevices(tx, personId, readToken(asked.cookies[DEVICE]))
    })
    return drawSessions(asked, caller)
  },
} satisfies Record<string, PersonHandler>

async function drawSessions({ deps, now }: ConsoleAsked, caller: Caller): Promise<Answer> {
  assertStrongEnough(caller) // where somebody signs in from is nothing for a thief of the password
  const { session } = caller
  return { body: { sesiones: await listSessions(deps.pool, session, now) } }
}

const confirming = ({ personId }: Person) => ({ purpose: 'confirmacion', personId }) as const

/** Whether the confirmation was as strong as a second factor. Refuses a wrong one, counted as at sign-in. */
async function confirm(asked: ConsoleAsked, { person, session }: Caller): Promise<boolean> {
  const { contrasena, codigo, retoId, respuesta } = readConfirmation(asked.body)
  const { personId, correo } = person
  if (contrasena !== undefined) {
    const given = { correo, contrasena, codigo }
    // A session that began with a second factor, or in a browser that is remembered, is confirmed by the password
    // alone; what changes the access asks the second one for more.
    const isCodeNeeded = !session.strong && !session.remembered
    return (await checkSecrets(asked, given, { codeNeeded: isCodeNeeded })).strong
  }
  if (retoId === undefined) refuseField('contrasena', 'falta; o confirme con su llave de acceso.')
  const whose = await checkAuthentication(asked, confirming(person), { retoId, respuesta })
  if (whose !== personId) {
    noteSecurity(asked, 'segundo_factor_rechazado', person)
    throw signInFailed()
  }
  return true
}
