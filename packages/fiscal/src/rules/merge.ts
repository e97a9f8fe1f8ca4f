/**
 * One list out of what the request, the rules and the structure say. Every cause is kept; what the
 * structure adds only because of it is not, so that a person mends causes and reads nothing twice.
 */
import type { Problem } from '../problem.ts'

/** What the document computes, line by line and in the summary. */
const LINE_COMPUTED = /^cuerpoDocumento\[\d+\]\.(venta\w+|ivaItem)$/
const SUMMARY_COMPUTED =
  /^resumen\.(total\w+|subTotal\w*|porcentajeDescuento|tributos\[\d+\]\.valor|ivaPerci|ivaRete|montoTotalOperacion|saldoFavor|pagos\[0\]\.montoPago)$/
/** What a summary is computed from. */
const SUMMARY_CAUSE = /^(cuerpoDocumento\[|resumen\.descu)/

export function mergeProblems(
  specific: readonly Problem[],
  structural: readonly Problem[],
): Problem[] {
  const merged = [...specific]
  const fields = new Set(specific.map(({ field }) => field))
  for (const problem of structural) {
    if (fields.has(problem.field) || hasCause(problem.field, fields)) continue
    fields.add(problem.field)
    merged.push(problem)
  }
  return merged
}

function hasCause(field: string, fields: ReadonlySet<string>): boolean {
  if (LINE_COMPUTED.test(field)) return some(fields, (f) => f.startsWith(lineOf(field)))
  // The structure walks in order: the first total that is wrong stands for those made from it.
  if (SUMMARY_COMPUTED.test(field)) {
    return some(fields, (f) => SUMMARY_CAUSE.test(f) || SUMMARY_COMPUTED.test(f))
  }
  return field === 'receptor.descActividad' && fields.has('receptor.codActividad')
}

function lineOf(field: string): string {
  return field.slice(0, field.indexOf(']') + 1)
}

function some(fields: ReadonlySet<string>, holds: (field: string) => boolean): boolean {
  for (const field of fields) if (holds(field)) return true
  return false
}
