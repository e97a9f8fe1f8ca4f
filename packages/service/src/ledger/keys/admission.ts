/**
 * The statements of admission (admit.ts). One PostgreSQL does all of it in one. On a cluster a statement that writes
 * several tables is split by the coordinator, and what its parts return goes to every machine: there, one statement
 * reads, and one for each table writes, all of them on the company's machine.
 */
import type { Ambiente, IdempotencySpace, Scope } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import { DAY_MS, HOUR_MS, interval } from '../../base/time/durations.ts'
import { FEED_CALLS, type Kind } from './quota.ts'

/** A call whose company is known (key-companies.ts). */
export interface Known {
  readonly at: Date
  readonly keyId: string
  readonly peer: string | null
  readonly idempotencyKey: string
  readonly space: IdempotencySpace
  readonly hashes: readonly Buffer[]
  readonly kind: Kind
  readonly companyId: string
  readonly ambiente: Ambiente | ''
  readonly scopes: readonly Scope[] | null
  readonly requestId: string
  readonly route: string
}

/** The key with its company and its vault, its windows, and its claim; without a key, all of it is null. */
export interface Row {
  readonly key_id: string | null
  readonly counted_seq: bigint | null
  readonly counted_at: Date | null
  readonly [column: string]: unknown
}

/** Null: no such key, or a wrong secret. */
export const admitKnown = (pool: Pool, call: Known): Promise<Row | null> =>
  pool.options.isCluster ? admitOnCluster(pool, call) : admitAtOnce(pool, call)

async function admitAtOnce(pool: Pool, call: Known): Promise<Row | null> {
  const rows = await statement<Row>(pool, AT_ONCE, [
    ...readValues(call),
    call.requestId,
    call.route,
  ])
  return rows.find((row) => row.key_id !== null) ?? null
}

type Read = Row & { readonly ceiling: bigint; readonly is_countable: boolean }

async function admitOnCluster(pool: Pool, call: Known): Promise<Row | null> {
  const row = await pool.maybeOne<Read>(READ, readValues(call))
  if (row === null) return null
  const { at, requestId, companyId, keyId, route, peer, kind } = call
  const log = { sql: LOG, values: [at, requestId, companyId, keyId, route, peer] }
  const window = [companyId, keyId, kind]
  const counted = await transaction(pool, async (tx) => {
    if (!row.is_countable) return tx.commitWith<Counted>(log).then(() => [])
    const count = { sql: COUNT, values: [...window, row.ceiling, at] }
    return tx.commitWith<Counted>(log, count, { sql: REMEMBER, values: window })
  })
  const [{ seq = null, at: countedAt = null } = {}] = counted
  return { ...row, counted_seq: seq, counted_at: countedAt }
}

interface Counted {
  readonly seq: bigint
  readonly at: Date
}

const readValues = (call: Known) => [
  ...[call.at, call.keyId, call.peer, call.idempotencyKey, call.space, call.hashes, call.kind],
  ...[call.companyId, call.ambiente, call.scopes],
]

/** The first counted call inside a window. */
const firstOf = (windowMs: number) => `(
      select c.seq, c.at from rate_calls c
       where c.company_id = $8 and c.key_id = w.key_id and c.kind = w.kind
         and c.at > greatest($1, w.last_at) - ${interval(windowMs)}
       order by c.at, c.seq limit 1)`

