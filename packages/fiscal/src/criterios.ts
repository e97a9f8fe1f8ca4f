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
 * How a return event is signed while the ministry is away. MF p. 26-28 and Anexo II, Cuadro 5, allow a return in the
 * previous model, deferred by a day at most, or in contingency (2/2), and name event 18 among the types of a
 * contingency; but the structure of the contingency event lists documents by types of CAT-002, which has no 18, and no
 * event of that kind is published. `previo`: signed 1/1, and sent unchanged when the ministry is back, as a document
 * that was not answered is. `contingencia`: signed 2/2; the ministry then expects a contingency event to list it.
 */
export const RETORNO_SIN_HACIENDA = 'previo' as ModeloDeRetorno
export type ModeloDeRetorno = 'previo' | 'contingencia'
