/** What may be reported and voided once. Read before anything is signed, and again under the company's lock. */
import type { Issue } from '@sello/contract'
import { type Monto, minus, parseMonto, plus, positivePart, round, toNumber } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import {
  findRepeated,
  findUnreported,
  findVoidable,
  type Repeated,
  type Reported,
  type Unreported,
  type Voidable,
} from '../../ledger/events/vouchers.ts'
import type { Ctx } from '../context.ts'
import { refuse } from './refuse.ts'

/**
 * Refuses (422) vouchers that were reported or voided before, or may yet turn out to be, and voiding what no sealed
 * event reported, or more than it did.
 */
export async function assertReportable(
  db: Db,
  { key: { companyId, ambiente } }: Pick<Ctx, 'key'>,
  reported: readonly Reported[],
): Promise<void> {
  const of = { companyId, ambiente }
  const repeated = await findRepeated(db, of, reported)
  const unreported = await findUnreported(db, of, reported)
  const voidable = await findVoidable(db, of, reported)
  const issues = [
    ...repeated.map((one): Issue => {
      const message = repeatedMessage(one, reported[one.linea - 1])
      return { field: `items[${one.linea - 1}]`, rule: 'MF-17-una-vez', message }
    }),
    ...unreported.map((one): Issue => {
      const message = unreportedMessage(one, reported[one.linea - 1])
      return { field: `items[${one.linea - 1}].anulaDe`, rule: 'MF-17-anulado', message }
    }),
    ...excessesOf(reported, voidable),
  ]
  refuse(issues)
}

/**
 * Where a line voids another kind than was reported, or in cents more than is left of the line that reported it: of a
 * range the single amounts are not known.
 */
export function excessesOf(
  reported: readonly Reported[],
  voidable: readonly Voidable[],
): readonly Issue[] {
  const taken = new Map<string, Monto>()
  return voidable.flatMap(({ linea, reportada, tipoVenta, venta, anulado }): readonly Issue[] => {
    const line = reported[linea - 1]
    if (!line) throw new Error('bug: what is voided is no line of the event')
    const { anulaDe } = line
    const issue = (member: string, message: string) => [
      { field: `items[${linea - 1}]${member}`, rule: 'MF-17-anulado', message },
    ]
    if (line.tipoVenta !== tipoVenta) {
      const message = `El evento ${anulaDe} reportó como ${tipoVenta} lo que anula la línea ${linea}, que dice ${line.tipoVenta}; anúlelo como se reportó.`
      return issue('.tipoVenta', message)
    }
    const key = `${anulaDe} ${reportada}`
    const before = taken.get(key) ?? montoOf(anulado)
    const all = plus(before, line.venta)
    taken.set(key, all)
    if (round(all, 2) <= round(montoOf(venta), 2)) return []
    const left = positivePart(minus(round(montoOf(venta), 2), round(before, 2)))
    const message = `La línea ${linea} anula ${toNumber(round(line.venta, 2))} y de la línea ${reportada} del evento ${anulaDe} quedan ${toNumber(left)} sin anular, sin IVA; corrija el importe.`
    return issue('', message)
  })
}

function montoOf(digits: string): Monto {
  const found = parseMonto(digits)
  if (found === null) throw new Error('bug: a stored amount is not an amount')
  return found
}

function repeatedMessage({ linea, evento, inDoubt }: Repeated, line: Reported | undefined): string {
  const isVoided = line !== undefined && line.anulaDe !== null
  const has = `La línea ${linea} tiene un comprobante que`
  return inDoubt
    ? `${has} está en el evento ${evento}: Hacienda lo rechazó, pero un envío anterior quedó sin respuesta y aún puede sellarlo. Sello sigue preguntando, normalmente hasta un día; ${isVoided ? 'anúlelo' : 'repórtelo'} cuando la duda termine.`
    : `${has} ya ${isVoided ? 'anuló' : 'reportó'} el evento ${evento}; quítelo.`
}

function unreportedMessage(
  { linea, invalidacion }: Unreported,
  line: Reported | undefined,
): string {
  const anulaDe = line?.anulaDe
  return invalidacion === null
    ? `El evento ${anulaDe} no reportó lo que anula la línea ${linea}, o no está sellado; escriba el código del que lo reportó.`
    : `El evento ${anulaDe}, que reportó lo que anula la línea ${linea}, tiene en curso su invalidación (${invalidacion}); anúlelo cuando se sepa que no lo invalidó.`
}
