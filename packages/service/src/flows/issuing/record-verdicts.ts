/** Commit 2: what the ministry answered about documents. */
import type { Batch } from '../../base/db/batches.ts'
import type { Pool } from '../../base/db/pool.ts'
import { inOneStatement } from '../../base/db/query.ts'
import { transaction } from '../../base/db/tx.ts'
import { settleClaimsSql } from '../../ledger/claims/claims.ts'
import {
  type Advance,
  ANSWERED_SQL,
  advanceSql,
  answeredValues,
  isAjeno,
  MOVED_SQL,
  type Moved,
} from '../../ledger/documents/advance.ts'
import { holdSealedSql } from '../../ledger/holding/holding.ts'
import { closeFence, heldByAnother } from '../../ledger/marks/marks.ts'
import { tellMovedSql } from '../../ledger/outbox/tell.ts'

/** A document with the ministry's answer, and the pool to record it with. */
export interface Answered extends Advance {
  readonly pool: Pool
}

type Row = Moved & { readonly codigo_generacion: string }

/**
 * After the commit each document is in the state of its verdict, for repeats too; on failure, none is. Null where
 * its state does not allow the transition: another worker was first. The documents are distinct, because all
 * transitions are one statement. A document whose code
 * another one has closes the fence with the same commit.
 */
export async function recordVerdicts(batch: Batch<Answered>): Promise<(Moved | null)[]> {
  return transaction(batch[0].pool, async (tx) => {
    const steps = {
      answered: ANSWERED_SQL,
      moved: advanceSql('answered'), //     to the state of the verdict, by the rows of estados.ts
      held: holdSealedSql('moved'), //      what was sealed enters the holding area
      settled: settleClaimsSql('moved'), // the first outcome of a claim is kept
      told: tellMovedSql('moved'), //       and the feed will say so
    }
    const sql = inOneStatement(steps, MOVED_SQL)
    const values = answeredValues(batch)
    const ajenos = batch.filter(({ move }) => isAjeno(move.outcome))
    const rows =
      ajenos.length === 0
        ? await tx.commitWith<Row>({ sql, values })
        : await tx.many<Row>(sql, values)
    const moved = new Map(rows.map((row) => [row.codigo_generacion.toUpperCase(), row]))
    const ajeno = ajenos.find(({ which }) => moved.has(which.codigoGeneracion))
    if (ajeno) await closeFence(tx, heldByAnother(ajeno.which.codigoGeneracion))
    return batch.map(({ which }) => {
      const row = moved.get(which.codigoGeneracion)
      return row ? { estado: row.estado, settled: row.settled } : null
    })
  })
}
