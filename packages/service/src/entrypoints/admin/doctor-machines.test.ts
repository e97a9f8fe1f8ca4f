/**
 * The machines of a cluster that do not answer, as the doctor tells of them. One PostgreSQL stands for a cluster of two
 * here: it has the tables in which Citus says where a company is, and what it is asked of one of them fails.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ON_ONE } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { fillTwoCompanies, NITS } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { companiesOf } from './doctor-machines.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool({ isCluster: true })

before(async () => {
  if (ON_ONE.skip) return
  await fillTwoCompanies(pool, newSecrets())
  for (const sql of [
    'create table pg_dist_shard (logicalrelid regclass, shardid bigint)',
    'create table pg_dist_placement (shardid bigint, groupid int)',
    `insert into pg_dist_shard values ('companies', 1), ('companies', 2)`,
    'insert into pg_dist_placement values (1, 7), (2, 8)',
    `create function get_shard_id_for_distribution_column(text, uuid) returns bigint language sql
       as $$ select case when $2 = '${idOf('uno')}' then 1 else 2 end $$`,
    `create function ask_machine(uuid) returns boolean language plpgsql as $$ begin
       if $1 = '${idOf('uno')}' then raise exception 'it is away' using errcode = '53300'; end if;
       return true; end $$`,
  ]) {
    await pool.many(sql)
  }
})

const look = (condition: string) => ({
  sql: (among: string) => `select nit from company_nits where ${condition} ${among} order by nit`,
  values: [],
})

test(
  'a machine that does not answer is told once, and the others’ companies are read',
  ON_ONE,
  async () => {
    const { readAll, machinesAway } = companiesOf(pool)
    const all = [{ nit: NITS.uno }, { nit: NITS.dos }]
    assert.deepEqual(await readAll(look('true')), all)
    assert.deepEqual(machinesAway(), [])
    for (let n = 0; n < 2; n += 1) {
      assert.deepEqual(await readAll(look('ask_machine(company_id)')), [{ nit: NITS.dos }])
    }
    assert.deepEqual(machinesAway(), [
      {
        ...{ gravedad: 'grave', codigo: 'maquina', nit: null, ambiente: null },
        mensaje:
          'La máquina 7 del clúster no responde: sus empresas no emiten, y de ellas no se revisó nada.',
        queHacer: 'Póngala en marcha; su dirección está en pg_dist_node, con groupid 7.',
      },
    ])
  },
)
