/**
 * Rules for correctness that no ready-made tool knows. Each has a text that it must catch and one that it must
 * accept; both are tried before it is used.
 */
import ts from 'typescript'
import { isTest, isTool } from './files.ts'
import { lanesRule } from './lanes-rule.ts'
import { migrationsRule } from './migrations-rule.ts'
import { placesRule } from './places-rule.ts'
import { findingAt, nodesOf, pathOf, sourcesOf } from './program.ts'
import type { Project, Rule } from './rule.ts'
import { transactionRule } from './transaction-rule.ts'

const SERVICE = 'packages/service/src/'

/** Only `config.ts` reads the environment. */
const environment: Rule = {
  name: 'environment',
  bad: [
    example(`${SERVICE}outside/ministry/x.ts`, 'export const host = process.env.SELLO_HOST'),
    example(`${SERVICE}outside/ministry/x.ts`, "import { env } from 'node:process'"),
  ],
  good: [
    example(`${SERVICE}base/config.ts`, 'export const host = process.env.SELLO_HOST'),
    example(`${SERVICE}outside/ministry/x.test.ts`, 'export const host = process.env.SELLO_HOST'),
    example('packages/cli/src/main.ts', 'readConfig(process.env)'),
    example('examples/x.ts', 'export const host = process.env.SELLO_HOST'), // a user's program
  ],
  find: byNode((node, path) => {
    const isEnv =
      (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env') ||
      (ts.isImportSpecifier(node) && node.getText() === 'env')
    if (!isEnv || path === `${SERVICE}base/config.ts` || isTest(path) || isTool(path)) return null
    if (path.startsWith('examples/')) return null
    return path === 'packages/cli/src/main.ts' ? null : 'only config.ts reads the environment'
  }),
}

/** The sources of real time and randomness; all other code receives them. */
const SOURCES_OF_TIME = [
  `${SERVICE}base/clock.ts`,
  `${SERVICE}main.ts`,
  'packages/console/src/clock.ts',
  'packages/cli/src/main.ts',
  'packages/cli/src/stopping.ts', // two signals of one Ctrl-C: nothing to replay
  'packages/mh-simulator/src/config.ts',
  'packages/client/src/platform.ts',
]
const TIME = /^(Date\.now|Math\.random|performance\.now|process\.hrtime(\.bigint)?)$/

const determinism: Rule = {
  name: 'determinism',
  bad: [
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const now = new Date()'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const now = Date.now()'),
    example('packages/fiscal/src/x.ts', 'const r = Math.random()'),
    example('packages/fiscal/src/x.ts', 'const clock = Date.now'),
  ],
  good: [
    example(`${SERVICE}base/clock.ts`, 'const now = new Date()'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const later = new Date(now.getTime() + 1000)'),
    example(`${SERVICE}entrypoints/jobs/x.test.ts`, 'const now = Date.now()'),
  ],
  find: byNode((node, path) => {
    const reads =
      (ts.isPropertyAccessExpression(node) && TIME.test(node.getText())) ||
      (ts.isNewExpression(node) &&
        node.expression.getText() === 'Date' &&
        (node.arguments?.length ?? 0) === 0)
    if (!reads || SOURCES_OF_TIME.includes(path) || isTest(path) || isTool(path)) return null
    return 'time and randomness are handed in, or a history cannot be replayed'
  }),
}

/**
 * The writers of the column: the ministry's answers for documents and events, the two ends of a reservation, and the
 * end of a mail.
 */
const MOVES = [
  `${SERVICE}ledger/documents/advance.ts`,
  `${SERVICE}ledger/documents/reservado.ts`,
  `${SERVICE}ledger/events/settle-event.ts`,
  `${SERVICE}ledger/events/cancel.ts`,
  `${SERVICE}ledger/deliveries/due.ts`,
]

/** Few functions write the column, and one creates the row (ledger/documents/firmado.ts). */
const estado: Rule = {
  name: 'estado',
  bad: [
    example(
      `${SERVICE}entrypoints/jobs/x.ts`,
      "tx.run(`update documents d\n set lease = null, estado = 'x'`)",
    ),
    example(
      `${SERVICE}entrypoints/jobs/x.ts`,
      "tx.run('insert into documents (estado) values ($1)')",
    ),
    example(`${SERVICE}entrypoints/jobs/x.ts`, "document.estado = 'sellado'"),
  ],
  good: [
    example(
      `${SERVICE}entrypoints/jobs/x.ts`,
      "tx.many(`select 1 from documents where estado = 'firmado'`)",
    ),
    example(
      `${SERVICE}entrypoints/jobs/x.ts`,
      "tx.run(`update documents set lease = 1 where estado = 'x'`)",
    ),
    example(`${SERVICE}ledger/documents/advance.ts`, "sql('update documents set estado = $1')"),
    example(`${SERVICE}ledger/documents/reservado.ts`, "sql('update documents set estado = $1')"),
  ],
  find: byNode((node, path) => {
    if (isTest(path) || isTool(path)) return null
    const sql = textOf(node)
    const sets = /\bset\b(?:(?!\bwhere\b)[\s\S])*?\bestado\s*=/i.test(sql ?? '')
    const assigns =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      /\.estado$/.test(node.left.getText())
    if ((sets || assigns) && !MOVES.includes(path)) {
      return 'estado is written by ledger/documents/advance.ts, ledger/documents/reservado.ts, ledger/events/settle-event.ts, ledger/events/cancel.ts and ledger/deliveries/due.ts alone'
    }
    const inserts = /\binsert\s+into\s+documents\b/i.test(sql ?? '')
    return inserts && path !== `${SERVICE}ledger/documents/firmado.ts`
      ? 'documents are inserted by ledger/documents/firmado.ts alone'
      : null
  }),
}

const CLAIMS = `${SERVICE}ledger/claims/claims.ts`

/** One module decides who holds an Idempotency-Key. */
const claims: Rule = {
  name: 'claims',
  bad: [
    example(
      `${SERVICE}entrypoints/jobs/x.ts`,
      "tx.run('delete from claims where outcome is null')",
    ),
    example(
      `${SERVICE}ledger/documents/x.ts`,
      'tx.run(`with a as (update claims c set outcome = 1) $' + '{b}`)',
    ),
  ],
  good: [
    example(CLAIMS, "tx.run('insert into claims (key_id) values ($1)')"),
    example(`${SERVICE}entrypoints/jobs/x.ts`, "tx.many('select 1 from claims')"),
  ],
  find: byNode((node, path) => {
    const writes = /\b(insert\s+into|update|delete\s+from)\s+claims\b/i.test(textOf(node) ?? '')
    return writes && path !== CLAIMS && !isTest(path) && !isTool(path)
      ? 'claims are written by ledger/claims/claims.ts alone'
      : null
  }),
}

const DURATIONS = `${SERVICE}base/time/durations.ts`

/** Lengths of time come from base/time/durations.ts, so that numbers of milliseconds have a name. */
const durations: Rule = {
  name: 'durations',
  bad: [
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const LEASE_MS = 10 * 60_000'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const DAY = 24 * 3_600 * 1000'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const day = 86400000'),
  ],
  good: [
    example(DURATIONS, 'export const MINUTE_MS = 60 * 1_000'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const BYTES_MAX = 16 * 1024 * 1024'),
    example(`${SERVICE}entrypoints/jobs/x.ts`, 'const LEASE_MS = 10 * MINUTE_MS'),
  ],
  find: byNode((node, path) => {
    // db/ imports nothing of the service, and a program that prints the settings reads config.ts.
    if (!path.startsWith(SERVICE) || path.startsWith(`${SERVICE}base/db/`)) return null
    if (path === DURATIONS || path === `${SERVICE}base/config.ts`) return null
    if (isTest(path) || isTool(path) || productOf(node.parent) !== null) return null
    const product = productOf(node)
    const isTime = product !== null && product >= 60_000 && product % 60_000 === 0
    return isTime
      ? 'minutes, hours and days are multiples of the units in base/time/durations.ts'
      : null
  }),
}

/** The value of a number, or of a product of numbers. */
function productOf(node: ts.Node | undefined): number | null {
  if (!node) return null
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken)
    return null
  const [left, right] = [productOf(node.left), productOf(node.right)]
  return left === null || right === null ? null : left * right
}

const tipoDte: Rule = {
  name: 'tipoDte',
  bad: [example(`${SERVICE}flows/issuing/x.ts`, "switch (request.tipoDte) { case '01': break }")],
  good: [
    example('packages/fiscal/src/tipos/x.ts', "switch (tipoDte) { case '01': break }"),
    example(`${SERVICE}flows/issuing/x.ts`, "switch (answer.kind) { case 'sealed': break }"),
  ],
  find: byNode((node, path) =>
    ts.isSwitchStatement(node) &&
    /\btipoDte\b/.test(node.expression.getText()) &&
    !path.startsWith('packages/fiscal/src/tipos/')
      ? 'what differs by type is a question of fiscal/src/tipos/tipo.ts'
      : null,
  ),
}

const SQL_FOLDERS = /^packages\/service\/src\/(ledger|base\/db)\//
const SQL =
  /\b(select\b[\s\S]+\bfrom\b|insert\s+into\b|update\s+\w+(\s+\w+)?\s+set\b|delete\s+from\b|(create|alter|drop)\s+(unique\s+)?(table|index|view|database)\b)/i

/** The text of a statement in the hands of one who sends it: also one that reads no table. */
const SENDS = /^(one|maybeOne|many|run|ask|statement)$/
const STATEMENT =
  /^\s*(select|with|insert|update|delete|truncate|lock|set|comment|analyze|vacuum|notify|listen)\s/i

function isSent(node: ts.Node, text: string): boolean {
  const call = ts.isPropertyAssignment(node.parent) ? node.parent.parent.parent : node.parent
  if (!ts.isCallExpression(call) || !STATEMENT.test(text)) return false
  const { expression } = call
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return SENDS.test(name.getText())
}

const sql: Rule = {
  name: 'sql',
  bad: [
    example(`${SERVICE}flows/issuing/x.ts`, 'ctx.pool.many(`select estado\n from documents`)'),
    example('packages/cli/src/x.ts', "pool.many('delete from claims where true')"),
    example(`${SERVICE}entrypoints/http/x.ts`, 'pool.many(`update $' + '{table} set a = 1`)'),
    example(`${SERVICE}flows/admin/x.ts`, "tx.run('select pg_advisory_xact_lock(1)')"),
    example(`${SERVICE}entrypoints/admin/x.ts`, "session.ask({ text: 'select now()' })"),
  ],
  good: [
    example(`${SERVICE}ledger/documents/find.ts`, 'db.many(`select estado from documents`)'),
    example(`${SERVICE}base/db/now.ts`, "db.one('select clock_timestamp()')"),
    example(`${SERVICE}flows/issuing/x.ts`, "throw new Error('select another key')"),
    example(`${SERVICE}flows/issuing/x.test.ts`, "db.many('select estado from documents')"),
  ],
  find: byNode((node, path) => {
    const text = textOf(node)
    if (text === null || !(SQL.test(text) || isSent(node, text))) return null
    const allowed = SQL_FOLDERS.test(path) || isTest(path) || isTool(path)
    return allowed
      ? null
      : 'SQL stands in the folder of its data in packages/service/src/ledger, as a named function; in base/db where it is about no table'
  }),
}

/** Folders of a working machine that a fresh checkout lacks. */
const MACHINE = /(?<![\w.~*-])\/(work|root|home|Users)(?=\/[\w.-])/

const machinePaths: Rule = {
  name: 'machine-paths',
  bad: [example('docs/x.md', ['see', 'home/ana/sello/log'].join(' /'))],
  good: [example('docs/x.md', 'see ./home/page and https://example.com/home/page')],
  find: ({ files }) =>
    files.flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, i) => {
        const found = MACHINE.exec(line.replaceAll(/https?:\/\/\S+/g, ''))
        const message = `an absolute path of a machine: ${found?.[0]}`
        return found ? [{ file, line: i + 1, message }] : []
      }),
    ),
}

