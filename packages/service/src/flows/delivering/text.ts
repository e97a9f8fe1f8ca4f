/** The plain text of a mail. */
import type { Words } from './words.ts'

export function textOf({ title, warning, paragraphs, facts, link, footer }: Words): string {
  const width = Math.max(...facts.map(([label]) => label.length))
  return [
    title.toUpperCase(),
    ...(warning === null ? [] : [warning]),
    ...paragraphs,
    facts.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`).join('\n'),
    ...(link === null ? [] : [`${link.label}: ${link.url}`]),
    `--\n${footer}`,
  ].join('\n\n')
}
