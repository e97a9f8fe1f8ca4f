/** What tells a database from its copies, also where the server discloses only a part of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { readIdentity } from './marks.ts'

/** In the place of PostgreSQL's own: of a server that refuses it, or fails otherwise. */
const failing = (code: string) => `
  create or replace function shadow.pg_control_system(out system_identifier bigint)
  language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`

test('a database is told by its cluster, its timeline and itself, and by itself where no more is disclosed', async () => {
  const database = await createTestDatabase()
  try {
    const pool = database.createPool()
    const { system, oid } = await pool.one<{ system: string; oid: string }>(
      `select system_identifier::text as system,
              (select oid::text from pg_database where datname = current_database()) as oid
         from pg_control_system()`,
    )
    assert.match(await readIdentity(pool), new RegExp(`^${system}/[0-9A-F]{8}/${oid}$`))
    await pool.many('create schema shadow')
    const shadowed = new URL(database.url)
    shadowed.searchParams.set('options', '-c search_path=shadow,pg_catalog,public')
    const hidden = database.createPool({ url: shadowed.href })
    await pool.many(failing('42501'))
    assert.equal(await readIdentity(hidden), oid)
    await pool.many(failing('22012'))
    await assert.rejects(readIdentity(hidden), { code: '22012' })
  } finally {
    await database.drop()
  }
})
