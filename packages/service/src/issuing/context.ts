/** What issuing needs in addition: the queue of its first commit. */
import type { Ctx, Deps } from '../context.ts'
import type { FirmadoQueue } from './commit-firmados.ts'

interface WithQueue {
  readonly firmadoQueue: FirmadoQueue
}

export interface IssuingDeps extends Deps, WithQueue {}
export interface IssuingCtx extends Ctx, WithQueue {}
