/** GET /v1/storage/status: what each destination lacks (docs/wire.md#own-storage). */
import type { StorageStatus } from '@sello/contract'
import { isVerified } from '../../../ledger/destinations/verified.ts'
import { listPending } from '../../../ledger/holding/pending.ts'
import { admittedOf } from '../admitted.ts'
import type { Answered, Asked } from '../route.ts'

export async function handleStorageStatus({ call }: Asked): Promise<Answered> {
  const pending = await listPending(call.deps.pool, admittedOf(call))
  const status: StorageStatus = {
    destinos: pending.map(({ destinationId, verifiedAt, pendientes, desde, problem }) => ({
      id: destinationId,
      listo: isVerified(verifiedAt, call.at),
      pendientes,
      desde: desde?.toISOString() ?? null,
      ultimoError: problem,
    })),
  }
  return { body: status }
}
