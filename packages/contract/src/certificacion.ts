/**
 * What the ministry asks of a company in its test service before it authorizes production, and how what was made is
 * counted: the command makes it, the console shows it, and both count here.
 */
import type { TipoDte } from './words.ts'

/**
 * Sealed documents of each type that the company asked for. Source: Anexo I (MF) p. 76, and what issuers saw on their
 * screens in 2026 (docs/sources.md#certification). Screens have differed, so a run may be told other goals.
 */
// biome-ignore format: a table
const METAS: Readonly<Partial<Record<TipoDte, number>>> = {
  '01': 90, '03': 75, '04': 50, '05': 50, '06': 25, '07': 50, '08': 75, '09': 50, '11': 90, '14': 25, '15': 25,
}

/** The types in an order in which each finds what it needs: notes correct a 03. */
export const CERTIFICACION_ORDER = [
  ...['03', '01', '04', '07', '08', '09', '11', '14', '15', '05', '06'],
] as readonly TipoDte[]

/** Events that are asked of each company, whatever its types. */
export const EVENTOS_CERTIFICACION = ['contingencia', 'retorno', 'invalidacion'] as const
export type EventoCertificacion = (typeof EVENTOS_CERTIFICACION)[number]

/** Of each of these events. */
export const EVENTOS_META = 5

/** A number for each of them; none: nothing of it is asked. */
export type Metas = ReadonlyMap<TipoDte | EventoCertificacion, number>

export const METAS_CERTIFICACION: Metas = new Map([
  ...(Object.entries(METAS) as [TipoDte, number][]),
  ...EVENTOS_CERTIFICACION.map((evento) => [evento, EVENTOS_META] as const),
])

/** What a document is made for: to be counted for its type, or to carry an event. */
export type SerieCertificacion = TipoDte | 'contingencia' | 'invalidacion'

/** The name of a certification: lower case letters and digits. */
export const CAMPANA = /^[a-z0-9]{1,20}$/

/** The name of a certification that nobody named. */
export const CAMPANA_USUAL = 'uno'

/** The `referencia` of a document that a certification made for one series, and its place there from 1. */
export const referenciaOfSerie = (campana: string, serie: SerieCertificacion, n: number): string =>
  `certificacion-${campana}-${serie}-${String(n).padStart(4, '0')}`

/** Reads it, here and in PostgreSQL: the first group is the series. */
export const seriePattern = (campana: string): string =>
  `^certificacion-${campana}-(\\d\\d|contingencia|invalidacion)-(\\d{4})$`

/** Documents that are alike. */
export interface DocumentosContados {
  readonly tipoDte: TipoDte
  readonly estado: string
  /** Null: the certification did not make them. */
  readonly serie: SerieCertificacion | null
  readonly n: number
}

/** What counts of one type. */
export interface TipoContado {
  readonly sellados: number
  /** Of these, how many the certification did not make. */
  readonly aparte: number
  /** The certification's, signed and without a seal yet. */
  readonly enEspera: number
}

/**
 * Sealed documents count, also those made by hand and those that an event of contingency listed. Those that were made to
 * be invalidated never do: nobody says whether the ministry still counts them then (docs/sources.md#certification).
 */
export function contarTipo(
  documentos: readonly DocumentosContados[],
  tipoDte: TipoDte,
): TipoContado {
  const own = documentos.filter((one) => one.tipoDte === tipoDte && one.serie !== 'invalidacion')
  const sum = (isCounted: (one: DocumentosContados) => boolean) =>
    own.reduce((total, one) => total + (isCounted(one) ? one.n : 0), 0)
  return {
    sellados: sum(({ estado }) => estado === 'sellado'),
    aparte: sum(({ estado, serie }) => estado === 'sellado' && serie === null),
    enEspera: sum(({ estado, serie }) => serie !== null && WAITING.has(estado)),
  }
}

const WAITING: ReadonlySet<string> = new Set(['contingencia', 'firmado'])

/** Whether each has what is asked. */
export const isCertificada = (
  lines: readonly { readonly meta: number; readonly sellados: number }[],
): boolean => lines.every(({ meta, sellados }) => sellados >= meta)
