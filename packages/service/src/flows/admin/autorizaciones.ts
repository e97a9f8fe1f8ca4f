/** The ministry's authorisations of a company, as declared by an operator. */
import { AUTORIZACIONES, type Autorizacion } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import {
  findAutorizaciones,
  lockCompany,
  storeAutorizaciones,
} from '../../ledger/companies/company.ts'
import { type Admin, companyOf } from './admin.ts'

export interface Authorised {
  readonly nombre: string
  readonly autorizaciones: readonly Autorizacion[]
}

/**
 * Adds and removes authorisations; in force from the company's next call on. Issued documents do not change. The
 * audit log names the operator. Without changes, returns the present ones.
 */
export async function authorizeCompany(
  admin: Admin,
  nit: string,
  change: { readonly add?: readonly Autorizacion[]; readonly remove?: readonly Autorizacion[] },
): Promise<Authorised> {
  const { companyId, nombre } = await companyOf(admin, nit)
  const { add = [], remove = [] } = change
  const all = Object.keys(AUTORIZACIONES) as Autorizacion[]
  return transaction(admin.pool, async (tx) => {
    await lockCompany(tx, companyId)
    const antes = await findAutorizaciones(tx, companyId)
    const autorizaciones = all.filter(
      (one) => add.includes(one) || (antes.includes(one) && !remove.includes(one)),
    )
    if (`${autorizaciones}` !== `${antes}`) {
      await storeAutorizaciones(tx, companyId, autorizaciones)
      await appendShellAct(tx, admin, {
        companyId,
        acto: 'empresa.autorizaciones',
        sobre: null,
        detalle: { antes, ahora: autorizaciones },
      })
    }
    return { nombre, autorizaciones }
  })
}
