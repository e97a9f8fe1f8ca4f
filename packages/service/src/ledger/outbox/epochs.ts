/** After a restore every feed begins again: positions after the restored ones had been given to what is lost. */
import type { Tx } from '../../base/db/tx.ts'

/**
 * With the commit the next thing that each feed tells is `feed.restaurado`. Called while the mark of the database
 * still shows the instant that it was restored to, in the commit that lets issuing go on.
 */
export async function beginEpoch(tx: Tx, now: Date): Promise<void> {
  await tx.run(
    `with mark as (
       select alive_at, (extract(epoch from clock_timestamp()) * 1000)::bigint as epoch from database_marks
     ), begun as (
       insert into feeds as f (company_id, ambiente, last)
       select company_id, ambiente, 1 from companies cross join unnest(array['00', '01']) as a (ambiente)
        order by 1, 2
       on conflict (company_id, ambiente) do update set last = f.last + 1
       returning company_id, ambiente, last
     ), noted as (
       insert into feed_epochs (company_id, ambiente, epoch, after, desde)
       select company_id, ambiente, epoch, last - 1, alive_at from begun, mark
     )
     insert into feed (company_id, ambiente, position, tipo, at)
     select company_id, ambiente, last, 'feed.restaurado', $1 from begun`,
    [now],
  )
}
