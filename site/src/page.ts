/** One page of the site: Markdown and its place. */
import { fileURLToPath } from 'node:url'

export interface Page {
  /** Its address without an extension, `/guias/caja`; a folder's own page ends in `/`. */
  readonly path: string
  readonly text: string
}

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const SITE = fileURLToPath(new URL('../', import.meta.url))

/** The file of a page, below the folder of the pages. */
export const fileOf = (path: string) => `${path.slice(1)}${path.endsWith('/') ? 'index' : ''}.md`

/** A cell of a table: on one line, its bars escaped. */
const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** The anchor that VitePress gives a heading. */
export const anchorOf = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f`]/g, '')
    .replaceAll(/[\s~!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
