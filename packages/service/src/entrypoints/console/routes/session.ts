/** Signing in and out, and the current session. */
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { createCompany, type NewCompany } from '../../../flows/admin/company.ts'
import { listCompanies } from '../../../ledger/people/companies.ts'
import { insertInvitation } from '../../../ledger/people/invitations.ts'
import { readCorreo } from '../../../ledger/people/person.ts'
import { endSession } from '../../../ledger/people/sessions.ts'
import { bodyReader, Direccion, Text } from '../body.ts'
import { SESSION } from '../cookies.ts'
import { invitationLinks } from '../origin.ts'
import { nameOf, refuseField } from '../refusals.ts'
import type { PersonHandler } from '../route.ts'
import { drawSession } from '../session.ts'

export const SESION = {
  async session(asked, caller) {
    return { body: await drawSession(asked, caller.token) }
  },

  async salir({ deps, now }, { session }) {
    const { personId, sessionId } = session
    await transaction(deps.pool, (tx) => endSession(tx, personId, sessionId, now))
    return { status: 204, cookies: { [SESSION]: null } }
  },

  async empresas({ deps, now }, { person }) {
    return { body: { empresas: await listCompanies(deps, person, now) } }
  },

  async 'empresas.crear'(asked, caller) {
    const { dueno, ...company } = readCompanyToMake(asked.body)
    const correo = readCorreo(dueno.correo)
    if (correo === null) refuseField('dueno.correo', 'no es una dirección de correo.')
    nameOf(dueno.nombre, 'person', 'dueno.nombre')
    const linkTo = invitationLinks(asked) // before the company exists
    const made = await createCompany(asked.admin, company as NewCompany)
    const { companyId, nit, nombre } = made
    const { nombre: invitedBy, personId: inviterId } = caller.person
    const owner = { correo, rol: 'dueno', pointOfSaleId: null } as const
    const { deps, now } = asked
    const invitation = await transaction(deps.pool, (tx) =>
      insertInvitation(
        tx,
        { companyId, invitedBy, inviterId, ...owner },
        { random: deps.random, now },
      ),
    )
    const invitacion = linkTo(invitation)
    return { status: 201, body: { empresa: { nit, nombre }, invitacion } }
  },
} satisfies Record<string, PersonHandler>

const readCompanyToMake = bodyReader({
  nit: Text,
  nrc: Text,
  nombre: Text,
  nombreComercial: Type.Union([Text, Type.Null()]),
  codActividad: Text,
  descActividad: Text,
  direccion: Direccion,
  telefono: Text,
  correo: Text,
  dueno: Type.Object({ correo: Text, nombre: Text }, { additionalProperties: false }),
})
