/**
 * The marks that a cluster's machines keep, with each machine a schema of one PostgreSQL: a machine that went back to
 * an earlier moment closes the fence, and one that is away does not.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_ONE } from '../../../test/citus.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { createFence } from './fence.ts'
import { forgetMachineMarks, moveMachineMarks, recordRestored } from './machines.ts'

/** As Citus has them: the coordinator's group is 0, and a machine is asked by its address. */
const CITUS = [
  `create table pg_dist_node (groupid int, nodename text, nodeport int, noderole text, isactive boolean)`,
  `insert into pg_dist_node values
     (0, 'c', 1, 'primary', true), (2, 'm2', 2, 'primary', true), (1, 'm1', 1, 'primary', true),
     (3, 'm3', 3, 'secondary', true), (4, 'm4', 4, 'primary', false)`,
  `create table away (host text)`,
  `create function master_run_on_worker(hosts text[], ports int[], commands text[], parallel boolean)
   returns table (success boolean, result text) language plpgsql as $$
   begin
     if hosts[1] in (select host from away) then
       return query select false, 'no connection'; return;
     end if;
     perform set_config('search_path', hosts[1], true);
     begin
       success := true;
       if commands[1] ~ '^(create|insert)' then execute commands[1];
       else execute commands[1] into result; end if;
     exception when others then success := false; result := sqlerrm;
     end;
     perform set_config('search_path', 'public', true);
     return next;
   end $$`,
  'create schema m1',
  'create schema m2',
]

let database: TestDatabase
let pool: Pool
before(async () => {
  if (ON_ONE.skip) return
  database = await createTestDatabase()
  pool = database.createPool({ isCluster: true })
  for (const sql of CITUS) await pool.many(sql)
})
after(() => database?.drop())

const answering = (m2 = true) =>
  new Map([
    ['m1:1', true],
    ['m2:2', m2],
  ])
const beats = async () =>
  (await pool.many<{ beats: bigint }>('select beats from machine_marks order by groupid')).map(
    (row) => Number(row.beats),
  )

test('one PostgreSQL has no machines', ON_ONE, async () => {
  assert.deepEqual(await moveMachineMarks(database.createPool()), {
    restored: [],
    answering: new Map(),
  })
})

test('each machine that works counts on, and one that is away is told', ON_ONE, async () => {
  const first = await moveMachineMarks(pool)
  assert.deepEqual(first, { restored: [], answering: answering() })
  assert.deepEqual([...first.answering.keys()], ['m1:1', 'm2:2'], 'in the order of their groups')
  assert.deepEqual(await beats(), [1, 1])
  await moveMachineMarks(pool)
  await pool.many(`insert into away values ('m2')`)
  assert.deepEqual(await moveMachineMarks(pool), { restored: [], answering: answering(false) })
  assert.deepEqual(await beats(), [3, 2])
  await pool.many('delete from away')
  await moveMachineMarks(pool)
  assert.deepEqual(await beats(), [4, 3])
})

test(
  'a machine that went back is told with its last moment, or with none if it has nothing',
  ON_ONE,
  async () => {
    const backTo = '2026-11-01 10:00:00+00'
    await statement(pool, 'update m2.machine_mark set beats = beats - 1, alive_at = $1', [backTo])
    const restored = [{ machine: 2, backTo }]
    assert.deepEqual(await moveMachineMarks(pool), { restored, answering: answering() })
    assert.deepEqual(await beats(), [5, 3], 'its own count is not forgotten')
    await pool.many('drop table m2.machine_mark')
    const empty = [{ machine: 2, backTo: null }]
    assert.deepEqual(await moveMachineMarks(pool), { restored: empty, answering: answering() })
  },
)

test('a machine that went back closes the fence, as of its last moment', ON_ONE, async () => {
  await statement(pool, `update machine_marks set since = '2026-10-01 00:00:00+00'`)
  const lines: string[] = []
  const log = createLog('fatal', { write: (line: string) => void lines.push(line) })
  const fence = createFence({ pool, log })
  const marks = () =>
    pool.many('select groupid, back_to from machine_marks where back_to is not null')
  await fence.check()
  assert.deepEqual(await marks(), [{ groupid: 2, back_to: new Date('2026-10-01T00:00:00Z') }])
  assert.equal(fence.isOpen, false)
  assert.deepEqual(fence.machines, answering())
  const { reason } = await pool.one<{ reason: string }>('select reason from database_marks')
  const text =
    'Una máquina del clúster está en un momento anterior al que este servicio ya había visto en ella.'
  assert.deepEqual([reason, lines.map((line) => JSON.parse(line).reason)], [text, [text]])
  // biome-ignore format: a table
  const later = [
    ['2026-10-02', '2026-10-01'],
    ['2026-09-30', '2026-09-30'],
    [null,         '2026-09-30'],
  ] as const
  for (const [backTo, day] of later) {
    await transaction(pool, (tx) =>
      recordRestored(tx, { machine: 2, backTo: backTo && `${backTo} 00:00:00+00` }),
    )
    const back_to = new Date(`${day}T00:00:00Z`)
    assert.deepEqual(await marks(), [{ groupid: 2, back_to }], `back to ${backTo}`)
  }
  await transaction(pool, forgetMachineMarks)
  assert.deepEqual(await beats(), [])
})

test('a machine that answers and cannot keep its mark is an error', ON_ONE, async () => {
  await pool.many('drop table m2.machine_mark')
  await pool.many('create view m2.machine_mark as select 1 as n')
  await assert.rejects(moveMachineMarks(pool), {
    message: 'a machine of the cluster cannot keep its mark: column "beats" does not exist',
  })
})
