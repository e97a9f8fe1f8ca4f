/**
 * Texts for people that are generated from tables of the code: each must equal the current output, which `npm run
 * check -- --update` writes.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandHelps } from '../../packages/cli/test/helps.ts'
import {
  CONSOLE_REFUSALS,
  ESTADOS,
  REFUSALS,
  type Refusal,
  ROUTE_SPECS,
  type RouteSpec,
} from '../../packages/contract/src/index.ts'
import { listRules } from '../../packages/fiscal/src/rules/list.ts'
import { BEGINNINGS, TRANSITIONS } from '../../packages/service/src/ledger/documents/estados.ts'
import { ROOT, type Step } from './step.ts'
import { printWireTypes, typeOf } from './wire-types.ts'

interface Printed {
  readonly file: string
  /** The expected text of the file, given its current text. */
  print(now: string): Promise<string>
}

const PRINTED: readonly Printed[] = [
  { file: 'docs/commands.md', print: async () => printCommands() },
  { file: 'docs/errors.md', print: async () => printErrors() },
  { file: 'packages/client/src/generated/wire.ts', print: async () => printWireTypes() },
  { file: 'docs/sources.md', print: async (now) => between(now, 'rules', rulesTable()) },
  { file: 'docs/wire.md', print: async (now) => between(now, 'routes', routesTable()) },
  {
    file: 'docs/console-api.md',
    print: async (now) => between(now, 'refusals', consoleErrors()),
  },
  { file: 'docs/architecture.md', print: async (now) => between(now, 'states', statesDiagram()) },
]

export const printed: Step = {
  name: 'printed',
  async run() {
    const stale = await findStale()
    return stale.map(({ file }) => `${file} is not what the code says: npm run check -- --update`)
  },
}

/** Rewrites every generated text. Returns the files that changed. */
export async function printAgain(): Promise<readonly string[]> {
  const stale = await findStale()
  for (const { file, text } of stale) await writeFile(join(ROOT, file), text)
  return stale.map(({ file }) => file)
}

async function findStale(): Promise<readonly { file: string; text: string }[]> {
  const texts = await Promise.all(
    PRINTED.map(async ({ file, print }) => {
      const now = await readFile(join(ROOT, file), 'utf8').catch(() => '')
      return { file, now, text: await print(now) }
    }),
  )
  return texts.filter(({ now, text }) => now !== text)
}

/** Replaces the part of a text between two marks. */
function between(now: string, name: string, part: string): string {
  const [begin, end] = [`<!-- printed: ${name} -->`, '<!-- end of printed -->']
  const from = now.indexOf(begin)
  const to = now.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`there are no marks "${begin}" … "${end}"`)
  return `${now.slice(0, from + begin.length)}\n\n${part}\n\n${now.slice(to)}`
}

/** Mermaid, which code hosts render. */
function statesDiagram(): string {
  const reached = new Set<string>(TRANSITIONS.flatMap(([from, , to]) => [from, to]))
  const later = ESTADOS.filter((estado) => !reached.has(estado)).map((estado) => `\`${estado}\``)
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...BEGINNINGS.map(([estado, by]) => `  [*] --> ${estado}: ${by}`),
    ...TRANSITIONS.map(([from, trigger, to]) => `  ${from} --> ${to}: ${trigger}`),
    '```',
    '',
    `In the vocabulary of the wire and reached by nothing yet: ${later.join(', ')}.`,
  ].join('\n')
}

const printErrors = () => [...ERRORS_HEAD, ...errorRows(REFUSALS), ''].join('\n')

const consoleErrors = () => [...ERRORS_TABLE, ...errorRows(CONSOLE_REFUSALS)].join('\n')

function errorRows(table: Readonly<Record<string, Refusal>>): readonly string[] {
  return Object.entries(table)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, retry, when, queHacer, details }]) => {
      const type = oneLine(typeOf(details as never, ''))
      const carried = type === NOTHING ? '' : `\`${type}\``
      return `| ${status} | \`${code}\` | ${when} | ${queHacer} | ${carried} | ${retry === 'safe' ? 'yes' : 'no'} |`
    })
}

const NOTHING = 'Readonly<Record<string, never>>'

const ERRORS_TABLE = [
  '| status | code | when | what to do | details | again? |',
  '|---|---|---|---|---|---|',
]

const ERRORS_HEAD = [
  '# Errors',
  '',
  '<!-- Printed from packages/contract/src/refusals.ts by `npm run check -- --update`. -->',
  '',
  'Every refusal has the body `{ "error": { "code", "message", "details" } }`. `code` is for programs and keeps its',
  'meaning; `message` is a Spanish sentence for people and may change. Where the last column says yes, the same request may be',
  'sent again with the same `Idempotency-Key`, after the seconds of `Retry-After`.',
  '',
  '`mh_rejected` is the only code that spends a number: it is the answer of the ministry, and a repeat of the call gets the',
  'same body again. Where a 503 or a broken connection leaves it open whether anything was done, the repeat finds what was.',
  '`details` without a type is an empty object.',
  '',
  ...ERRORS_TABLE,
]

function oneLine(type: string): string {
  return type
    .replaceAll('readonly ', '')
    .replaceAll(' | undefined', '')
    .replaceAll(/\s*\n\s*/g, '; ')
    .replaceAll(/([{]); /g, '$1 ')
    .replaceAll(/; ([}])/g, ' $1')
    .replaceAll('|', '\\|')
}

function printCommands(): string {
  const sections = commandHelps().map(
    ({ path, text }) => `## ${path}\n\n\`\`\`text\n${text.replaceAll(/ +$/gm, '')}\n\`\`\``,
  )
  return `${[COMMANDS_HEAD, ...sections].join('\n\n')}\n`
}

const COMMANDS_HEAD = `# Commands

<!-- Printed from packages/cli/src/program.ts by \`npm run check -- --update\`. -->

What \`sello --help\` and \`sello <command> --help\` print. [Command line](cli.md) has what they share.`

function rulesTable(): string {
  const rows = listRules().map(
    ({ name, rule, pide, tipos }) => `| ${name} | ${rule} | ${pide} | ${tipos.join(', ')} |`,
  )
  return ['| row | rule | who asks | types |', '|---|---|---|---|', ...rows].join('\n')
}

function routesTable(): string {
  const routes: readonly RouteSpec[] = Object.values(ROUTE_SPECS)
  const rows = routes.map(({ method, path, scope, sign, idem, idemOptional, answers }) => {
    const key = idem ?? (idemOptional ? 'optional' : '')
    const cells = [scope ?? 'no key', sign ? 'yes' : '', key, Object.keys(answers).join(', ')]
    return `| \`${method} ${path}\` | ${cells.join(' | ')} |`
  })
  return ['| route | scope | sign | key | success |', '|---|---|---|---|---|', ...rows].join('\n')
}
