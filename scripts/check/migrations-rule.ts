/**
 * What a migration must not do to a large table: hold a lock while it scans all of it. Calls wait for the lock, and
 * give up after two seconds (docs/operations.md#rolling-restart).
 */
import type { SourceFile } from './files.ts'
import type { Rule } from './rule.ts'
import type { Finding } from './step.ts'

const MIGRATION = /^packages\/service\/migrations\/(\d{4})-[^/]+\.sql$/
/** Migrations older than the rule. */
const OLDER = 28
/** Marks a statement whose table has few rows, with the reason. */
const SMALL = /-- small: \S+/

/** An example of a migration. */
export const file = (number: string, text: string) => ({
  path: `packages/service/migrations/${number}-x.sql`,
  text,
})

export const migrationsRule: Rule = {
  name: 'migrations',
  bad: [
    file('0029', 'create index a on documents (b)'),
    file('0029', 'create unique index a on documents (b);'),
    file('0029', 'alter table documents alter column a set not null;'),
    file('0029', 'alter table documents add constraint a check (b > 0);'),
    file('0029', 'alter table documents\n  add foreign key (a) references b;'),
  ],
  good: [
    file('0026', 'create index a on documents (b);'),
    file('0029', 'create index concurrently a on documents (b);'),
    file('0029', 'create table c (b int);\ncreate index a on c (b);'),
    file('0029', 'alter table documents add constraint a check (b > 0) not valid;'),
    file('0029', '-- small: one row a company\nalter table places add constraint a check (b > 0);'),
    file('0029', "comment on index a is 'create index a on documents';"),
  ],
  find: ({ files }) => inMigrations(files, OLDER, findingsIn),
}

/** What is found in the migrations after number `older`. */
export function inMigrations(
  files: readonly SourceFile[],
  older: number,
  findingsIn: (path: string, text: string) => readonly Finding[],
): readonly Finding[] {
  return files.flatMap(({ path, text }) => {
    const [, number = '0'] = MIGRATION.exec(path) ?? []
    return Number(number) > older ? findingsIn(path, text) : []
  })
}

function findingsIn(path: string, text: string) {
  const made = new Set([...text.matchAll(/create table (\w+)/gi)].map(([, table]) => table))
  let line = 1
  return text.split(';').flatMap((statement) => {
    const at = line + statement.length - statement.trimStart().length
    line += statement.split('\n').length - 1
    const message = SMALL.test(statement) ? null : complaint(statement, made)
    return message === null ? [] : [{ file: path, line: Math.min(at, line), message }]
  })
}

function complaint(statement: string, made: ReadonlySet<string | undefined>): string | null {
  const sql = statement.replace(/--[^\n]*/g, '').trim()
  const index = /^create (?:unique )?index (?!concurrently)[\s\S]*? on (?:only )?(\w+)/i.exec(sql)
  if (index && !made.has(index[1])) {
    return 'an index on a table with rows is built with "create index concurrently", as the first statement'
  }
  const table = /^alter table (?:only )?(\w+)/i.exec(sql)?.[1]
  if (table === undefined || made.has(table)) return null
  if (/\bset not null\b/i.test(sql))
    return 'set not null reads the whole table: add a check, not valid'
  const adds = /\badd\s+(constraint\s+\w+\s+)?(check|foreign key)\b/i.test(sql)
  return adds && !/\bnot valid\b/i.test(sql)
    ? 'a constraint is added "not valid", and validated by a later migration'
    : null
}
