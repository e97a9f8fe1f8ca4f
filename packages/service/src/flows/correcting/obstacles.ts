/** What has to be invalidated before a target is. Read before anything is signed, and again under the locks. */
import { Refused, TIPO_RETORNO } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import {
  findInTheWay,
  findInvalidacionDe,
  type InTheWay,
} from '../../ledger/events/insert-event.ts'
import { findVoiding } from '../../ledger/events/vouchers.ts'
import { refuse } from './refuse.ts'
import type { Target } from './target.ts'

export interface Obstacles extends InTheWay {
  /** The events that void what the target reported, or may yet, newest first. */
  readonly anulaciones: readonly string[]
}

export async function findObstacles(db: Db, companyId: string, target: Target): Promise<Obstacles> {
  const { documento, evento } = target
  const cancelled = evento?.codigoGeneracion ?? null
  if (documento !== null) {
    const seen = await findInTheWay(db, companyId, documento.codigoGeneracion, cancelled)
    return { ...seen, anulaciones: [] }
  }
  const invalidacion = await findInvalidacionDe(db, companyId, target.codigoGeneracion)
  const anulaciones = await findVoiding(db, companyId, target.codigoGeneracion)
  return { invalidacion, anulaciones, retornos: [], notas: [] }
}

/** Refuses return events that count (409), live notes and what voids the target's paper (422), each named. */
export function assertNothingInTheWay(
  { tipo, codigoGeneracion }: Target,
  { retornos, notas, anulaciones }: Obstacles,
): void {
  if (tipo === TIPO_RETORNO) return
  if (retornos.length > 0) {
    throw new Refused(
      'has_return_events',
      `El documento ${codigoGeneracion} tiene eventos de retorno (${retornos.join(', ')}): invalídelos antes, o corríjalo con otro retorno. No se envió nada.`,
      { eventos: retornos },
    )
  }
  const issue = (rule: string, message: string) => ({ field: 'codigoGeneracion', rule, message })
  if (notas.length > 0) {
    const message = `El documento ${codigoGeneracion} tiene notas vigentes (${notas.join(', ')}): invalídelas antes.`
    refuse([issue('MF-13', message)])
  }
  if (anulaciones.length > 0) {
    const message = `Otros eventos anulan comprobantes que reportó ${codigoGeneracion} (${anulaciones.join(', ')}): invalídelos antes; si alguno aún no tiene respuesta de Hacienda, espérela.`
    refuse([issue('MF-17-anulado', message)])
  }
}
