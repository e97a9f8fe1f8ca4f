/** Every link, citation and path in a page must point to a file, a folder or a heading in this repository. */
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { SourceFile } from './files.ts'
import { ROOT } from './step.ts'

/**
 * Skipped: applied migrations are never edited, the change log is history, and the checks cite examples that they
 * must refuse.
 */
const EXEMPT = /^(CHANGELOG\.md|packages\/service\/migrations\/|scripts\/check\/)/
/** Documents that are not in the repository. */
const ABSENT =
  /\b(?:SPEC|CONTRACT|DESIGN|RULES|STYLE|COMPONENTS|CONSOLE)(?:\.md|'s| part \d| sections? \d| \d+(?:\.\d+)?)/g
/** A path that a page names, up to its first placeholder: in a package, or in a storey of the service. */
const PATH =
  /(?<![\w./-])(?:packages\/)?(?:(contract|fiscal|vault|paper|service|mh-simulator|client|cli|console)\/(?:src|test)|(?:entrypoints|flows|papers|outside|ledger|base))\/[\w./-]*/g
const CITED = /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g

/** One line for each citation without a target. */
export function deadCitations(files: readonly SourceFile[]): readonly string[] {
  const pages = files.filter(({ path }) => path.endsWith('.md'))
  const headings = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  const known = files.map(({ path }) => path)
  const isDead = (target: string) => {
    const [file = '', anchor] = target.split('#')
    const anchors = headings.get(file)
    if (!anchors) return !existsSync(join(ROOT, file))
    return anchor !== undefined && !anchors.has(anchor)
  }
  return files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) => [
      ...[...linksOf(path, text), ...textsOf(text, CITED)]
        .filter(isDead)
        .map((target) => `${path}: nothing is at ${target}`),
      ...(path.endsWith('.md') ? deadPaths(text, known) : []).map(
        (dead) => `${path}: nothing is at ${dead}`,
      ),
      ...textsOf(text, ABSENT).map((cited) => `${path}: "${cited}" is not in the repository`),
    ])
}

/** The paths in a page with which no file's path begins. A storey is one of the service's; a package's is in packages/. */
function deadPaths(text: string, known: readonly string[]): readonly string[] {
  return [...text.matchAll(PATH)]
    .map(([named, inPackage]) => ({
      named,
      root: named.startsWith('packages/') ? '' : inPackage ? 'packages/' : 'packages/service/src/',
    }))
    .filter(({ named, root }) => {
      const begins = root + named.replace(/[./]+$/, '')
      return !known.some((path) => path.startsWith(begins))
    })
    .map(({ named }) => named)
}

const textsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([all]) => all)

/** The targets of a page's links, relative to the root of the repository. */
function linksOf(path: string, text: string): readonly string[] {
  if (!path.endsWith('.md')) return []
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    // An address of the site: scripts/check/site.ts.
    if (path.startsWith('site/pages/') && link.startsWith('/')) return []
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    return [anchor === undefined ? target : `${target}#${anchor}`]
  })
}

/** The anchors that a code host generates for the headings of a page. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(headings.map(anchorOf))
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-')
