/**
 * Mutants that change nothing that anybody could observe, each with the reason. A row that no longer is a site fails
 * the test of this list.
 */

export interface Equivalent {
  readonly path: string
  /** The line as it is and as the mutant has it, with single spaces, as a run prints them. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = []
