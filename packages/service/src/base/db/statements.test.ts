import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementsOf } from './statements.ts'

// biome-ignore format: a table
const TEXTS: readonly (readonly [what: string, text: string, statements: readonly (readonly [sql: string, line: number])[]])[] = [
  ['nothing',                        '\n -- one; two\n',               []],
  ['the last one without its end',   'select 1;\nselect 2',            [['select 1', 1], ['select 2', 2]]],
  ['comments before them',           '-- a; b\n\nselect 1;\n-- c\n',   [['select 1', 3]]],
  ['a comment inside',               'select 1 -- one; two\n+ 1;',     [['select 1 -- one; two\n+ 1', 1]]],
  ['a long comment inside',          'select /* a;\nb */ 1;',          [['select /* a;\nb */ 1', 1]]],
  ['a text',                         "select 'it''s; -- a';select 2",  [["select 'it''s; -- a'", 1], ['select 2', 1]]],
  ['a quoted name',                  'select 1 as "a;b";',             [['select 1 as "a;b"', 1]]],
  ['the body of a function',         'do $$ begin; end $$;\nselect 2', [['do $$ begin; end $$', 1], ['select 2', 2]]],
  ['a body with a tag, with others', 'do $a$ $$;$$ $a$;select 2',      [['do $a$ $$;$$ $a$', 1], ['select 2', 1]]],
]
for (const [what, text, statements] of TEXTS) {
  test(what, () => {
    assert.deepEqual(
      statementsOf(text).map(({ sql, line }) => [sql, line]),
      statements,
    )
  })
}
