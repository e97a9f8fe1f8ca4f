/**
 * Interpretations where the law's sources disagree or say nothing: one named constant each, with its reason, so
 * that a change is one line. Source: docs/sources.md#open-points.
 */
import { CERO, monto } from './monto.ts'

/**
 * Whether montoTotalOperacion of 03 is gross, before perception and retention. It is gross in the manual of
 * structures and in observed documents; one worked example prints it net of the retention. totalPagar is the same
 * either way.
 */
export const MONTO_TOTAL_OPERACION_BRUTO: boolean = true

/**
 * From this montoTotalOperacion on the buyer of an invoice must be named and identified. The law says three minimum
 * wages (1,226.40 with the wage of June 2025); the ministry's previous structure had three of the earlier wage, and
 * what its server uses now is not published, so the lower amount applies. It is compared with montoTotalOperacion,
 * as in that structure.
 */
export const MONTO_CON_RECEPTOR_IDENTIFICADO = monto(1095)

/**
 * The valor of a tribute of section 3 in the summary. Such a row only says that the tribute concerns the sale: it
 * is in no total and not printed. CAT-015 gives no rate to check, requests state no amount, and the structure
 * requires a number.
 */
export const VALOR_INFORMATIVO = CERO

/** How long after its origin's date a note may be issued. Ley de IVA arts. 62 and 63. */
export const MESES_PARA_UNA_NOTA = 3

/**
 * Until when what a nota de remisión (04) sent is invoiced: Código Tributario art. 109, whose wording we know only from
 * digests. `fin de mes`: in its month or within three days of the month's end. `nota`: in its month or within three days
 * of the note. A later invoice is issued all the same, with a notice: which term the ministry counts is not published.
 */
export const TERMINO_04 = 'fin de mes' as TerminoDe04
export type TerminoDe04 = 'fin de mes' | 'nota'
export const DIAS_04 = 3

/** Retention and perception of 1 % apply from this net amount on. Código Tributario arts. 162, 163. */
export const NETO_MINIMO = monto(100)

/** How far a stated amount may be from the computed one, in each line and each member of the summary. */
export const TOLERANCIA = monto(0.01)

/**
 * Activities whose 01 and 11 may be returned, and perishable medicines invalidated, for two years: medicinal
 * plants, pharmaceutical manufacturing, wholesale and retail of medicines, as listed in MF p. 27. A scan of Anexo V
 * number 9 reads 21001, 21008, 46482, 46484, 46491 and 47721.
 */
export const ACTIVIDADES_DE_DOS_ANIOS: ReadonlySet<string> = new Set([
  '01282',
  '21001',
  '46484',
  '47721',
])

/**
 * What totalIva of 07 says; it is in no total. `siempre`: 13 % of the base, as the digest of Anexo I and an
 * implementer's builder of version 2 have it. `solo 13 %`: 0 where nothing is retained at 13 %, since a line at 1 %
 * retains a part of that tax only.
 */
export const TOTAL_IVA_07 = 'siempre' as TotalIvaDe07
export type TotalIvaDe07 = 'siempre' | 'solo 13 %'

/**
 * What a line of 07 with code C9 (special cases) retains. `declarado`: what the request states, since CAT-006 gives no
 * rate. `13 %`: the rate that one implementer, whose documents the test service sealed, computes.
 */
export const RETENCION_C9 = 'declarado' as RetencionDeC9
export type RetencionDeC9 = 'declarado' | '13 %'

/**
 * Whether a 07 lists our own 14. The previous structure's list of types has 14; but the ministry checks that the issuer
 * of what a 07 lists is its receptor, and the issuer of a 14 is the buyer, as of the 07. `admitida`: it is listed, with
 * a notice. `rechazada`: refused before a number is spent.
 */
export const RETENCION_07_DE_14 = 'admitida' as RetencionDe14
export type RetencionDe14 = 'admitida' | 'rechazada'

/**
 * What the payments of a donation (15) of several kinds add up to. `efectivo`: what is given in money, our reading, since
 * goods and services are not paid. `total`: the whole donation, as the digest of Anexo I has it of donations in general.
 */
export const PAGOS_15_MIXTO = 'efectivo' as PagosDe15
export type PagosDe15 = 'efectivo' | 'total'

/**
 * What `ivaPerci` of a liquidation (08) is, whose structure names it `IVA percibido` and its total `total a pagar`.
 * `sumado`: the 1 % that the listed documents perceived, with their signs, added to the total, our reading. `cero`: 0, as
 * two implementers write it. Retention that the agent suffered has no member.
 */
export const IVA_PERCIBIDO_08 = 'sumado' as IvaPercibidoDe08
export type IvaPercibidoDe08 = 'sumado' | 'cero'

/**
 * On what an administrator of cards (09) perceives the 2 %. `sin IVA`: what is left of the operations without their IVA,
 * which art. 162-A of the Código Tributario says, and an implementer's tool and another one compute. `con IVA`: two other
 * implementers take the gross, against the law.
 */
export const BASE_PERCEPCION_09 = 'sin IVA' as BaseDePercepcion
export type BaseDePercepcion = 'sin IVA' | 'con IVA'

/**
 * From what a 09 pays its affiliate. `valorOperaciones`: from all that cardholders paid, as the digest of Anexo I has it.
 * `subTotal`: without what is free of perception, as one implementer computes. The same where nothing is free of it.
 */
export const LIQUIDO_09 = 'valorOperaciones' as LiquidoDe09
export type LiquidoDe09 = 'valorOperaciones' | 'subTotal'

/**
 * Of what the percentage of a commission (09) is taken, where its amount is not stated. `valorOperaciones`: of all that
 * cardholders paid, as several implementers compute and contracts usually have it. `montoSujetoPercepcion`: of the base
 * without IVA, as another one does.
 */
export const COMISION_09 = 'valorOperaciones' as ComisionDe09
export type ComisionDe09 = 'valorOperaciones' | 'montoSujetoPercepcion'

/**
 * How a return event is signed while the ministry is away. MF p. 26-28 and Anexo II, Cuadro 5, allow a return in the
 * previous model, deferred by a day at most, or in contingency (2/2), and name event 18 among the types of a
 * contingency; but the structure of the contingency event lists documents by types of CAT-002, which has no 18, and no
 * event of that kind is published. `previo`: signed 1/1, and sent unchanged when the ministry is back, as a document
 * that was not answered is. `contingencia`: signed 2/2; the ministry then expects a contingency event to list it.
 */
export const RETORNO_SIN_HACIENDA = 'previo' as ModeloDeRetorno
export type ModeloDeRetorno = 'previo' | 'contingencia'

/**
 * How an event of special operations (17) names a simplified invoice. `02`: the code of CAT-023, which is the catalogue of
 * these papers. `22`: what the examples of the functional manual print. Requests say 02 either way.
 */
export const TIPO_FVS_17 = '02' as TipoFvsDe17
export type TipoFvsDe17 = '02' | '22'

/** How many lines an event of special operations has at most. 500: the functional manual; 2,000: the published structure. */
export const LINEAS_17 = 500 as LineasDe17
export type LineasDe17 = 500 | 2000

/**
 * Whether the summary of an event of special operations has the row of IVA. `con gravadas`: only where something is taxed,
 * and null elsewhere, as the structure allows. `siempre`: of 0.00 elsewhere, since an implementer saw the service ask
 * for at least one row in May 2026.
 */
export const FILA_IVA_17 = 'con gravadas' as FilaIvaDe17
export type FilaIvaDe17 = 'con gravadas' | 'siempre'
