/** Builds a checked return event from a request. Spends nothing; commit 1 checks again under the lock. */
import {
  RETORNABLES,
  Refused,
  type ReturnRequest,
  TIPO_RETORNO,
  type Totales,
} from '@sello/contract'
import {
  buildRetorno,
  contingenciaDeRetorno,
  type FaltaDeVentana,
  faltaDeVentana,
  type Retorno,
  type RetornoInput,
  STAND_IN_CODIGO_GENERACION,
  serialiseRetorno,
  sum,
  toNumber,
  ventanaDeRetorno,
} from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { findDocument, type Reader, type Stored } from '../../ledger/documents/find.ts'
import { TIPO_CONTINGENCIA } from '../../ledger/transmission/outcome.ts'
import type { Ctx } from '../context.ts'
import type { UnsignedEvento } from '../signing/sign-evento.ts'
import {
  countingOf,
  exceeds,
  type History,
  previosOf,
  readHistory,
  retornableOf,
} from './balance.ts'
import { refuse } from './refuse.ts'
import { notSealed, sealedOn } from './target.ts'

/** The requested return, and the code of its event. */
export interface AskedRetorno {
  readonly documento: Stored
  readonly request: ReturnRequest
  readonly codigoGeneracion: string
}

export interface RetornoDraft extends AskedRetorno {
  readonly evento: UnsignedEvento
  /** The codes of the events that its amounts take into account. */
  readonly counting: readonly string[]
}

/**
 * Refuses (422) a type without returns, a document that is not sealed or is cancelled, and a date outside the
 * window.
 */
export function assertReturnable(
  ctx: Ctx,
  documento: Stored,
  { fechaEvento }: ReturnRequest,
): void {
  assertSealedReturnable(documento)
  const { tipoDte, fecEmi } = documento
  const ventana = ventanaDeRetorno({
    tipoDte,
    fecEmi,
    fechaSello: sealedOn(documento),
    codActividad: ctx.key.emisor.codActividad,
  })
  const hoy = civilTime(ctx.now).fecEmi
  const asked = fechaEvento ?? hoy
  const falta = faltaDeVentana(ventana, { fechaEvento: asked, hoy })
  if (falta === null) return
  throw new Refused('return_window_closed', `${FALTAS[falta](asked, ventana)} No se firmó nada.`, {
    field: 'fechaEvento',
    desde: ventana.desde,
    hasta: ventana.hasta,
  })
}

function assertSealedReturnable({ tipoDte, estado, codigoGeneracion }: Stored): void {
  if (!RETORNABLES.includes(tipoDte)) {
    throw new Refused(
      'return_type_not_allowed',
      `Un documento de tipo ${tipoDte} no admite devoluciones; corríjalo con una nota de crédito o invalídelo.`,
      { allowed: RETORNABLES },
    )
  }
  if (estado !== 'sellado') throw notSealed(codigoGeneracion, estado)
}

const FALTAS: Readonly<
  Record<FaltaDeVentana, (fecha: string, ventana: { desde: string; hasta: string }) => string>
> = {
  antes: (fecha, { desde }) =>
    `fechaEvento ${fecha} es anterior al documento, que es del ${desde}; corríjala.`,
  futura: (fecha) => `fechaEvento ${fecha} todavía no llega; use la de hoy.`,
  vencida: (_, { hasta }) => `El plazo para devolver este documento terminó el ${hasta}.`,
}

/** Refuses every problem of the event at once (422), and a return that exceeds the balance (422). */
export function buildRetornoChecked(
  ctx: Ctx,
  { documento, request, codigoGeneracion }: AskedRetorno,
  history: History,
): RetornoDraft {
  const { ambiente, emisor } = ctx.key
  const today = civilTime(ctx.now)
  const fecEmi = request.fechaEvento ?? today.fecEmi
  const { horEmi } = today
  const evento = builtOf({
    request,
    original: retornableOf(documento),
    previos: previosOf(history),
    emisor,
    ambiente,
    codigoGeneracion,
    fecEmi,
    horEmi,
    contingencia: contingenciaDeRetorno(
      ctx.breaker.openIn(ambiente) && { tipoContingencia: TIPO_CONTINGENCIA, motivoContin: null },
    ),
  })
  return {
    documento,
    request,
    codigoGeneracion,
    evento: {
      kind: 'retorno',
      codigoGeneracion,
      tipoDte: TIPO_RETORNO,
      version: evento.identificacion.version,
      payload: serialiseRetorno(evento),
      documento: documento.codigoGeneracion,
      evento: null,
      reemplazo: null,
      fecEmi,
      horEmi,
      totales: totalesOf(evento),
    },
    counting: countingOf(history.eventos).map((one) => one.codigoGeneracion),
  }
}

/** What a return of these lines would come to; null: there is no such document. The same refusals, but for its window. */
export async function readReturnTotals(
  db: Db,
  reader: Reader,
  { codigoGeneracion, request, now }: AskedTotals,
): Promise<Totales | null> {
  const documento = await findDocument(db, reader, codigoGeneracion)
  if (!documento) return null
  assertSealedReturnable(documento)
  const original = retornableOf(documento)
  const evento = builtOf({
    ...{ request, original, previos: previosOf(await readHistory(db, reader, codigoGeneracion)) },
    ...{ emisor: original.emisor, ambiente: reader.ambiente, ...civilTime(now) },
    codigoGeneracion: STAND_IN_CODIGO_GENERACION,
  })
  return totalesOf(evento)
}

interface AskedTotals {
  readonly codigoGeneracion: string
  readonly request: ReturnRequest
  readonly now: Date
}

function builtOf(input: RetornoInput): Retorno {
  const { evento, problems, excesos } = buildRetorno(input)
  refuse(problems)
  if (excesos.length > 0) throw exceeds(excesos)
  if (!evento) throw new Error('bug: a return event without a problem was not built')
  return evento
}

/** The totals that the event's row stores. */
export function totalesOf({ cuerpoDocumento, resumen }: Retorno): Totales {
  return {
    totalNoSuj: toNumber(resumen.totalNoSuj),
    totalExenta: toNumber(resumen.totalExenta),
    totalGravada: toNumber(resumen.totalGravada),
    totalDescu: toNumber(sum(cuerpoDocumento.map(({ montoDescu }) => montoDescu))),
    totalIva: toNumber(resumen.totalIva),
    montoTotalOperacion: toNumber(resumen.montoTotalOperacion),
    totalPagar: toNumber(resumen.totalPagar),
    totalLetras: resumen.totalLetras,
  }
}