const LINES_MAX = 400
const CODE = /\.([cm]?[jt]s|sql)$/
/** Rows rather than code: the ministry's catalogues, and files printed from the contract. */
const TABLES =
  /^packages\/(fiscal\/src\/catalogos|mh-simulator\/src\/catalogues|client\/src\/generated)\/|^scripts\/mutants\/equivalents\.ts$/

const length: Rule = {
  name: 'length',
  bad: [example(`${SERVICE}x.ts`, '\n'.repeat(LINES_MAX + 1))],
  good: [
    example(`${SERVICE}x.ts`, '\n'.repeat(LINES_MAX)),
    example('packages/fiscal/src/catalogos/cat-019-x.ts', '\n'.repeat(LINES_MAX + 1)),
  ],
  find: ({ files }) =>
    files
      .filter(({ path }) => CODE.test(path) && !TABLES.test(path))
      .map(({ path: file, text }) => ({ file, count: text.split('\n').length - 1 }))
      .filter(({ count }) => count > LINES_MAX)
      .map(({ file, count }) => ({
        file,
        line: LINES_MAX,
        message: `${count} lines; ${LINES_MAX} at most, unless it is a table`,
      })),
}

export const HOUSE_RULES: readonly Rule[] = [
  environment,
  determinism,
  estado,
  claims,
  durations,
  tipoDte,
  sql,
  transactionRule,
  migrationsRule,
  placesRule,
  machinePaths,
  lanesRule,
  length,
]

function example(path: string, text: string) {
  return { path, text }
}

/** A rule over the syntax trees: returns a sentence for each node that breaks it. */
function byNode(breaks: (node: ts.Node, path: string) => string | null): Rule['find'] {
  return ({ program }: Project) =>
    sourcesOf(program).flatMap((source) =>
      [...nodesOf(source)].flatMap((node) => {
        const message = breaks(node, pathOf(source))
        return message === null ? [] : [findingAt(node, message)]
      }),
    )
}

/** The text of a string or template; an inserted expression reads as a name. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('')
}
