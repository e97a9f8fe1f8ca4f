/** What the console's API refuses or sees fail, as security events (ledger/audit/security.ts). */

import { Refused } from '@sello/contract'
import type { SecurityKind } from '../../base/telemetry/security-kinds.ts'
import { PassphraseLimited, PassphraseWrong } from '../../flows/admin/passphrase.ts'
import type { Person } from '../../ledger/people/person.ts'
import { notAllowed } from './refusals.ts'
import type { Caller, ConsoleAsked, Member } from './route.ts'

interface About {
  /** The company that it concerns; absent: the service. */
  readonly companyId?: string
  /** The refused action. */
  readonly sobre?: string
}

/** `person` null: nobody known. */
export function noteSecurity(
  { deps, peer }: ConsoleAsked,
  kind: SecurityKind,
  person: Person | null,
  about: About = {},
): void {
  const who = person && { personId: person.personId, nombre: person.nombre, correo: person.correo }
  deps.security.note({ kind, person: who, peer, ...about })
}

/**
 * Notes that the role does not allow the action, and returns the 403. In the company's chain only of its members:
 * others could fill it.
 */
export function refuseRole(
  asked: ConsoleAsked,
  caller: Caller & Partial<Pick<Member, 'company'>>,
  { name: sobre }: { readonly name: string },
): Refused<'role_not_allowed'> {
  const { person, company } = caller
  const { companyId } = company ?? {}
  noteSecurity(asked, 'rol_rechazado', person, { sobre, ...(companyId ? { companyId } : {}) })
  return notAllowed(company?.dueno ?? null)
}

/** Notes what a handler of the company refused, if it is one of the events. */
export function noteRefused(
  asked: ConsoleAsked,
  { person, company }: Member,
  { name: sobre, error }: { readonly name: string; readonly error: unknown },
): void {
  const kind = kindOf(error)
  if (kind) noteSecurity(asked, kind, person, { companyId: company.companyId, sobre })
}

function kindOf(error: unknown): SecurityKind | null {
  if (error instanceof PassphraseWrong) return 'frase_equivocada'
  if (error instanceof PassphraseLimited) return 'frase_bloqueada'
  const isRole = error instanceof Refused && error.code === 'role_not_allowed'
  return isRole ? 'rol_rechazado' : null
}
