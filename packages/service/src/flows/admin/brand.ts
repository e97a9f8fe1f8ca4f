/** How a company's printed copies look. */
import { accentOf } from '@sello/paper'
import { type Db, transaction } from '../../base/db/tx.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { addBrand, findBrand, listChanges } from '../../ledger/companies/brands.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import { logoRefusal } from '../../papers/printing/logo-process.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface NewBrand {
  /** A PNG, JPEG or SVG file; null removes it, absent keeps the present one. */
  readonly logo?: Uint8Array | null
  /** #rrggbb; null for the default colour, absent keeps the present one. */
  readonly accent?: string | null
}

/** A company tries a few looks; each is kept for ever, since a copy has the look of its time. */
const CHANGES_A_DAY = 10

/**
 * Documents generated from the returned time on, a minute from now, have this look; copies of older documents keep
 * theirs. Refuses a logo that cannot be printed, an invalid colour, and more changes than a day has. `inTurn` runs the
 * reading of the logo, which costs a thread.
 */
export async function setBrand(
  admin: Pick<Admin, 'pool' | 'clock'>,
  nit: string,
  brand: NewBrand,
  inTurn = <T>(read: () => Promise<T>): Promise<T> => read(),
): Promise<{ readonly nombre: string; readonly since: Date }> {
  const { logo, accent } = brand
  if (accent && accentOf(accent) === null) {
    refuse('color', `${accent} no es un color: escríbalo como #1a5fb4.`)
  }
  const company = await companyOf(admin, nit)
  if (logo) {
    await assertFewChanges(admin.pool, company.companyId) // before the costly part
    const refused = await inTurn(() => logoRefusal(logo, admin.clock))
    if (refused !== null) refuse('logo', refused)
  }
  const since = await transaction(admin.pool, async (tx) => {
    await lockCompany(tx, company.companyId)
    await assertFewChanges(tx, company.companyId)
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

/** Decided under `lockCompany`. */
async function assertFewChanges(db: Db, companyId: string): Promise<void> {
  const changes = await listChanges(db, companyId, DAY_MS)
  const first = changes.at(-CHANGES_A_DAY)
  if (!first) return
  const { fecEmi, horEmi } = civilTime(new Date(first.getTime() + DAY_MS + MINUTE_MS))
  const [, month, day] = fecEmi.split('-')
  refuse(
    'marca',
    `La apariencia de las copias cambió ${CHANGES_A_DAY} veces en un día, que es el máximo. Podrá cambiarla otra vez el ${day}/${month} a las ${horEmi.slice(0, 5)}.`,
  )
}
