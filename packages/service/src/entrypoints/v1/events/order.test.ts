import { testOrder } from '../../../../test/order-of-reads.ts'

/** Its calls have a window of their own. */
const FULL = `
  with w as (update rate_windows set last_seq = 240, last_at = now() where kind = 'novedades' returning *)
  insert into rate_calls (company_id, key_id, kind, at, seq)
  select company_id, key_id, kind, last_at, seq from w, generate_series(1, 240) as seq on conflict do nothing`

testOrder(
  'events',
  () => '/v1/events',
  [
    [
      'invalid_request',
      async (call, { deps }) => {
        await deps.pool.many(`delete from rate_calls where kind = 'novedades'`)
        await deps.pool.many(`update rate_windows set last_seq = 0 where kind = 'novedades'`)
        call.url += '?despues=ayer'
      },
    ],
  ],
  (_, { deps }) => deps.pool.many(FULL),
)
