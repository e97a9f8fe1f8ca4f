import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sitesOf } from './operators.ts'

// biome-ignore format: a table
const OF_CODE: readonly (readonly [what: string, before: string, ...afters: string[]])[] = [
  ['comparison turned',    'a < b',                        'a <= b', 'a >= b'],
  ['comparison turned',    'a === b',                      'a !== b'],
  ['and, or',              'a && b',                       'a || b'],
  ['condition left out',   'a || b',                       'a', 'b'],
  ['condition negated',    'if (a) b()',                   'if (!(a)) b()'],
  ['condition negated',    'a ? b : c',                    '!(a) ? b : c'],
  ['condition negated',    '!a',                           'a'],
  ['arithmetic turned',    'a + b',                        'a - b'],
  ['arithmetic turned',    "a + 'b'"],
  ['number moved',         'a[0]',                         'a[1]', 'a[(-1)]'],
  ['number moved',         'const a = { 1: b }'],
  ['constant turned',      'f(true)',                      'f(false)'],
  ['text emptied',         "f('a')",                       "f('')"],
  ['text emptied',         `f(\`a \${b}\`)`,               "f('')"],
  ['text emptied',         "throw new Error('bug: a')"],
  ['text emptied',         "class A extends Error { override readonly name = 'A' }"],
  ['text emptied',         "import { a } from 'b'"],
  ['text emptied',         "type A = 'a' | 'b'"],
  ['call left out',        'await f(a)',                   '{}'],
  ['call left out',        'const a = f(b)'],
  ['assignment left out',  'a += 1',                       '{}'],
  ['early end left out',   'if (a) return b',              '{}'],
  ['early end left out',   'if (a) { b(); throw c }',      '{}'],
  ['early end left out',   'if (a) return b; else c()'],
  ['row left out',         'const A = [1, 2]',             'const A = [2]', 'const A = [1]'],
  ['row left out',         'const A = { a: 1, b } as const', 'const A = { b } as const', 'const A = { a: 1 } as const'],
  ['row left out',         'f({ a: 1, ...b })',            'f({ a: 1 })'],
  ['body emptied',         'function f(): void { g(); h() }', 'function f(): void {}'],
  ['body emptied',         'function f() { return g() }'],
  ['method turned',        'a.some(b)',                    'a.every(b)'],
  ['method left out',      'a.filter(b).map(c)',           'a.map(c)'],
  ['anchor left out',      '/^a$/u.test(b)',               '/a$/u.test(b)', '/^a/u.test(b)'],
]

// biome-ignore format: a table
const OF_SQL: typeof OF_CODE = [
  ['turned in SQL',          'select from a where b <= c',             'select from a where b < c', 'select from a where b > c'],
  ['turned in SQL',          'select from a where b = c',              'select from a where b <> c'],
  ['turned in SQL',          'select from a where b <> all($1)',       'select from a where b = all($1)'],
  ['turned in SQL',          'select a from b order by c, d desc',     'select a from b order by c desc, d desc', 'select a from b order by c, d asc'],
  ['turned in SQL',          'select from a where b or c',             'select from a where b and c'],
  ['turned in SQL',          'select from a where b between 1 and 2'],
  ['turned in SQL',          'update a set b = 1'],
  ['turned in SQL',          'select from a where b is null',          'select from a where b is not null'],
  ['turned in SQL',          'select from a where not exists (select)', 'select from a where exists (select)'],
  ['turned in SQL',          'select max(a) from b',                   'select min(a) from b'],
  ['condition left out',     'select from a where b = 1 and (c or d) limit 1',
    'select from a where b = 1 limit 1', 'select from a where (c or d) limit 1',
    'select from a where b = 1 and (c) limit 1', 'select from a where b = 1 and (d) limit 1'],
  ['condition left out',     'select from a where b = 1 for update',   'select from a for update'],
  ['condition left out',     `select from a where \${b} and c = (select 1 where d)`,
    `select from a where \${b}`, 'select from a where c = (select 1 where d)', `select from a where \${b} and c = (select 1 )`],
  ['member left out in SQL', "select from a where b in ('c', 'd')",    "select from a where b in ('d')", "select from a where b in ('c')"],
  ['member left out in SQL', 'update a set b = 1, c = f(2, 3) where d', 'update a set c = f(2, 3) where d', 'update a set b = 1 where d'],
  ['number moved in SQL',    'select a from b limit $1',               'select a from b limit $1 + 1', 'select a from b limit $1 - 1'],
  ['number moved in SQL',    'select a from b offset 2',               'select a from b offset 3', 'select a from b offset 1'],
  ['number moved in SQL',    'select 1 from a where exists (select 1)'],
  ['number moved in SQL',    'update a set b = c returning 1'],
  ['number moved in SQL',    'select 1, 2 from a',                     'select 2, 2 from a', 'select 0, 2 from a', 'select 1, 3 from a', 'select 1, 1 from a'],
  ['lock left out',          'select a from b for update of c skip locked', 'select a from b', 'select a from b for update of c'],
  ['distinct left out',      'select count(distinct a) from b',        'select count(a) from b'],
  ['text emptied',           'no statement',                           ''],
]

const tidy = (text: string) =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/ (?=\))|(?<=\() | $|^ /g, '')

for (const [what, before, ...afters] of OF_CODE) {
  test(`${what}: ${before}`, () => {
    const sites = sitesOf('a.ts', before, { isSql: false })
    assert.deepEqual(
      sites.filter((site) => site.what === what).map(({ after }) => tidy(after)),
      afters,
    )
  })
}

for (const [what, before, ...afters] of OF_SQL) {
  test(`${what}: ${before}`, () => {
    const sites = sitesOf('a.ts', `f(\`${before}\`)`, { isSql: true })
    const found = sites
      .filter((site) => site.what === what)
      .map(({ after }) => tidy(after.slice(3, -2)))
    assert.deepEqual(found.sort(), afters.map(tidy).sort())
  })
}
