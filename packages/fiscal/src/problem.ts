/** A problem that prevents issuing a document. */
export interface Problem {
  /** Path in the document: `receptor.direccion.distrito`, `cuerpoDocumento[2].uniMedida`. */
  readonly field: string
  /** The ministry's rule, catalogue or page (docs/sources.md#rules), or the structure's keyword. */
  readonly rule: string
  /** In Spanish, for a person: what is wrong and what to do. */
  readonly message: string
}

/** Joins `cuerpoDocumento[2]` and `uniMedida` to `cuerpoDocumento[2].uniMedida`. */
export function joinField(base: string, field: string): string {
  return base && field ? `${base}.${field}` : base || field
}
