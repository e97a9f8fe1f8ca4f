/** Commit 2: what the ministry answered about documents. */
import type { Batch } from '../../base/db/batches.ts'
import type { Pool } from '../../base/db/pool.ts'
import { inOneStatement } from '../../base/db/query.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { settleClaimsSql } from '../../ledger/claims/claims.ts'
import {
  type Advance,
  ANSWERED_SQL,
  advanceSql,
  answeredValues,
  isAjeno,
  type Moved,
  movedSql,
} from '../../ledger/documents/advance.ts'
import { holdSealed, holdSealedSql } from '../../ledger/holding/holding.ts'
import { closeFence, heldByAnother } from '../../ledger/marks/marks.ts'
import { tellMoved, tellMovedSql } from '../../ledger/outbox/tell.ts'

/** A document with the ministry's answer, and the pool to record it with. */
export interface Answered extends Advance {
  readonly pool: Pool
}

type Row = Moved & { readonly codigo_generacion: string }

/**
 * After the commit each document is in the state of its verdict, for repeats too; on failure, none is. Null where
 * its state does not allow the transition: another worker was first. The documents are distinct, because all
 * transitions are one statement, and on a cluster they are of one company (commits.ts). A document whose code
 * another one has closes the fence with the same commit.
 */
export async function recordVerdicts(batch: Batch<Answered>): Promise<(Moved | null)[]> {
  const { pool } = batch[0]
  return transaction(pool, async (tx) => {
    const ajenos = batch.filter(({ move }) => isAjeno(move.outcome))
    const ending = ajenos.length === 0 ? 'commit' : 'open'
    const rows = await (pool.options.isCluster ? moveInTurn : moveAtOnce)(tx, batch, ending)
    const moved = new Map(rows.map((row) => [row.codigo_generacion.toUpperCase(), row]))
    const ajeno = ajenos.find(({ which }) => moved.has(which.codigoGeneracion))
    if (ajeno) await closeFence(tx, heldByAnother(ajeno.which.codigoGeneracion))
    return batch.map(({ which }) => {
      const row = moved.get(which.codigoGeneracion)
      return row ? { estado: row.estado, settled: row.settled } : null
    })
  })
}

/** Whether the last statement takes COMMIT along. */
type Ending = 'commit' | 'open'

function moveAtOnce(tx: Tx, batch: Batch<Answered>, ending: Ending): Promise<readonly Row[]> {
  const steps = {
    answered: ANSWERED_SQL,
    moved: advanceSql('answered'), //     to the state of the verdict, by the rows of estados.ts
    held: holdSealedSql('moved'), //      what was sealed enters the holding area
    settled: settleClaimsSql('moved'), // the first outcome of a claim is kept
    told: tellMovedSql('moved'), //       and the feed will say so
  }
  const statement = { sql: inOneStatement(steps, movedSql()), values: answeredValues(batch) }
  return ending === 'commit'
    ? tx.commitWith<Row>(statement)
    : tx.many<Row>(statement.sql, statement.values)
}

/** With the company as a value on each table, a cluster sends it whole to that company's machine. */
const MOVE = inOneStatement(
  {
    answered: ANSWERED_SQL,
    moved: advanceSql('answered', {
      ...{ company: '$18', among: 'and d.codigo_generacion = any ($2::uuid[])' },
    }),
    settled: settleClaimsSql('moved', '$18'),
  },
  movedSql(['was', 'ambiente', 'at']),
)

interface MovedRow extends Row {
  readonly was: string
  readonly ambiente: string
  readonly at: Date
}

/** The same for one company, each table's rows by statements of their own but those of the first. */
async function moveInTurn(tx: Tx, batch: Batch<Answered>, ending: Ending): Promise<readonly Row[]> {
  const { companyId } = batch[0].which
  const rows = await tx.many<MovedRow>(MOVE, [...answeredValues(batch), companyId])
  const moved = rows.map((row) => ({ ...row, companyId, codigoGeneracion: row.codigo_generacion }))
  const [first, ...others] = [
    ...moved.filter(({ estado }) => estado === 'sellado').map(holdSealed),
    ...moved.filter(({ estado, was }) => estado !== was).map(tellMoved),
  ]
  if (!first) return rows
  if (ending === 'commit') await tx.commitWith(first, ...others)
  else for (const { sql, values } of [first, ...others]) await tx.run(sql, values)
  return rows
}
