/** Builds a checked event of special operations from a request. Spends nothing; commit 1 checks again under the lock. */
import type { Issue, OperacionesRequest, Totales } from '@sello/contract'
import {
  buildOperaciones,
  comprobantesDelEvento,
  type Operaciones,
  serialiseOperaciones,
  sum,
  TIPO_OPERACIONES,
  toNumber,
} from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import {
  findRepeated,
  findUnreported,
  type Repeated,
  type Reported,
  type Unreported,
} from '../../ledger/events/vouchers.ts'
import type { Ctx } from '../context.ts'
import type { UnsignedEvento } from '../signing/sign-evento.ts'
import { refuse } from './refuse.ts'

export interface OperacionesDraft {
  readonly evento: UnsignedEvento
  readonly reported: readonly Reported[]
}

/** Refuses (422) every problem of the event at once, then what is reported or voided already. */
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
  const reported = reportedBy(evento)
  await assertReportable(ctx.pool, ctx, reported)
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

function reportedBy(evento: Operaciones): readonly Reported[] {
  const anulaDe = evento.cuerpoDocumento.map(({ codigoGeneracionRef }) => codigoGeneracionRef)
  return comprobantesDelEvento(evento).map((one, i) => ({ ...one, anulaDe: anulaDe[i] ?? null }))
}

/**
 * Refuses (422) vouchers that were reported or voided before, or may yet turn out to be, and voiding what no sealed
 * event reported.
 */
export async function assertReportable(
  db: Db,
  { key: { companyId, ambiente } }: Pick<Ctx, 'key'>,
  reported: readonly Reported[],
): Promise<void> {
  const of = { companyId, ambiente }
  const [repeated, unreported] = [
    await findRepeated(db, of, reported),
    await findUnreported(db, of, reported),
  ]
  const issues = [
    ...repeated.map((one): Issue => {
      const message = repeatedMessage(one, reported[one.linea - 1])
      return { field: `items[${one.linea - 1}]`, rule: 'MF-17-una-vez', message }
    }),
    ...unreported.map((one): Issue => {
      const message = unreportedMessage(one, reported[one.linea - 1])
      return { field: `items[${one.linea - 1}].anulaDe`, rule: 'MF-17-anulado', message }
    }),
  ]
  refuse(issues)
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

/** The totals that the event's row stores. */
function totalesOf({ resumen }: Operaciones): Totales {
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
