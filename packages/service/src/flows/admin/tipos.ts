/**
 * The document types that a company says it issues (ADR 0008): production takes these alone, and each only after the
 * ministry has sealed one in test.
 */
import { TIPOS_DTE, type TipoDte } from '@sello/contract'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import { readProduction, storeTipos } from '../../ledger/companies/production.ts'
import { listSealedTypes } from '../../ledger/companies/setup.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface IssuedTypes {
  readonly nombre: string
  readonly tiposDte: readonly TipoDte[]
  /** Those of which the ministry has sealed a test document. */
  readonly tiposProbados: readonly TipoDte[]
}

/**
 * Adds and removes types, from the company's next call on. In production it refuses a new type without a sealed test
 * document, and an empty list. The audit log names the operator. Without changes, returns the present ones.
 */
export async function changeIssuedTypes(
  admin: Admin,
  nit: string,
  change: { readonly add?: readonly TipoDte[]; readonly remove?: readonly TipoDte[] },
): Promise<IssuedTypes> {
  const { companyId, nombre } = await companyOf(admin, nit)
  const { add = [], remove = [] } = change
  const said = await transaction(admin.pool, async (tx) => {
    const { antes, ahora } = await storeTypes(tx, companyId, (before) =>
      TIPOS_DTE.filter(
        (tipo) => add.includes(tipo) || (before.includes(tipo) && !remove.includes(tipo)),
      ),
    )
    if (`${antes}` !== `${ahora}`) {
      const detalle = { antes, ahora }
      await appendShellAct(tx, admin, { companyId, acto: 'empresa.tipos', sobre: null, detalle })
    }
    return ahora
  })
  const test = { companyId, ambiente: '00' } as const
  const tiposProbados = await listSealedTypes(admin.pool, test, TIPOS_DTE)
  return { nombre, tiposDte: said, tiposProbados }
}

/** Replaces the list, with the refusals of `changeIssuedTypes`. The caller writes the audit log. */
export async function setIssuedTypes(
  admin: Admin,
  nit: string,
  tiposDte: readonly TipoDte[],
): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  await transaction(admin.pool, (tx) =>
    storeTypes(tx, companyId, () => TIPOS_DTE.filter((tipo) => tiposDte.includes(tipo))),
  )
}

/** The company stays locked, so that neither another change nor a switch to production comes between. */
async function storeTypes(
  tx: Tx,
  companyId: string,
  next: (before: readonly TipoDte[]) => readonly TipoDte[],
) {
  await lockCompany(tx, companyId)
  const { tiposDte: antes, productionSince } = await readProduction(tx, companyId)
  const ahora = next(antes)
  if (productionSince !== null) {
    if (ahora.length === 0) {
      refuse('tiposDte', 'En producción queda al menos un tipo. Sáquela de producción, o deje uno.')
    }
    const added = ahora.filter((tipo) => !antes.includes(tipo))
    const missing = await listUntested(tx, companyId, added)
    if (missing.length > 0) refuse('tiposDte', untestedMessage(missing))
  }
  await storeTipos(tx, companyId, ahora)
  return { antes, ahora }
}

/** The types of which the ministry has sealed no test document. */
export async function listUntested(
  tx: Tx,
  companyId: string,
  tipos: readonly TipoDte[],
): Promise<readonly TipoDte[]> {
  const sealed = await listSealedTypes(tx, { companyId, ambiente: '00' }, tipos)
  return tipos.filter((tipo) => !sealed.includes(tipo))
}

export const untestedMessage = (tipos: readonly TipoDte[]) =>
  `Falta un documento de prueba sellado de tipo ${tipos.join(', ')}. Emítalo en el ambiente de pruebas y repita.`
