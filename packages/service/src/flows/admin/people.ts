/** Console accounts, created by an operator with a shell. */

import { transaction } from '../../base/db/tx.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { SERVICE_CHAIN } from '../../ledger/audit/chain.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import { type Verdict, verifyChains } from '../../ledger/audit/verify.ts'
import { insertLink } from '../../ledger/people/links.ts'
import { insertMembership, type Rol } from '../../ledger/people/memberships.ts'
import { readName } from '../../ledger/people/name.ts'
import { checkPassword, hashPassword } from '../../ledger/people/password.ts'
import {
  findPersonByCorreo,
  insertPerson,
  readCorreo,
  setOperador,
} from '../../ledger/people/person.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface NewPersonOf {
  readonly correo: string
  readonly nombre: string
  /** Company and role; null: none yet. */
  readonly member: { readonly nit: string; readonly rol: Rol } | null
  readonly operador: boolean
  /** Null: the person sets one after signing in by link. */
  readonly password: string | null
}

/**
 * Creates the person and the membership; a sign-in link can be made afterwards. An existing person with the e-mail
 * keeps name and password. Refuses an invalid e-mail and a weak password.
 */
export async function addPerson(admin: Admin, given: NewPersonOf): Promise<{ personId: string }> {
  const correo = readCorreo(given.correo)
  if (correo === null) refuse('correo', `"${given.correo}" no es una dirección de correo.`)
  const { nombre, problem: unnamed } = readName(given.nombre, 'person')
  if (unnamed) refuse('nombre', `El nombre ${unnamed}`)
  const problem = given.password && checkPassword(given.password, [correo, nombre])
  if (problem) refuse('password', `La contraseña ${problem}`)
  const company = given.member && (await companyOf(admin, given.member.nit))
  const passwordHash = given.password === null ? null : await hashPassword(given.password)
  const { random } = admin
  const now = admin.clock.now()
  const personId = await transaction(admin.pool, async (tx) => {
    const { operador } = given
    const person = { correo, nombre, operador, passwordHash }
    const { personId: id } = await insertPerson(tx, person, { random, now })
    if (operador) await setOperador(tx, id)
    if (company && given.member) {
      const { rol } = given.member
      const { companyId } = company
      const membership = { companyId, personId: id, rol, pointOfSaleId: null }
      await insertMembership(tx, membership, now)
    }
    await appendShellAct(tx, admin, {
      companyId: company?.companyId ?? SERVICE_CHAIN,
      acto: 'persona.agregar',
      sobre: correo,
      detalle: { rol: given.member?.rol ?? null, operador },
    })
    return id
  })
  return { personId }
}

/** The token of a link that signs the person in once, within `hours`. Refuses an unknown e-mail. */
export async function makeSignInLink(
  admin: Admin,
  { correo, hours }: { readonly correo: string; readonly hours: number },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const person = await findPersonByCorreo(admin.pool, readCorreo(correo) ?? '')
  if (!person)
    refuse('correo', `Nadie entra con el correo "${correo}". Agréguelo con "sello person add".`)
  const now = admin.clock.now()
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS)
  const { personId } = person
  const token = await transaction(admin.pool, async (tx) => {
    await appendShellAct(tx, admin, {
      companyId: SERVICE_CHAIN,
      acto: 'persona.enlace',
      sobre: person.correo,
      detalle: { horas: hours },
    })
    return insertLink(tx, { personId, now, expiresAt }, admin.random)
  })
  return { token, expiresAt }
}

/** The address of a sign-in link. The token is in the fragment, so no server and no log sees it. */
export const signInAddress = (baseUrl: string, token: string) => `${baseUrl}/entrar#enlace=${token}`

/** Verifies every chain of the audit log from its first entry to its last. */
export function verifyAudit(admin: Admin): Promise<readonly Verdict[]> {
  return verifyChains(admin.pool, admin.secrets)
}
