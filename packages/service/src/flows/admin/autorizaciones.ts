/** The ministry's authorisations of a company, as declared by an operator. */
import { AUTORIZACIONES, type Autorizacion } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
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
    const before = await tx.one<{ autorizaciones: readonly Autorizacion[] }>(
      'select autorizaciones from companies where company_id = $1 for update',
      [companyId],
    )
    const autorizaciones = all.filter(
      (one) => add.includes(one) || (before.autorizaciones.includes(one) && !remove.includes(one)),
    )
    if (`${autorizaciones}` !== `${before.autorizaciones}`) {
      await tx.run('update companies set autorizaciones = $2 where company_id = $1', [
        companyId,
        autorizaciones,
      ])
      await appendShellAct(tx, admin, {
        companyId,
        acto: 'empresa.autorizaciones',
        sobre: null,
        detalle: { antes: before.autorizaciones, ahora: autorizaciones },
      })
    }
    return { nombre, autorizaciones }
  })
}

/** The company's authorisations. */
export async function readAuthorisations(
  admin: Admin,
  nit: string,
): Promise<readonly Autorizacion[]> {
  const { companyId } = await companyOf(admin, nit)
  const row = await admin.pool.one<{ autorizaciones: readonly Autorizacion[] }>(
    'select autorizaciones from companies where company_id = $1',
    [companyId],
  )
  return row.autorizaciones
}
