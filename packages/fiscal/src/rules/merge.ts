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
  const told = new Told()
  for (const { field } of specific) told.add(field)
  for (const problem of structural) {
    if (told.hasCauseOf(problem.field)) continue
    told.add(problem.field)
    merged.push(problem)
  }
  return merged
}

/** Which fields, lines and totals were spoken of: asked once for each problem of long documents. */
class Told {
  readonly #fields = new Set<string>()
  readonly #lines = new Set<string>()
  #explainsSummary = false

  add(field: string): void {
    this.#fields.add(field)
    this.#lines.add(lineOf(field))
    // The structure walks in order: the first total that is wrong stands for those made from it.
    this.#explainsSummary ||= SUMMARY_CAUSE.test(field) || SUMMARY_COMPUTED.test(field)
  }

  hasCauseOf(field: string): boolean {
    if (this.#fields.has(field)) return true
    if (LINE_COMPUTED.test(field)) return this.#lines.has(lineOf(field))
    if (SUMMARY_COMPUTED.test(field)) return this.#explainsSummary
    return field === 'receptor.descActividad' && this.#fields.has('receptor.codActividad')
  }
}

/** `cuerpoDocumento[3]` of `cuerpoDocumento[3].ventaGravada`. */
function lineOf(field: string): string {
  return field.slice(0, field.indexOf(']') + 1)
}
