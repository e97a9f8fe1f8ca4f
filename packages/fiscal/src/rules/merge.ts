/**
 * Merges the problems of request, rules and structure. Keeps every cause; drops structural problems that only
 * follow from one.
 */
import type { Problem } from '../problem.ts'

/** The computed amounts of lines and summary. */
const LINE_COMPUTED =
  /^cuerpoDocumento\[\d+\]\.(venta\w+|compra|valor|ivaItem|ivaPerci|ivaRete|ivaRetenido)$/
const SUMMARY_COMPUTED =
  /^resumen\.(valorTotal|total\w*|exportacion|subTotal\w*|porcentajeDescuento|tributos\[\d+\]\.valor|ivaPerci|ivaRete|reteRenta|montoTotalOperacion|saldoFavor|pagos\[0\]\.montoPago)$/
/** The same of one record (09), and what they are computed from. */
const RECORD_COMPUTED =
  /^cuerpoDocumento\.(subTotal|montoSujetoPercepcion|iva|ivaPercibido|ivaComision|liquidoApagar|totalLetras)$/
const RECORD_CAUSE =
  /^cuerpoDocumento\.(valorOperaciones|montoSinPercepcion|comision|porcentComision)$/
/** Names from catalogues, and other members derived from another field. */
const TAKEN_FROM: Readonly<Record<string, string>> = {
  'receptor.descActividad': 'receptor.codActividad',
  'receptor.nombrePais': 'receptor.codPais',
  documentoRelacionado: 'documentosRelacionados',
  'cuerpoDocumento.porcentComision': 'cuerpoDocumento.comision',
}
/** A line's related document, which is wrong as a consequence if none is related. */
const RELATED_OF_LINE = /^cuerpoDocumento\[\d+\]\.numeroDocumento$/
/** The inputs of a summary. */
const SUMMARY_CAUSE = /^(cuerpoDocumento\[|resumen\.(descu|seguro|flete))/

export function mergeProblems(
  specific: readonly Problem[],
  structural: readonly Problem[],
): Problem[] {
  const merged = [...specific]
  const reported = { fields: new Set<string>(), lines: new Set<string>(), total: false }
  for (const { field } of specific) addReported(reported, field)
  for (const problem of structural) {
    if (isReported(reported, problem.field)) continue
    addReported(reported, problem.field)
    merged.push(problem)
  }
  return merged
}

const TOTALS = [SUMMARY_CAUSE, SUMMARY_COMPUTED, RECORD_CAUSE, RECORD_COMPUTED] as const

/** The reported fields and lines, and whether a cause of wrong totals was reported. */
interface Reported {
  readonly fields: Set<string>
  readonly lines: Set<string>
  total: boolean
}

function addReported(reported: Reported, field: string): void {
  reported.fields.add(field)
  reported.lines.add(lineOf(field))
  // The structure is checked in order: the first wrong total is the cause of the others.
  reported.total ||= TOTALS.some((pattern) => pattern.test(field))
}

function isReported(reported: Reported, field: string): boolean {
  if (reported.fields.has(field)) return true
  if (LINE_COMPUTED.test(field)) return reported.lines.has(lineOf(field))
  if (SUMMARY_COMPUTED.test(field) || RECORD_COMPUTED.test(field)) return reported.total
  if (RELATED_OF_LINE.test(field)) return reported.fields.has('documentosRelacionados')
  const source = TAKEN_FROM[field]
  return source !== undefined && reported.fields.has(source)
}

/** `cuerpoDocumento[3]` from `cuerpoDocumento[3].ventaGravada`. */
function lineOf(field: string): string {
  return field.slice(0, field.indexOf(']') + 1)
}
