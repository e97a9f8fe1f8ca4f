/** The ministry's authorisations of a company, as declared by an operator. */
import { AUTORIZACIONES, type Autorizacion, type Resolucion } from '@sello/fiscal'
import { transaction } from '../../base/db/tx.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import {
  findAutorizaciones,
  findResolucion,
  lockCompany,
  storeAutorizaciones,
  storeResolucion,
} from '../../ledger/companies/company.ts'
import { type Admin, companyOf } from './admin.ts'

export interface Authorised {
  readonly nombre: string
  readonly autorizaciones: readonly Autorizacion[]
  /** What qualifies it to receive donations; null: nothing. */
  readonly resolucion: Resolucion | null
}

/**
 * Adds and removes authorisations, and states the resolution for donations; in force from the company's next call on. Issued documents do not change. The
 * audit log names the operator. Without changes, returns the present ones.
 */
export async function authorizeCompany(
  admin: Admin,
  nit: string,
  change: {
    readonly add?: readonly Autorizacion[]
    readonly remove?: readonly Autorizacion[]
    /** Null: it has none any more. */
    readonly resolucion?: Resolucion | null
  },
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
    const had = await findResolucion(tx, companyId)
    const { resolucion = had } = change
    if (textOf(resolucion) !== textOf(had)) {
      await storeResolucion(tx, companyId, resolucion)
      await appendShellAct(tx, admin, {
        companyId,
        acto: 'empresa.resolucion',
        sobre: null,
        detalle: { antes: had, ahora: resolucion },
      })
    }
    return { nombre, autorizaciones, resolucion }
  })
}

const textOf = (resolucion: Resolucion | null) =>
  resolucion && `${resolucion.descDocumento}\n${resolucion.detalleDocumento}`
