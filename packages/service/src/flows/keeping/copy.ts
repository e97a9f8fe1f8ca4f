/**
 * Stores the files of sealed documents in their companies' destinations when the database says that they are due:
 * documents that another process sealed, that were sealed after their call, or whose copy failed before. What a
 * call of this process sealed is copied from memory (copy-sealed.ts).
 */

import { describeError } from '../../base/log.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { MINUTE_MS, RETRY_MS } from '../../base/time/durations.ts'
import { nextTurn, yieldIfLarge } from '../../base/time/event-loop.ts'
import {
  type DueCopy,
  type PendingCopy,
  postponeCopies,
  takePendingCopies,
} from '../../ledger/holding/copies.ts'
import { copyBatch, type Files, type ToCopy } from './copy-batch.ts'
import { type FileSubject, findFileSubject, signedOf } from './file-subject.ts'
import { jsonFileOf, pdfFileOf } from './files.ts'
import type { Keeper } from './keeper.ts'
import { pathsOf } from './paths.ts'

/** Batch size: a batch shares two statements, and one flush for each destination. */
const BATCH = 16
/** Concurrent batches: while one waits for its destination, others are rendered. */
const LANES = 8
/** The lease: longer than a batch can take, a slow disk included. */
const LEASE_MS = 10 * MINUTE_MS
const RETRY_MS_MAX = 30 * MINUTE_MS

/** Runs until nothing is due. Returns the number of documents whose files are in place. */
export async function copyDue(deps: Keeper, signal?: AbortSignal): Promise<number> {
  const first = await copySome(deps)
  if (first.taken < BATCH || signal?.aborted) return first.copied
  const lanes = Array.from({ length: LANES }, () => copyUntilNone(deps, signal))
  const counts = await Promise.all(lanes)
  return counts.reduce((sum, count) => sum + count, first.copied)
}

async function copyUntilNone(deps: Keeper, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const { taken, copied } = await copySome(deps)
    count += copied
    if (taken < BATCH || signal?.aborted) return count
  }
}

/** Copies one batch. Failed ones are retried later. */
async function copySome(deps: Keeper): Promise<{ taken: number; copied: number }> {
  const { pool, clock, log } = deps
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const pending = await takePendingCopies(pool, { now, leaseUntil, limit: BATCH })
  const batch = pending.map((one) => toCopy(deps, one))
  const failed = await copyBatch(deps, batch).catch((error: unknown) => {
    log.error({ job: 'copy', error: describeError(error) }, 'a batch of files is made again')
    return pending
  })
  const then = clock.now()
  for (const one of failed) await postpone(deps, one, then)
  return { taken: pending.length, copied: pending.length - failed.length }
}

function toCopy(deps: Keeper, pending: DueCopy): ToCopy {
  return {
    pending,
    begin() {
      // Reads the whole batch at once; one by one, each read would queue for a connection after the calls.
      const reading = read(deps, pending)
      reading.catch(() => {}) // the code that makes the files reports the failure
      return async () => {
        await nextTurn() // calls come first
        return filesOf(deps, await reading)
      }
    },
  }
}

async function postpone({ pool }: Keeper, pending: PendingCopy, now: Date): Promise<void> {
  const delayMs = Math.min(RETRY_MS * 2 ** Math.min(pending.copy_attempts - 1, 10), RETRY_MS_MAX)
  await postponeCopies(pool, pending, new Date(now.getTime() + delayMs))
}

async function read({ pool, secrets }: Keeper, pending: DueCopy): Promise<FileSubject | null> {
  const dataKey = decryptDataKey(secrets, pending.company_id, pending.data_key)
  const reader = {
    companyId: pending.company_id,
    ambiente: pending.ambiente,
    nit: pending.nit,
    dataKey,
  }
  return findFileSubject(pool, reader, pending.codigo_generacion)
}

async function filesOf({ printer }: Keeper, subject: FileSubject | null): Promise<Files> {
  await yieldIfLarge({ text: subject ? signedOf(subject).payload : '' })
  const json = subject && jsonFileOf(subject)
  if (!json) throw new Error('bug: what is in the holding area is not there, or has no seal')
  return { paths: pathsOf(subject), json, pdf: await pdfFileOf(subject, printer) }
}
