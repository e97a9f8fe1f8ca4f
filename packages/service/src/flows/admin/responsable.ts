/** The person who answers for a company's contingency events, as an operator states it. */
import type { Persona, PersonaRequest } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import { findResponsable, storeResponsable } from '../../ledger/companies/responsable.ts'
import { type Admin, companyOf } from './admin.ts'
import { personaOf } from './company.ts'

export interface Responsible {
  readonly nombre: string
  readonly responsable: Persona | null
}

/**
 * In force from the company's next contingency event on; null removes the person. Refuses a person that an event
 * cannot name. The audit log names the operator. Without `change`, returns the present one.
 */
export async function setResponsable(
  admin: Admin,
  nit: string,
  change?: PersonaRequest | null,
): Promise<Responsible> {
  const { companyId, nombre } = await companyOf(admin, nit)
  if (change === undefined) {
    return { nombre, responsable: await findResponsable(admin.pool, companyId) }
  }
  const responsable = change && personaOf(change)
  await transaction(admin.pool, async (tx) => {
    await storeResponsable(tx, companyId, responsable)
    const detalle = { hay: responsable !== null } // not who: the log is kept when people leave
    await appendShellAct(tx, admin, {
      companyId,
      acto: 'empresa.responsable',
      sobre: null,
      detalle,
    })
  })
  return { nombre, responsable }
}
