/** How a company's printed copies look. */
import { accentOf, LogoRefused, readLogo } from '@sello/paper'
import { addBrand, findBrand, lockBrands } from '../companies/brands.ts'
import { transaction } from '../db/tx.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface NewBrand {
  /** A PNG, JPEG or SVG file; null removes it, absent keeps the present one. */
  readonly logo?: Uint8Array | null
  /** #rrggbb; null for the default colour, absent keeps the present one. */
  readonly accent?: string | null
}

/**
 * Documents generated from the returned time on, a minute from now, have this look; copies of older documents keep
 * theirs. Refuses a logo that cannot be printed and an invalid colour.
 */
export async function setBrand(
  admin: Pick<Admin, 'pool'>,
  nit: string,
  brand: NewBrand,
): Promise<{ readonly nombre: string; readonly since: Date }> {
  const { logo, accent } = brand
  if (logo) assertLogo(logo)
  if (accent && accentOf(accent) === null) {
    refuse('color', `${accent} no es un color: escríbalo como #1a5fb4.`)
  }
  const company = await companyOf(admin, nit)
  const since = await transaction(admin.pool, async (tx) => {
    await lockBrands(tx, company.companyId)
    const before = await findBrand(tx, company.companyId)
    return addBrand(tx, {
      companyId: company.companyId,
      nit: company.nit,
      logo: logo === undefined ? (before?.logo ?? null) : logo,
      accent: accent === undefined ? (before?.accent ?? null) : accent,
    })
  })
  return { nombre: company.nombre, since }
}

function assertLogo(logo: Uint8Array): void {
  try {
    readLogo(logo)
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error
    refuse('logo', error.message)
  }
}
