/** What a reader of the site would not find: a fact without its place, a page nobody leads to, a link to nothing. */
import { anchorOf, type Page } from './page.ts'

/** Something that has to stand on a page: the words of its heading or of its cell. */
export interface Fact {
  readonly what: string
  readonly page: string
  readonly words: string
}

/** One line for each. `contents` are the addresses that the sidebars name. */
export function missingOf(
  pages: readonly Page[],
  facts: readonly Fact[],
  contents: readonly string[],
): readonly string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]))
  return [
    ...facts
      .filter(({ page, words }) => !texts.get(page)?.includes(words))
      .map(({ what, page }) => `the site's page ${page} lacks ${what}`),
    ...contents
      .filter((path) => !texts.has(path))
      .map((path) => `the site's contents name ${path}, which is no page`),
    ...[...texts.keys()]
      .filter((path) => !contents.includes(path))
      .map((path) => `the site's contents lack ${path}: a line in site/src/sidebar.ts`),
    ...deadLinks(pages),
  ]
}

function deadLinks(pages: readonly Page[]): readonly string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  return pages.flatMap(({ path, text }) =>
    [...withoutCode(text).matchAll(/\]\(([./#][^)\s]*)\)/g)].flatMap(([, link = '']) => {
      if (link.startsWith('/images/')) return []
      const [to = '', anchor] = link.split('#')
      const there = anchors.get(to === '' ? path : addressOf(path, to))
      const isAlive = there !== undefined && (anchor === undefined || there.has(anchor))
      return isAlive ? [] : [`the site's page ${path}: nothing is at ${link}`]
    }),
  )
}

/** The address of a page that a link names from its own, or by its file: `../guias/caja.md`. */
const addressOf = (from: string, to: string) =>
  new URL(to, `http://site${from}`).pathname.replace(/(index)?\.md$/, '')

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)]
  return new Set(
    headings.map(([, heading = '']) => /\{#([^}]+)\}$/u.exec(heading)?.[1] ?? anchorOf(heading)),
  )
}
