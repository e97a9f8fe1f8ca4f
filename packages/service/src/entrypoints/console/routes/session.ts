/** Signing in and out, and the current session. */
import { Refused } from '@sello/contract'
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { createCompany, type NewCompany } from '../../../flows/admin/company.ts'
import { listCompanies } from '../../../ledger/people/companies.ts'
import { insertInvitation } from '../../../ledger/people/invitations.ts'
import { takeLink } from '../../../ledger/people/links.ts'
import { readCorreo } from '../../../ledger/people/person.ts'
import { endSession } from '../../../ledger/people/sessions.ts'
import { readToken } from '../../../ledger/people/token.ts'
import { bodyReader, Direccion, Text, textIn, Verbatim } from '../body.ts'
import { SESSION } from '../cookies.ts'
import { invitationLinks } from '../origin.ts'
import { nameOf, refuseField } from '../refusals.ts'
import type { ConsoleRoute } from '../route.ts'
import { noteSecurity } from '../security.ts'
import { drawSession, signIn } from '../session.ts'

const readLink = bodyReader({ token: Verbatim })

export const SESSION_ROUTES: readonly ConsoleRoute[] = [
  {
    name: 'entrar.enlace',
    method: 'POST',
    path: '/entrar/enlace',
    who: '-',
    async handle(asked) {
      const token = readToken(readLink(asked.body).token)
      const { deps, now } = asked
      const personId =
        token === null ? null : await transaction(deps.pool, (tx) => takeLink(tx, token, now))
      if (personId === null) {
        noteSecurity(asked, 'entrada_fallida', null)
        throw linkUsed()
      }
      return signIn(asked, { personId, metodo: 'enlace', strong: true })
    },
  },
  {
    name: 'session',
    method: 'GET',
    path: '/session',
    who: '*',
    beforeSecondFactor: true,
    async handle(asked, caller) {
      return { body: await drawSession(asked, caller) }
    },
  },
  {
    name: 'salir',
    method: 'POST',
    path: '/salir',
    who: '*',
    beforeSecondFactor: true,
    audited: () => ({}),
    async handle({ deps, now }, { session }) {
      const { personId, sessionId } = session
      await transaction(deps.pool, (tx) => endSession(tx, personId, sessionId, now))
      return { status: 204, cookies: { [SESSION]: null } }
    },
  },
  {
    name: 'empresas',
    method: 'GET',
    path: '/empresas',
    who: '*',
    async handle({ deps, now }, { person }) {
      return { body: { empresas: await listCompanies(deps, person, now) } }
    },
  },
  {
    name: 'empresas.crear',
    method: 'POST',
    path: '/empresas',
    who: 'O',
    confirmed: true,
    audited: ({ body }) => ({
      sobre: textIn(body, 'nit'),
    }),
    async handle(asked, caller) {
      const { dueno, ...company } = readCompanyToMake(asked.body)
      const correo = readCorreo(dueno.correo)
      if (correo === null) refuseField('dueno.correo', 'no es una dirección de correo.')
      nameOf(dueno.nombre, 'person', 'dueno.nombre')
      const linkTo = invitationLinks(asked) // before the company exists
      const made = await createCompany(asked.admin, company as NewCompany)
      const { deps, now } = asked
      const invitation = {
        ...{ companyId: made.companyId, correo, rol: 'dueno' as const },
        ...{ pointOfSaleId: null, invitedBy: caller.person.nombre },
        inviterId: caller.person.personId,
      }
      const { token, expiresAt } = await transaction(deps.pool, (tx) =>
        insertInvitation(tx, invitation, { random: deps.random, now }),
      )
      const { nit, nombre } = made
      const invitacion = { url: linkTo(token), venceEl: expiresAt }
      return { status: 201, body: { empresa: { nit, nombre }, invitacion } }
    },
  },
]

const readCompanyToMake = bodyReader({
  ...{ nit: Text, nrc: Text, nombre: Text },
  nombreComercial: Type.Union([Text, Type.Null()]),
  ...{
    codActividad: Text,
    descActividad: Text,
    direccion: Direccion,
    telefono: Text,
    correo: Text,
  },
  dueno: Type.Object({ correo: Text, nombre: Text }, { additionalProperties: false }),
})

const linkUsed = () =>
  new Refused(
    'sign_in_failed',
    'Este enlace ya se usó o venció. Pida otro a quien opera el servicio.',
    {},
  )
