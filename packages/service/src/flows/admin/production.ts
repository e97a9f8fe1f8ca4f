/** The switch to production: only after it live keys can be minted and used (docs/wire.md#keys). */
import type { TipoDte } from '@sello/contract'
import { transaction } from '../../base/db/tx.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import {
  readProduction,
  readSetup,
  type Setup,
  storeProduction,
} from '../../ledger/companies/production.ts'
import { type Admin, AdminRefused, companyOf, refuse } from './admin.ts'
import { listUntested, untestedMessage } from './tipos.ts'

export interface Switched {
  readonly nombre: string
  readonly productionSince: Date
}

/**
 * Switches the company to production; a repeat changes nothing. Refuses, all at once, everything that a first live
 * document would lack, and each type that the company says it issues without a sealed test document. The ministry's
 * own permission cannot be queried; the owner must know it.
 */
export async function switchProduction(admin: Admin, nit: string): Promise<Switched> {
  const { companyId, nombre } = await companyOf(admin, nit)
  const now = admin.clock.now()
  return transaction(admin.pool, async (tx) => {
    await lockCompany(tx, companyId)
    const { productionSince, tiposDte } = await readProduction(tx, companyId)
    if (productionSince) return { nombre, productionSince }
    const untested = await listUntested(tx, companyId, tiposDte)
    const setup = await readSetup(tx, { companyId, ambiente: '01' }, now)
    const problems = missing(setup, { tiposDte, untested })
    if (problems.length > 0) throw new AdminRefused(problems)
    await storeProduction(tx, companyId, now)
    return { nombre, productionSince: now }
  })
}

/** The company's live keys are refused (`environment_not_allowed`) until it switches again. */
export async function leaveProduction(admin: Admin, nit: string): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  await transaction(admin.pool, (tx) => storeProduction(tx, companyId, null))
}

/** Refuses a live key for a company that has not switched. */
export async function assertInProduction({ pool }: Admin, companyId: string): Promise<void> {
  const { productionSince } = await readProduction(pool, companyId)
  if (productionSince !== null) return
  refuse(
    'ambiente',
    'La empresa no está en producción. Complete el paso con "sello company switch-production".',
  )
}

function missing(
  { hasCertificate, usuario, pointOfSale, hasDestination }: Setup,
  { tiposDte, untested }: Readonly<Record<'tiposDte' | 'untested', readonly TipoDte[]>>,
) {
  // biome-ignore format: a table
  const checks: readonly (readonly [boolean, string])[] = [
    [hasCertificate,        'No hay un certificado vigente del ambiente 01. Impórtelo con "sello certificate import --environment 01".'],
    [usuario !== null,      'No hay contraseña de la API de Hacienda del ambiente 01. Guárdela con "sello company password --environment 01".'],
    [pointOfSale !== null,  'No hay un punto de venta. Agréguelo con "sello pos add".'],
    [hasDestination,        'No hay un destino de almacenamiento comprobado en los últimos 30 días. Conéctelo con "sello storage connect".'],
    [tiposDte.length > 0,   'La empresa no ha dicho qué tipos de documento emite. Dígalos con "sello company types --add 01,03".'],
    [untested.length === 0, untestedMessage(untested)],
  ]
  return checks.filter(([ok]) => !ok).map(([, message]) => ({ field: 'nit', message }))
}
