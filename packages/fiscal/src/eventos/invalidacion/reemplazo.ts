/** The document that replaces a cancelled one. Source: docs/sources.md#invalidacion. */
import type { Problem } from '../../problem.ts'

/** The known facts about the requested replacement; null: the company has no such document. */
export interface Reemplazo {
  readonly codigoGeneracion: string
  readonly tipoDte: string
  readonly selloRecibido: string | null
  readonly invalidado: boolean
  /** Its own invalidation, signed and without an answer, which may have cancelled it. */
  readonly invalidacionEnCurso: string | null
  /** The code of another cancelled document that it already replaces. */
  readonly reemplazaA: string | null
}

interface Target {
  readonly codigoGeneracion: string
  readonly tipoDte: string
}

interface Row {
  readonly holds: (reemplazo: Reemplazo, target: Target) => boolean
  readonly message: (reemplazo: Reemplazo, target: Target) => string
}

/** Checked in order: only the first failing check is reported. */
const ROWS: readonly Row[] = [
  {
    holds: (r, t) => r.codigoGeneracion !== t.codigoGeneracion,
    message: () =>
      'Un documento no se reemplaza a sí mismo; escriba el código del que lo reemplaza.',
  },
  {
    holds: (r, t) => r.tipoDte === t.tipoDte,
    message: (r, t) =>
      `El reemplazo es de tipo ${r.tipoDte} y el documento que se anula de tipo ${t.tipoDte}; emita uno del mismo tipo.`,
  },
  {
    holds: (r) => !r.invalidado,
    message: () => 'El reemplazo está anulado; emita otro y escriba su código.',
  },
  {
    holds: (r) => r.invalidacionEnCurso === null,
    message: (r) =>
      `El reemplazo tiene en curso su propia invalidación (${r.invalidacionEnCurso}); espere su respuesta o use otro.`,
  },
  {
    holds: (r) => r.selloRecibido !== null,
    message: () =>
      'El reemplazo todavía no tiene sello de Hacienda; consúltelo y repita la anulación cuando esté sellado.',
  },
  {
    holds: (r, t) => r.reemplazaA === null || r.reemplazaA === t.codigoGeneracion,
    message: (r) =>
      `Ese documento ya reemplaza al ${r.reemplazaA}; emita otro y escriba su código.`,
  },
]

/**
 * Why a document cannot replace the target, or null. It must be sealed, of the same type, not the target itself,
 * not cancelled or being cancelled, and not already a replacement of another document.
 */
export function checkReemplazo(reemplazo: Reemplazo | null, target: Target): Problem | null {
  if (reemplazo === null) {
    return problem('No hay un documento con ese código en la empresa y el ambiente; revíselo.')
  }
  const broken = ROWS.find((row) => !row.holds(reemplazo, target))
  return broken ? problem(broken.message(reemplazo, target)) : null
}

function problem(message: string): Problem {
  return { field: 'codigoGeneracionReemplazo', rule: 'MF-10', message }
}
