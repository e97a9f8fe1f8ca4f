/** What issuing needs in addition: its two commits. */
import type { Ctx, Deps } from '../context.ts'
import type { Commits } from './commits.ts'

interface WithCommits {
  readonly commits: Commits
}

export interface IssuingDeps extends Deps, WithCommits {}
export interface IssuingCtx extends Ctx, WithCommits {}
