/** The settings that `config.ts` reads, and those that a page lists: both as the starts of rows. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { nodesOf } from './program.ts'
import { ROOT } from './step.ts'

const CONFIG = 'packages/service/src/base/config.ts'

export const readSettings = async () => settingsOf(await readFile(join(ROOT, CONFIG), 'utf8'))

/** Each setting that config.ts reads, as the start of its row: name, default and range of a number. */
export function settingsOf(config: string): ReadonlySet<string> {
  const source = ts.createSourceFile(CONFIG, config, ts.ScriptTarget.ES2023, true)
  const calls = [...nodesOf(source)].filter(ts.isCallExpression)
  return new Set(
    calls.flatMap(({ expression, arguments: [env, name, ...rest] }) => {
      if (env?.getText() !== 'env' || !name || !ts.isStringLiteral(name)) return []
      if (expression.getText() !== 'integer') return [name.text]
      const [otherwise, min, max] = rest.map((value) => value.getText().replaceAll('_', ''))
      // What the machine decides is said in words.
      return [
        `${name.text} | ${otherwise === 'null' ? 'by the machine' : otherwise} | ${min} to ${max}`,
      ]
    }),
  )
}

/** The same from a table: `| `NAME` | default | values | … |`, with a range for a number. */
export function rowsOf(markdown: string): ReadonlySet<string> {
  const rows = [...markdown.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \| ([^|]*) \|/gm)]
  return new Set(
    rows.map(([, name = '', otherwise = '', values = '']) =>
      / to \d+$/.test(values.trim())
        ? [name, otherwise.replaceAll('`', '').trim(), values.trim()].join(' | ')
        : name,
    ),
  )
}

/** The same from the table in Spanish. */
export const spanishRowsOf = (markdown: string) =>
  rowsOf(
    markdown
      .replaceAll('| por la máquina |', '| by the machine |')
      .replaceAll(/\| (\d+) a (\d+) \|/g, '| $1 to $2 |'),
  )

export function differences(
  file: string,
  code: ReadonlySet<string>,
  document: ReadonlySet<string>,
): readonly string[] {
  return [
    ...[...code].filter((row) => !document.has(row)).map((row) => `${file} lacks: ${row}`),
    ...[...document].filter((row) => !code.has(row)).map((row) => `${file} invents: ${row}`),
  ]
}