const KEY = `
  select k.company_id, k.key_id, k.label, k.person_id is not null as is_persons, k.secret_hash, k.pepper_id, k.ambiente, k.scopes, k.tipos_dte,
         k.amount_max, k.expires_at, k.state, k.ip_ranges,
         cardinality(k.ip_ranges) = 0 or coalesce($3::inet <<= any (k.ip_ranges), false) as ip_allowed,
         c.production_since, c.tipos_dte as company_tipos_dte, k.vault_wrap, k.vault_failures,
         v.vault_id, v.private_key, v.valid_from, v.valid_to, c.data_key, c.row_format, c.entrega,
         c.nit, c.nrc, c.nombre, c.cod_actividad, c.desc_actividad, c.nombre_comercial, c.correo, c.autorizaciones, c.resolucion_donaciones,
         coalesce(p.telefono, c.telefono) as telefono, p.cod_estable, p.cod_punto_venta,
         case when p.departamento is null
              then array[c.departamento, c.municipio, c.distrito, c.complemento]
              else array[p.departamento, p.municipio, p.distrito, p.complemento] end as direccion,
         (select max(d.verified_at) from storage_destinations d
           where d.company_id = $8) as storage_verified_at,
         l.hour as limit_hour, l.day as limit_day,
         w.last_seq, h.seq as hour_seq, h.at as hour_at, y.seq as day_seq, y.at as day_at,
         least(coalesce(h.seq, w.last_seq + 1) + l.hour, coalesce(y.seq, w.last_seq + 1) + l.day) - 1 as ceiling
    from api_keys k
    join companies c on c.company_id = $8
    join points_of_sale p on p.company_id = $8 and p.point_of_sale_id = k.point_of_sale_id
    left join signing_vaults v on v.company_id = $8 and v.vault_id = k.vault_id and v.active
    join rate_windows w on w.company_id = $8 and w.key_id = k.key_id and w.kind = $7
   cross join lateral (select case w.kind when 'estado' then k.limit_status when 'novedades' then ${FEED_CALLS}
                                          else k.limit_hour end as hour,
                              case w.kind when 'cuota' then k.limit_day end as day) as l
    left join lateral ${firstOf(HOUR_MS)} as h on true
    left join lateral ${firstOf(DAY_MS)} as y on w.kind = 'cuota'
   where k.company_id = $8 and k.key_id = $2 and k.secret_hash = any ($6::bytea[])`

/** Whether the gates before the windows let a call of the key pass. */
const COUNTABLE = `state = 'active' and (expires_at is null or expires_at > $1) and ip_allowed
     and ambiente = $9 and (ambiente = '00' or production_since is not null)
     and ($10::text[] is null or scopes && $10::text[])`

/**
 * The row is always there: this is an update that reads the row as it is once it has its lock, where a plain one would
 * plan again. A neighbour's call that it waited for is in the counter and not in what was read of rate_calls: hence a
 * highest number that may be given out, and no count of rows.
 */
const countSql = (rows: string) => `
  insert into rate_windows as w (company_id, key_id, kind, last_seq, last_at)
  ${rows}
  on conflict on constraint rate_windows_pkey do update
     set last_seq = w.last_seq + 1, last_at = greatest(w.last_at, excluded.last_at)
   where w.last_seq < excluded.last_seq`

const OF_CLAIM = 'cl.body_hash, cl.claimed_at, cl.codigo_generacion, cl.outcome'
const CLAIM = `
  left join claims cl on cl.company_id = $8 and cl.key_id = key.key_id
        and cl.room = $5 and cl.idempotency_key = $4`

const AT_ONCE = `
with key as (${KEY}
), counted as (
  ${countSql(`
  select company_id, key_id, $7, ceiling, $1 from key
   where ${COUNTABLE}`)}
  returning w.company_id, w.key_id, w.kind, w.last_at, w.last_seq
), remembered as (
  insert into rate_calls (company_id, key_id, kind, at, seq) select * from counted
), logged as (
  insert into request_log (at, request_id, company_id, key_id, route, peer)
  select $1, $11, company_id, key_id, $12, $3::inet from key
)
select key.*, counted.last_seq as counted_seq, counted.last_at as counted_at,
       ${OF_CLAIM}
  from (select 1) as call left join key on true left join counted on true
  ${CLAIM}`

const READ = `
  select key.*, ${OF_CLAIM},
         ${COUNTABLE} and ceiling > last_seq as is_countable
    from (${KEY}) as key ${CLAIM}`

const LOG = `
  insert into request_log (at, request_id, company_id, key_id, route, peer) values ($1, $2, $3, $4, $5, $6)`

const COUNT = countSql('values ($1, $2, $3, $4, $5)')

/**
 * The last counted call of a window, which is this one unless its row was there before: then the window was full, and
 * its last call is that of a neighbour.
 */
const REMEMBER = `
  insert into rate_calls (company_id, key_id, kind, at, seq)
  select company_id, key_id, kind, last_at, last_seq
    from rate_windows where company_id = $1 and key_id = $2 and kind = $3
  on conflict do nothing
  returning seq, at`
