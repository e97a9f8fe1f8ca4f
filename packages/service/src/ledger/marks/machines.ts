/**
 * The marks of a cluster's machines. A machine counts how often it was asked, in a table of its own, and the coordinator
 * keeps the last count of each: one that is behind it was restored alone to an earlier moment, and its companies would
 * give out numbers twice.
 */
import { concurrently } from '../../base/concurrently.ts'
import { isUnavailable } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement, type Tx } from '../../base/db/tx.ts'

/** A machine that does not know what was seen of it. */
export interface Restored {
  /** Its group in pg_dist_node. */
  readonly machine: number
  /** The last moment that it knows; null: it knows nothing. */
  readonly backTo: string | null
}

/** What the machines answered. */
export interface Moved {
  readonly restored: readonly Restored[]
  /** By `host:port`: whether the machine answered. */
  readonly answering: ReadonlyMap<string, boolean>
}

interface Machine {
  readonly machine: number
  readonly host: string
  readonly port: number
  /** Null: it was never asked. */
  readonly beats: bigint | null
}

/**
 * Advances the mark of each machine that answers; those that were restored keep theirs. One PostgreSQL has no machines. A
 * machine that does not answer issues nothing, and is asked again the next time; one that answers and cannot keep a mark
 * is an error.
 */
export async function moveMachineMarks(pool: Pool): Promise<Moved> {
  if (!pool.options.isCluster) return { restored: [], answering: new Map() }
  const machines = await pool.many<Machine>(
    `select n.groupid as machine, n.nodename as host, n.nodeport as port, m.beats
       from pg_dist_node n left join machine_marks m on m.groupid = n.groupid
      where n.groupid <> 0 and n.noderole = 'primary' and n.isactive
      order by n.groupid`,
  )
  const found = await concurrently(machines, (machine) => moveOne(pool, machine))
  const answering = new Map(
    machines.map(({ host, port }, at) => [`${host}:${port}`, found[at] !== 'away'] as const),
  )
  return { restored: found.filter((one) => typeof one === 'object'), answering }
}

async function moveOne(pool: Pool, machine: Machine): Promise<Restored | 'away' | 'moved'> {
  const ask = (command: string) => askMachine(pool, machine, command)
  const answer = await advanced(ask, machine.beats ?? 0n)
  if (answer === null) return 'away'
  const [beats = '', backTo = ''] = answer.split('|')
  if (beats === '') return { machine: machine.machine, backTo: backTo === '' ? null : backTo }
  await statement(
    pool,
    `insert into machine_marks as m (groupid, beats) values ($1, $2)
     on conflict (groupid) do update set beats = greatest(m.beats, excluded.beats)`,
    [machine.machine, BigInt(beats)],
  )
  return 'moved'
}

/**
 * What `advance` answers; null: the machine is away. One that answers and cannot keep a mark is an error, because a
 * restore of it would not be noticed.
 */
async function advanced(ask: Ask, seen: bigint): Promise<string | null> {
  const first = await ask(advance(seen))
  if (first.success && first.result !== '') return first.result
  if (first === AWAY) return null
  if (!first.success && !(await ask('select 1')).success) return null
  // It joined the cluster, or has nothing of what it had. Another process may make the table at the same time.
  await ask(CREATE)
  await ask('insert into machine_mark (beats) values (0) on conflict do nothing')
  const { success, result } = await ask(advance(seen))
  if (!success) throw new Error(`a machine of the cluster cannot keep its mark: ${result}`)
  return result
}

/** What a machine answered: a value, or why not. */
interface Answer {
  readonly success: boolean
  readonly result: string
}

type Ask = (command: string) => Promise<Answer>

const AWAY: Answer = { success: false, result: '' }

async function askMachine(
  pool: Pool,
  { host, port }: Pick<Machine, 'host' | 'port'>,
  command: string,
): Promise<Answer> {
  try {
    return await pool.one<Answer>(
      `select success, coalesce(result, '') as result
         from master_run_on_worker(array[$1::text], array[$2::integer], array[$3::text], false)`,
      [host, port, command],
    )
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return AWAY // it does not even refuse connections, and the time of a statement ended
  }
}

const CREATE = `create table if not exists machine_mark (
  only_one boolean primary key default true check (only_one), beats bigint not null, alive_at timestamptz)`

/**
 * `beats|alive_at`: the count to which it advanced, or nothing where it is behind `seen`, and when it was last advanced
 * before. The statement reads the row as it was before.
 */
const advance = (seen: bigint) => `
  with moved as (update machine_mark set beats = beats + 1, alive_at = clock_timestamp()
                  where beats >= ${seen} returning beats)
  select coalesce((select beats from moved)::text, '') || '|' || coalesce(alive_at::text, '')
    from machine_mark`

/** With the fence that is closed for it: from when a reconciliation has to look. */
export async function recordRestored(tx: Tx, { machine, backTo }: Restored): Promise<void> {
  await tx.run(
    `update machine_marks set back_to = coalesce(least(back_to, $2::timestamptz), since)
      where groupid = $1`,
    [machine, backTo],
  )
}

/** With the fence that is opened: each machine goes on from the count that it has. */
export async function forgetMachineMarks(tx: Tx): Promise<void> {
  await tx.run('delete from machine_marks')
}
