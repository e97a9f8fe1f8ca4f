/**
 * One cause gives one problem: leaves out the problems that follow from another one, since whoever mends the cause
 * mends them too. What else is wrong with a total is reported once its lines are right.
 */
import type { Problem } from './problem.ts'

interface Row {
  readonly cause: (problem: Problem) => boolean
  /** Whether the problem follows from this cause. */
  readonly follows: (problem: Problem, cause: Problem) => boolean
}

const field = (pattern: RegExp) => (problem: Problem) => pattern.test(problem.field)

/** Sums, and what is compared with them. Their codes are catalogue rules. */
const isOfTotals = ({ field, rule }: Problem) =>
  field === 'cuerpoDocumento' || (field.startsWith('resumen.') && !rule.startsWith('CAT-'))

/** The number of a line: `cuerpoDocumento[2].precioUni` is of 2. */
const lineOf = ({ field }: Problem) => /^cuerpoDocumento\[(\d+)\]/.exec(field)?.[1]

/** A rule of several documents: all of one type, and each line's among them. */
const RELATED = 'MF-37'

const ROWS: readonly Row[] = [
  // Without the receptor all of its members are missing.
  {
    cause: ({ field, rule }) => field === 'receptor' && rule === 'required',
    follows: ({ field }) => field.startsWith('receptor.'),
  },
  // Without its price a line has no amount, and the sums are not those of the sale.
  {
    cause: field(/^cuerpoDocumento\[\d+\]\.precioUni$/),
    follows: (problem, cause) =>
      isOfTotals(problem) || (lineOf(problem) === lineOf(cause) && problem.rule === 'MF-44'),
  },
  { cause: field(/^cuerpoDocumento\[\d+\]\.(montoDescu|noGravado)$/), follows: isOfTotals },
  // Nothing is sold.
  {
    cause: ({ field, rule }) => field === 'cuerpoDocumento' && rule === 'MF-29',
    follows: isOfTotals,
  },
  // Nothing is listed.
  {
    cause: ({ field, rule }) => field === 'retencion' && rule === 'required',
    follows: isOfTotals,
  },
  // There is nothing to list.
  {
    cause: ({ field }) => field === 'liquidacion.periodo',
    follows: (problem) => isOfTotals(problem) || problem.field === 'cuerpoDocumento',
  },
  {
    cause: ({ field, rule }) => field === 'liquidacion' && rule === 'required',
    follows: isOfTotals,
  },
  // Nothing is liquidated.
  {
    cause: ({ field, rule }) => field === 'liquidacionContable' && rule === 'required',
    follows: ({ field }) => /^(cuerpoDocumento|extension)\b/.test(field),
  },
  // The kind of an identity document is judged by its number.
  {
    cause: field(/^receptor\.nit$/),
    follows: ({ field, rule }) => field === 'receptor.tipoDocumento' && rule === 'IV-receptor',
  },
  // All are of the type of the first one.
  {
    cause: field(/^documentoRelacionado\[0\]\.tipoDocumento$/),
    follows: ({ field, rule }) =>
      rule === RELATED && /^documentoRelacionado\[\d+\]\.tipoDocumento$/.test(field),
  },
  // A line names one of them by its number.
  {
    cause: ({ field, rule }) =>
      /^documentoRelacionado\[\d+\]\.numeroDocumento$/.test(field) && rule !== RELATED,
    follows: ({ field, rule }) =>
      rule === RELATED && /^cuerpoDocumento\[\d+\]\.numeroDocumento$/.test(field),
  },
  // A note without a receptor has that of its document, which is found by its number.
  {
    cause: ({ field, rule }) =>
      /^documentoRelacionado\[\d+\]\.numeroDocumento$/.test(field) && rule !== RELATED,
    follows: ({ field, rule }) => field === 'receptor' && rule === 'required',
  },
  // A payment has a term or none: `plazo` and `periodo` go together.
  {
    cause: field(/\.plazo$/),
    follows: (problem, cause) =>
      problem.message === cause.message &&
      problem.field === cause.field.replace(/plazo$/, 'periodo'),
  },
]

/**
 * The problems that follow from no other one, and of each field the first. Keeps their order. Each row keeps its
 * causes, so something always remains.
 */
export function withoutConsequences(problems: readonly Problem[]): readonly Problem[] {
  const causes = ROWS.reduce(
    (left, { cause, follows }) =>
      left.filter(
        (problem) =>
          cause(problem) || !left.some((other) => cause(other) && follows(problem, other)),
      ),
    problems,
  )
  return causes.filter(({ field }, at) => causes.findIndex((one) => one.field === field) === at)
}
