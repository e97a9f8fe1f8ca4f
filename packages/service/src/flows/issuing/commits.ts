/**
 * The two commits as calls use them: concurrent calls share one commit, with its round trips and its disk write.
 * This file decides which calls share; the transactions are in record-firmados.ts and record-verdicts.ts.
 */
import { Refused } from '@sello/contract'
import { lineasDe } from '@sello/fiscal'
import type { Sign } from '@sello/vault'
import { type BatchRules, batched } from '../../base/db/batches.ts'
import { isDeadlock, isLockTimeout, isUnavailable } from '../../base/db/errors.ts'
import type { Moved } from '../../ledger/documents/advance.ts'
import { type Firmado, firmadoOf, type Numerado } from '../../ledger/documents/firmado.ts'
import type { Ctx } from '../context.ts'
import type { Draft } from './draft.ts'
import { runsAlone, seriesOf, type Unsigned, unsignedOf } from './number.ts'
import { busy, recordFirmados } from './record-firmados.ts'
import { type Answered, recordVerdicts } from './record-verdicts.ts'

export interface Commits {
  /** Commit 1. Null where another request holds the document's claim. */
  recordFirmado(ctx: Ctx, draft: Draft, sign: Sign): Promise<Firmado | null>
  /** Commit 1 of a document that is only prepared: its number is reserved and nothing is signed. */
  recordReservado(ctx: Ctx, draft: Draft): Promise<Numerado | null>
  /** Commit 2. Null where another worker recorded a verdict first. */
  recordVerdict(answered: Answered): Promise<Moved | null>
}

export function createCommits(): Commits {
  const record = batched(recordFirmados, OF_ONE_SERIES)
  return {
    async recordFirmado(ctx, draft, sign) {
      const numerado = await record(unsignedOf(ctx, draft, sign))
      return numerado && firmadoOf(numerado)
    },
    recordReservado: (ctx, draft) => record(unsignedOf(ctx, draft, null)),
    recordVerdict: batched(recordVerdicts, OF_ANY_DOCUMENTS),
  }
}

/**
 * The largest batch, in units of one signature (0.25 ms). Numbering, writing, encrypting and deflating a line
 * costs about a twentieth of a unit. At most about 5 ms, so the process stays responsive.
 */
const WEIGHT_MAX = 20

/** How long a caller waits for a number with the vault open while another transaction holds the series. */
const WAIT_MS_MAX = 10_000

/** From locking its counter to the commit a series is serial, so its documents share one commit. */
export const OF_ONE_SERIES: BatchRules<Unsigned> = {
  laneOf: (unsigned) => Object.values(seriesOf(unsigned)).join('/'),
  weightMax: WEIGHT_MAX,
  weightOf: ({ draft }) =>
    runsAlone(draft) ? WEIGHT_MAX : 1 + lineasDe(draft.documento).length / 20,
  lateness: ({ ctx, since }) =>
    ctx.clock.now().getTime() - since.getTime() > WAIT_MS_MAX ? busy() : null,
  identityOf: ({ ctx: { key, claim } }) => `${key.keyId}\n${claim.idempotencyKey}`,
  // Do not retry item by item after an unknown commit or a lock timeout: the first may have succeeded, the
  // second concerns the whole series. Any other refusal belongs to an item that ran alone.
  isOneItems: (error) => !isUnavailable(error) && !(error instanceof Refused),
}

/** Two lanes: while one waits for the disk, the other takes new work. */
const LANES = 2
const SIZE_MAX = 64

export const OF_ANY_DOCUMENTS: BatchRules<Answered> = {
  // A document's code picks its lane: it is random, and the same document never runs in both. On a cluster a
  // transaction has one company, so that a machine that is away stops its own companies alone.
  laneOf: ({ pool, which }) =>
    pool.options.isCluster
      ? which.companyId
      : String(Number.parseInt(which.codigoGeneracion.slice(0, 2), 16) % LANES),
  weightMax: SIZE_MAX,
  weightOf: () => 1,
  lateness: () => null, // a verdict is never too late
  identityOf: ({ which }) => which.codigoGeneracion,
  // Moving is a compare-and-set, so after a lock timeout each item is safely retried alone.
  isOneItems: (error) => isLockTimeout(error) || isDeadlock(error) || !isUnavailable(error),
}
