/** Signing in and out, and who one is. */
import { transaction } from '../../../db/tx.ts'
import { listCompanies } from '../../../people/companies.ts'
import { takeLink } from '../../../people/links.ts'
import { endSession } from '../../../people/sessions.ts'
import { readToken } from '../../../people/token.ts'
import { bodyReader, Text } from '../body.ts'
import { SESSION } from '../cookies.ts'
import { ConsoleRefused } from '../refusals.ts'
import type { ConsoleRoute } from '../route.ts'
import { drawSession, signIn } from '../session.ts'

const readLink = bodyReader({ token: Text })

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
      if (personId === null) throw linkUsed()
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
      return { body: { empresas: await listCompanies(deps.pool, person, now) } }
    },
  },
]

const linkUsed = () =>
  new ConsoleRefused(
    'sign_in_failed',
    'Este enlace ya se usó o venció. Pida otro a quien opera el servicio.',
  )
