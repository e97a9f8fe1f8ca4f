/** Where a company's numbering begins, if it issued with another program before. */
import { type Ambiente, TIPOS_DTE, type TipoDte } from '@sello/contract'
import { formatNumeroControl } from '@sello/fiscal'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import { type Codes, findPointOfSale } from '../../ledger/companies/points-of-sale.ts'
import { setFirst } from '../../ledger/numbering/first.ts'
import type { Series } from '../../ledger/numbering/series.ts'
import { CORRELATIVO_MAX } from '../../ledger/numbering/series.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface NewFirst {
  readonly tipoDte: TipoDte
  readonly first: bigint
}

/** The first numbers of one point of sale. */
export interface NewFirsts {
  readonly ambiente: Ambiente
  /** Absent: the current year in El Salvador. */
  readonly year?: number | undefined
  readonly firsts: readonly NewFirst[]
}

/** The next number of a series, formatted. */
export interface SetFirst {
  readonly tipoDte: TipoDte
  readonly year: number
  readonly numeroControl: string
}

/**
 * Sets the next number of each series, and the audit log names who did it. Refuses them all if one has an unknown
 * point of sale, a past year, or a number at or below one that was issued.
 */
export async function setSeriesFirst(
  admin: Admin,
  nit: string,
  at: Codes & NewFirsts,
): Promise<readonly SetFirst[]> {
  const { companyId } = await companyOf(admin, nit)
  const { codEstable, codPuntoVenta } = at
  if (!(await findPointOfSale(admin.pool, companyId, at))) {
    refuse(
      'codPuntoVenta',
      `La empresa no tiene el punto de venta ${codEstable}${codPuntoVenta}. Agréguelo con "sello pos add".`,
    )
  }
  return transaction(admin.pool, (tx) => setFirsts(tx, admin, companyId, at))
}

/** The same within an existing transaction. */
export async function setFirsts(
  tx: Tx,
  admin: Admin,
  companyId: string,
  at: Codes & NewFirsts,
): Promise<readonly SetFirst[]> {
  const { ambiente, codEstable, codPuntoVenta, firsts } = at
  const year = readYear(admin, at.year)
  const done: SetFirst[] = []
  // A fixed order, so that two operators cannot deadlock.
  for (const { tipoDte, first } of firsts.toSorted((a, b) => a.tipoDte.localeCompare(b.tipoDte))) {
    assertFirst({ tipoDte, first })
    const series: Series = { companyId, ambiente, tipoDte, codEstable, codPuntoVenta, year }
    const spent = await setFirst(tx, series, first)
    if (spent !== null) {
      const last = formatNumeroControl({ correlativo: spent, ...series })
      refuse(
        'first',
        `Esta serie ya dio el número ${last}: el primero es ${spent + 1n} o uno mayor. No se cambió nada.`,
      )
    }
    const numeroControl = formatNumeroControl({ correlativo: first, ...series })
    await appendShellAct(tx, admin, {
      companyId,
      acto: 'series.primero',
      sobre: numeroControl,
      detalle: { ambiente, year, primero: String(first) },
    })
    done.push({ tipoDte, year, numeroControl })
  }
  return done
}

/** The year of the numbers that are handed out now: El Salvador's. */
export const presentYear = ({ clock }: Pick<Admin, 'clock'>): number => civilTime(clock.now()).year

function readYear(admin: Admin, given: number | undefined): number {
  const year = presentYear(admin)
  if (given === undefined || given === year || given === year + 1) return given ?? year
  refuse('year', `El año es ${year} o ${year + 1}: una serie de otro año no da números.`)
}

function assertFirst({ tipoDte, first }: NewFirst): void {
  if (!TIPOS_DTE.includes(tipoDte)) {
    refuse('tipoDte', `${tipoDte} no es un tipo que se emita. Valen: ${TIPOS_DTE.join(', ')}.`)
  }
  if (first < 1n || first > CORRELATIVO_MAX) {
    refuse('first', 'El primer número es un entero de 1 a 999999999999999.')
  }
}
