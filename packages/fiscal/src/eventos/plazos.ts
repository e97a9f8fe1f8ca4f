/**
 * Deadlines of the events, as the last day or instant. The ministry enforces them; these explain a rejection and
 * warn before it. Source: docs/sources.md#plazos.
 */
import { ACTIVIDADES_DE_DOS_ANIOS } from '../criterios.ts'
import { plusMonths } from '../plus-months.ts'
import { type TipoDte, tipoOf } from '../tipos/index.ts'
import type { PlazoPorDocumento } from '../tipos/tipo.ts'
import { diaHabilDelMes } from './dias-habiles.ts'
import { invalidableDe, type TipoInvalidable } from './invalidacion/anulaciones.ts'

const TRES_MESES = 3
const DOS_ANIOS = 24
/** MF p. 11: of the month after the seal. */
const DIAS_HABILES = 10

interface Sellado {
  readonly tipoDte: TipoInvalidable
  /** The day of its seal in El Salvador, YYYY-MM-DD. */
  readonly fechaSello: string
  /** CAT-019 of the issuer. */
  readonly codActividad: string
}

/** The last day, inclusive, on which a document's invalidation event may be transmitted. */
export function plazoDeInvalidacion({ tipoDte, fechaSello, codActividad }: Sellado): string {
  const { plazo } = invalidableDe(tipoDte)
  if (plazo !== 'mes siguiente') return monthsAfter(fechaSello, mesesDe(plazo, codActividad))
  const next = monthsAfter(`${fechaSello.slice(0, 7)}-01`, 1)
  return diaHabilDelMes(Number(next.slice(0, 4)), Number(next.slice(5, 7)), DIAS_HABILES)
}

/** The days on which a return event may be dated, and until when it may be transmitted. */
export interface VentanaDeRetorno {
  readonly desde: string
  /** The last day, inclusive, for both: the earlier deadline of date and seal. */
  readonly hasta: string
}

/** From the original's date, for three months from its date and from its seal, or two years. */
export function ventanaDeRetorno(original: {
  readonly tipoDte: TipoDte
  readonly fecEmi: string
  readonly fechaSello: string
  readonly codActividad: string
}): VentanaDeRetorno {
  const { tipoDte, fecEmi, fechaSello, codActividad } = original
  const plazo = tipoOf(tipoDte).retorno
  if (plazo === null) throw new Error(`bug: a ${tipoDte} has no return event`)
  const first = fecEmi < fechaSello ? fecEmi : fechaSello
  return { desde: fecEmi, hasta: monthsAfter(first, mesesDe(plazo, codActividad)) }
}

function mesesDe(plazo: PlazoPorDocumento, codActividad: string): number {
  const isLong = plazo === 'por actividad' && ACTIVIDADES_DE_DOS_ANIOS.has(codActividad)
  return isLong ? DOS_ANIOS : TRES_MESES
}

export type FaltaDeVentana = 'antes' | 'futura' | 'vencida'

/**
 * Why a return cannot have this date, or null: it is before its original, in the future, or outside the window,
 * which also limits the day of transmission (`hoy`).
 */
export function faltaDeVentana(
  ventana: VentanaDeRetorno,
  { fechaEvento, hoy }: { readonly fechaEvento: string; readonly hoy: string },
): FaltaDeVentana | null {
  if (fechaEvento > ventana.hasta || hoy > ventana.hasta) return 'vencida'
  if (fechaEvento < ventana.desde) return 'antes'
  // An original may be dated up to five days ahead; its return then has that date.
  return fechaEvento > hoy && fechaEvento !== ventana.desde ? 'futura' : null
}

const HOUR_MS = 3_600_000
const HORAS_DEL_EVENTO = 24
const HORAS_DE_LOS_DOCUMENTOS = 72

/** Until when the contingency event may be sent: 24 hours after the outage, or after its last rejection. */
export function limiteDelEvento(since: Date): Date {
  return new Date(since.getTime() + HORAS_DEL_EVENTO * HOUR_MS)
}

/** Until when the documents of a contingency may be sent: 72 hours after their event's seal. */
export function limiteDeLosDocumentos(selloDelEvento: Date): Date {
  return new Date(selloDelEvento.getTime() + HORAS_DE_LOS_DOCUMENTOS * HOUR_MS)
}

function monthsAfter(fecha: string, months: number): string {
  const after = plusMonths(fecha, months)
  if (after === null) throw new Error(`bug: ${fecha} is no date`)
  return after
}
