/** When each process last got an answer of the ministry, shared so that none declares an outage alone. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'

export interface Answered {
  readonly ambiente: Ambiente
  readonly processId: string
  readonly answeredAt: Date
}

/** Also forgets processes without an answer for a day: most have ended. */
export async function publishAnswer(
  pool: Pool,
  { ambiente, processId, answeredAt }: Answered,
): Promise<void> {
  await statement(
    pool,
    `with ended as (
       select ambiente, process_id from ministry_answers
        where answered_at < $3::timestamptz - interval '1 day' and process_id <> $2
          for update skip locked
     ), forgotten as (
       delete from ministry_answers a using ended e
        where a.ambiente = e.ambiente and a.process_id = e.process_id
     )
     insert into ministry_answers as a (ambiente, process_id, answered_at) values ($1, $2, $3)
     on conflict (ambiente, process_id) do update set answered_at = greatest(a.answered_at, excluded.answered_at)`,
    [ambiente, processId, answeredAt],
  )
}

/** The latest answer that another process has published; null: none has. */
export async function lastAnswerOfOthers(
  db: Db,
  { ambiente, processId }: Pick<Answered, 'ambiente' | 'processId'>,
): Promise<Date | null> {
  const { last } = await db.one<{ last: Date | null }>(
    `select max(answered_at) as last from ministry_answers where ambiente = $1 and process_id <> $2`,
    [ambiente, processId],
  )
  return last
}
