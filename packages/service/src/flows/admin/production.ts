/** The switch to production: only after it live keys can be minted and used (docs/wire.md#keys). */
import type { TipoDte } from '@sello/contract'
import { transaction } from '../../base/db/tx.ts'
import { verifiedSince } from '../../ledger/destinations/verified.ts'
import { type Admin, AdminRefused, companyOf, refuse } from './admin.ts'
import { listUntested, untestedMessage } from './tipos.ts'

interface Row {
  tipos_dte: readonly TipoDte[]
  production_since: Date | null
  valid_from: Date | null
  valid_to: Date | null
  has_account: boolean
  has_point_of_sale: boolean
  has_destination: boolean
}

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
    const row = await tx.one<Row>(
      `select c.tipos_dte, c.production_since, v.valid_from, v.valid_to,
              exists (select 1 from ministry_accounts a
                       where a.company_id = c.company_id and a.ambiente = '01') as has_account,
              exists (select 1 from points_of_sale p where p.company_id = c.company_id) as has_point_of_sale,
              exists (select 1 from storage_destinations d
                       where d.company_id = c.company_id
                         and d.verified_at > $2) as has_destination
         from companies c
         left join signing_vaults v on v.company_id = c.company_id and v.ambiente = '01' and v.active
        where c.company_id = $1
          for update of c`,
      [companyId, verifiedSince(now)],
    )
    if (row.production_since) return { nombre, productionSince: row.production_since }
    const untested = await listUntested(tx, companyId, row.tipos_dte)
    const problems = missing(row, untested, now)
    if (problems.length > 0) throw new AdminRefused(problems)
    await tx.run('update companies set production_since = $2 where company_id = $1', [
      companyId,
      now,
    ])
    return { nombre, productionSince: now }
  })
}

/** The company's live keys are refused (`environment_not_allowed`) until it switches again. */
export async function leaveProduction(admin: Admin, nit: string): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  await transaction(admin.pool, (tx) =>
    tx.run('update companies set production_since = null where company_id = $1', [companyId]),
  )
}

/** Refuses a live key for a company that has not switched. */
export async function assertInProduction({ pool }: Admin, companyId: string): Promise<void> {
  const { production_since } = await pool.one<Pick<Row, 'production_since'>>(
    'select production_since from companies where company_id = $1',
    [companyId],
  )
  if (production_since !== null) return
  refuse(
    'ambiente',
    'La empresa no está en producción. Complete el paso con "sello company switch-production".',
  )
}

function missing(row: Row, untested: readonly TipoDte[], now: Date) {
  const { valid_from, valid_to } = row
  const hasCertificate =
    valid_from !== null && valid_to !== null && valid_from <= now && valid_to > now
  // biome-ignore format: a table
  const checks: readonly (readonly [boolean, string])[] = [
    [hasCertificate,        'No hay un certificado vigente del ambiente 01. Impórtelo con "sello certificate import --environment 01".'],
    [row.has_account,       'No hay contraseña de la API de Hacienda del ambiente 01. Guárdela con "sello company password --environment 01".'],
    [row.has_point_of_sale, 'No hay un punto de venta. Agréguelo con "sello pos add".'],
    [row.has_destination,   'No hay un destino de almacenamiento comprobado en los últimos 30 días. Conéctelo con "sello storage connect".'],
    [row.tipos_dte.length > 0, 'La empresa no ha dicho qué tipos de documento emite. Dígalos con "sello company types --add 01,03".'],
    [untested.length === 0, untestedMessage(untested)],
  ]
  return checks.filter(([ok]) => !ok).map(([, message]) => ({ field: 'nit', message }))
}
