/** Builds a checked event of special operations from a request. Spends nothing; commit 1 checks again under the lock. */
import { type OperacionesRequest, Refused, type Totales } from '@sello/contract'
import {
  buildOperaciones,
  comprobantesDelEvento,
  type Operaciones,
  serialiseOperaciones,
  sum,
  TIPO_OPERACIONES,
  toNumber,
  valorDeCadaUno,
} from '@sello/fiscal'
import { civilTime } from '../../base/time/el-salvador.ts'
import type { Reported } from '../../ledger/events/vouchers.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
import type { Ctx } from '../context.ts'
import type { UnsignedEvento } from '../signing/sign-evento.ts'
import { assertReportable } from './assert-reportable.ts'
import { refuse } from './refuse.ts'

export interface OperacionesDraft {
  readonly evento: UnsignedEvento
  readonly reported: readonly Reported[]
}

/**
 * Refuses every problem of the event at once (422), what is reported or voided already (422), and vouchers above the
 * key's maximum (429).
 */
export async function buildOperacionesChecked(
  ctx: Ctx,
  request: OperacionesRequest,
): Promise<OperacionesDraft> {
  const codigoGeneracion = ctx.random.uuid().toUpperCase()
  const { ambiente, emisor } = ctx.key
  const { fecEmi, horEmi } = civilTime(ctx.now)
  const built = buildOperaciones({ request, emisor, ambiente, codigoGeneracion, fecEmi, horEmi })
  refuse(built.problems)
  const { evento } = built
  if (!evento)
    throw new Error('bug: an event of special operations without a problem was not built')
  const reported = comprobantesDelEvento(evento)
  await assertReportable(ctx.pool, ctx, reported)
  assertVoucherLimit(ctx.key, evento)
  return {
    reported,
    evento: {
      kind: 'operaciones',
      codigoGeneracion,
      tipoDte: TIPO_OPERACIONES,
      version: evento.identificacion.version,
      payload: serialiseOperaciones(evento),
      documento: null,
      evento: null,
      reemplazo: null,
      fecEmi,
      horEmi,
      totales: totalesOf(evento),
    },
  }
}

/**
 * A voucher stands for a document, so the key's maximum is that of each voucher, with IVA. What a line states as a total
 * is known by its average.
 */
function assertVoucherLimit({ amountMax }: Admitted, evento: Operaciones): void {
  const maximo = Number(amountMax)
  const montos = valorDeCadaUno(evento).map(toNumber)
  const linea = montos.findIndex((monto) => monto > maximo)
  const monto = montos[linea]
  if (monto === undefined) return
  throw new Refused(
    'amount_limit',
    `Los comprobantes de la línea ${linea + 1} son de ${monto} cada uno, con IVA, y esta llave emite hasta ${maximo} por documento. Use una llave con un máximo mayor; no se firmó nada.`,
    { field: `items[${linea}]`, window: 'documento', maximo, monto },
  )
}

/** The totals that the event's row stores. */
export function totalesOf({ resumen }: Operaciones): Totales {
  const total = toNumber(resumen.total)
  return {
    totalNoSuj: toNumber(resumen.totalNoSuj),
    totalExenta: toNumber(resumen.totalExenta),
    totalGravada: toNumber(resumen.totalGravada),
    totalDescu: 0,
    totalIva: toNumber(sum((resumen.tributos ?? []).map(({ valor }) => valor))),
    montoTotalOperacion: total,
    totalPagar: total,
    totalLetras: resumen.totalLetras,
  }
}
