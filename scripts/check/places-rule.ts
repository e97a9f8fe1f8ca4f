/**
 * A migration puts a new table in its place on a cluster (ledger/cluster/tables.ts) in the statement after it, and adds
 * its foreign keys later: Citus takes no key between a table with a place and one without.
 */
import { statementsOf } from '../../packages/service/src/base/db/statements.ts'
import { TABLES } from '../../packages/service/src/ledger/cluster/tables.ts'
import { file, inMigrations } from './migrations-rule.ts'
import type { Rule } from './rule.ts'

/** Migrations older than the functions that give a place; `sello db distribute` places their tables. */
const OLDER = 79

export const placesRule: Rule = {
  name: 'places',
  bad: [
    file('0080', 'create table documents (a int);'),
    file(
      '0080',
      "create table documents (a int references b); select place_by_company('documents');",
    ),
    file('0080', "create table documents (a int); select place_on_each_machine('documents');"),
    file('0080', "create table people (a int); select place_by_company('people');"),
    file(
      '0080',
      "create table documents (a int); alter table documents add foreign key (a) references b; select place_by_company('documents');",
    ),
  ],
  good: [
    file('0079', 'create table documents (a int);'),
    file('0080', 'create table sessions (a int);'),
    file('0080', "create table people (a int); select place_on_each_machine('people');"),
    file(
      '0080',
      "create table documents (a int); select place_by_company('documents'); alter table documents add foreign key (a) references b;",
    ),
  ],
  find: ({ files }) => inMigrations(files, OLDER, findingsIn),
}

function findingsIn(path: string, text: string) {
  const statements = statementsOf(text)
  return statements.flatMap(({ sql, line }, at) => {
    const table = /^create table (?:if not exists )?(\w+)/i.exec(sql)?.[1] ?? ''
    const place = placeOf(table)
    if (place === null) return []
    const isPlaced = statements[at + 1]?.sql === place
    if (isPlaced && !/\breferences\b/i.test(sql)) return []
    const message = `"${place}" stands right after "create table ${table}", and foreign keys after that`
    return [{ file: path, line, message }]
  })
}

/** Null: on the coordinator, or a partition. */
function placeOf(table: string): string | null {
  if (TABLES.distributed.includes(table)) return `select place_by_company('${table}')`
  if (TABLES.reference.includes(table)) return `select place_on_each_machine('${table}')`
  return null
}
