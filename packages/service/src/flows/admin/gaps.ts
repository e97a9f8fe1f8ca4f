/**
 * Numbers without a seal, for the operator, and the ministry's current answer about them: queries each document's own code and the codes
 * that its number may have had.
 */

import type { Ambiente } from '@sello/contract'
import type { Config } from '../../base/config.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { findCompany } from '../../ledger/companies/data-key.ts'
import { codigoOf, TURNS_MAX } from '../../ledger/numbering/codigo.ts'
import { findGaps as find, type Gap, type SeriesGaps } from '../../ledger/numbering/gaps.ts'
import type { Ministry } from '../../outside/ministry/ministry.ts'
import { type Admin, companyOf } from './admin.ts'
import { withMinistry } from './with-ministry.ts'

/** The company's series of that environment and year. Refuses an unknown NIT. */
export async function findGaps(
  admin: Admin,
  nit: string,
  of: { readonly ambiente: Ambiente; readonly year: number },
): Promise<readonly SeriesGaps[]> {
  const { companyId } = await companyOf(admin, nit)
  return find(admin.pool, { companyId, ...of })
}

/** The ministry's current answer about a gap. */
export interface AskedGap extends Gap {
  /** `sellado`: it holds a document with one of the number's possible codes; null when it does not answer. */
  readonly hacienda: 'sellado' | 'no_lo_tiene' | null
  readonly codigoEnHacienda: string | null
}

export interface AskedSeries extends Omit<SeriesGaps, 'gaps'> {
  readonly gaps: readonly AskedGap[]
}

/** Changes nothing here: `sello reconcile` imports documents that only the ministry holds. */
export async function askGaps(
  admin: Admin,
  settings: Config['mh'],
  { nit, series }: { readonly nit: string; readonly series: readonly SeriesGaps[] },
): Promise<readonly AskedSeries[]> {
  const { pool, secrets } = admin
  const { companyId } = await companyOf(admin, nit)
  const { dataKey: encrypted, prepares } = await findCompany(pool, companyId)
  const dataKey = decryptDataKey(secrets, companyId, encrypted)
  const turns = prepares ? TURNS_MAX : 1
  return withMinistry(admin, settings, async (mh) => {
    const asked: AskedSeries[] = []
    for (const one of series) {
      const gaps: AskedGap[] = []
      for (const gap of one.gaps) {
        const codes = codesOf(dataKey, one, gap, turns)
        gaps.push({ ...gap, ...(await askOne(mh, { companyId, nit, series: one, codes })) })
      }
      asked.push({ ...one, gaps })
    }
    return asked
  })
}

/** The document's own code, and those derived from the number. */
function codesOf(dataKey: Buffer, series: SeriesGaps, gap: Gap, turns: number): readonly string[] {
  const { ambiente, year } = series
  const numbered = { ambiente, year, numeroControl: gap.numeroControl }
  const derived = Array.from({ length: turns }, (_, turn) => codigoOf(dataKey, numbered, turn))
  return [...new Set([...(gap.codigoGeneracion ? [gap.codigoGeneracion] : []), ...derived])]
}

interface Asking {
  readonly companyId: string
  readonly nit: string
  readonly series: SeriesGaps
  readonly codes: readonly string[]
}

async function askOne(
  mh: Ministry,
  { companyId, nit, series, codes }: Asking,
): Promise<Pick<AskedGap, 'hacienda' | 'codigoEnHacienda'>> {
  const { ambiente, tipoDte } = series
  for (const codigoGeneracion of codes) {
    const kind = 'documento'
    const answer = await mh.ask({ kind, companyId, ambiente, nit, tipoDte, codigoGeneracion })
    if (answer.kind === 'unanswered') return { hacienda: null, codigoEnHacienda: null }
    if (answer.kind === 'sealed') return { hacienda: 'sellado', codigoEnHacienda: codigoGeneracion }
  }
  return { hacienda: 'no_lo_tiene', codigoEnHacienda: null }
}
