/** The plain text of a mail. */
import type { Words } from './words.ts'

export function textOf({ title, warning, paragraphs, facts, link, footer }: Words): string {
  const width = Math.max(...facts.map(([label]) => label.length))
  const line = ([label, value]: readonly [string, string]) =>
    `${`${label}:`.padEnd(width + 2)}${value}`
  return [
    title.toUpperCase(),
    ...(warning === null ? [] : [warning]),
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(line).join('\n')]),
    ...(link === null ? [] : [`${link.label}: ${link.url}`]),
    `--\n${footer}`,
  ].join('\n\n')
}
