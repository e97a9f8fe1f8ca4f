/** Accepting an invitation: with a new account, or signed in under the invited e-mail. */
import { Refused } from '@sello/contract'
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { actorOf, appendAct } from '../../../ledger/audit/chain.ts'
import { lockPeople } from '../../../ledger/people/company-people.ts'
import {
  endInvitation,
  findInvitation,
  type Invitation,
} from '../../../ledger/people/invitations.ts'
import { insertMembership } from '../../../ledger/people/memberships.ts'
import { findPersonByCorreo, insertPerson } from '../../../ledger/people/person.ts'
import { readToken } from '../../../ledger/people/token.ts'
import { bodyReader, Verbatim } from '../body.ts'
import { SESSION } from '../cookies.ts'
import { hashNewPassword } from '../new-password.ts'
import { nameOf, refuseField, sessionRequired } from '../refusals.ts'
import type { ConsoleAsked, OpenHandler } from '../route.ts'
import { drawSession, findCaller, signIn } from '../session.ts'

const readOne = bodyReader({ token: Verbatim })
const readAnswer = bodyReader({
  token: Verbatim,
  nombre: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  contrasena: Type.Optional(Verbatim),
})

export const INVITACION = {
  async 'invitacion.ver'(asked) {
    const one = await invitationOf(asked, readOne(asked.body).token)
    const person = await findPersonByCorreo(asked.deps.pool, one.correo)
    return {
      body: {
        empresa: { nit: one.nit, nombre: one.empresa },
        rol: one.rol,
        correo: one.correo,
        invitadaPor: one.invitedBy,
        venceEl: one.expiresAt,
        tieneCuenta: person !== null,
      },
    }
  },

  async 'invitacion.aceptar'(asked) {
    const { token, nombre, contrasena } = readAnswer(asked.body)
    const invitation = await invitationOf(asked, token)
    const there = await findPersonByCorreo(asked.deps.pool, invitation.correo)
    // The link proves the invitation, not that the account with that e-mail belongs to this person.
    if (there) {
      const caller = await findCaller(asked, readToken(asked.cookies[SESSION]))
      if (caller?.person.personId !== there.personId) throw signInFirst(invitation)
      await join(asked, invitation, { nombre: there.nombre, passwordHash: null })
      // The session stays unchanged: an invitation does not prove who is using the browser.
      return { body: await drawSession(asked, caller.token) }
    }
    if (nombre === undefined) refuseField('nombre', 'falta y es obligatorio.')
    const named = nameOf(nombre, 'person')
    const passwordHash = await newPassword(asked, invitation, { nombre: named, contrasena })
    const personId = await join(asked, invitation, { nombre: named, passwordHash })
    return signIn(asked, { personId, metodo: 'invitacion', strong: false })
  },
} satisfies Record<string, OpenHandler>

async function invitationOf({ deps, now }: ConsoleAsked, text: string): Promise<Invitation> {
  const token = readToken(text)
  const invitation = token === null ? null : await findInvitation(deps.pool, token, now)
  if (invitation) return invitation
  throw new Refused('sign_in_failed', 'Esta invitación ya se usó o venció. Pida otra.', {})
}

const signInFirst = ({ correo }: Pick<Invitation, 'correo'>) =>
  sessionRequired(`Entre con ${correo} para aceptar.`)

async function newPassword(
  asked: ConsoleAsked,
  { correo, empresa }: Invitation,
  { nombre, contrasena }: { readonly nombre: string; readonly contrasena: string | undefined },
): Promise<string> {
  if (contrasena === undefined) refuseField('contrasena', 'falta y es obligatoria.')
  return hashNewPassword(asked, contrasena, [correo, nombre, empresa])
}

function join(
  { deps, now, peer }: ConsoleAsked,
  invitation: Invitation,
  { nombre, passwordHash }: { readonly nombre: string; readonly passwordHash: string | null },
): Promise<string> {
  const { companyId, correo, rol, pointOfSaleId } = invitation
  return transaction(deps.pool, async (tx) => {
    await lockPeople(tx, companyId) // locks people before the invitation, in the order of the code that removes roles
    if (!(await endInvitation(tx, invitation, now))) {
      throw new Refused('sign_in_failed', 'Esta invitación ya se usó. Pida otra.', {})
    }
    const person = { correo, nombre, operador: false, passwordHash }
    const { personId, created } = await insertPerson(tx, person, { random: deps.random, now })
    // The account was created since the check above, and this link must not sign in to it.
    if (passwordHash !== null && !created) {
      throw signInFirst(invitation)
    }
    await insertMembership(tx, { companyId, personId, rol, pointOfSaleId }, now)
    await appendAct(tx, deps, {
      ...{ companyId, acto: 'personas.aceptar', sobre: correo, detalle: { rol } },
      ...actorOf({ now, peer }, { personId, nombre, correo }),
    })
    return personId
  })
}
