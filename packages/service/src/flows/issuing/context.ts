/** The dependencies that issuing adds: its two commits. */
import type { Ctx, Deps } from '../context.ts'
import type { Commits } from './commits.ts'

export interface IssuingDeps extends Deps {
  readonly commits: Commits
}

export interface IssuingCtx extends Ctx, Pick<IssuingDeps, 'commits'> {}
