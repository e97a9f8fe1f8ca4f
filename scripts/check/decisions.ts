/** The decisions: their index, their form, and every mention of a number, also in files that nobody edits any more. */
import type { SourceFile } from './files.ts'

const INDEX = 'docs/adr/README.md'
const MOST_PAGES = 36
const MOST_LINES = 60
const PAGE = /^docs\/adr\/(\d{4})-[\w-]+\.md$/
/** `| [0001](0001-name.md) | title | status |`, a decision in force. */
const ROW = /^\| \[(\d{4})\]\(([\w-]+\.md)\) \| (.+?) \| (.+) \|$/gm
/** `| 0003 | what it was about | where it stands now |` */
const REPLACED_ROW = /^\| (\d{4}) \| .+? \| (.+) \|$/gm
const NAMED = /\bADRs? (\d{4}(?:(?:, | and | to )\d{4})*)|\badr\/(\d{4})/g
/** Files whose mentions may also name a decision that was replaced: nobody edits them. */
const HISTORY = /^(CHANGELOG\.md|packages\/service\/migrations\/)/
/** The checks name decisions that do not exist, as examples. */
const EXAMPLES = /^scripts\/check\//

interface Page {
  readonly number: string
  readonly path: string
  readonly text: string
}

/** One line for each decision that is out of form or not in the index, and for each mention of one that is not there. */
export function unevenDecisions(files: readonly SourceFile[]): readonly string[] {
  const pages = files.flatMap((file) => {
    const number = PAGE.exec(file.path)?.[1]
    return number ? [{ ...file, number }] : []
  })
  const index = files.find(({ path }) => path === INDEX)?.text ?? ''
  const said = saidOf(index)
  const inForce = new Set(pages.map(({ number }) => number))
  const everything = new Set([...inForce, ...said.keys()])
  return [
    ...(pages.length > MOST_PAGES ? [`docs/adr has ${pages.length} decisions: merge some`] : []),
    ...pages.flatMap((page) => [...outOfForm(page), ...unlisted(page, index, said)]),
    ...files
      .filter(({ path }) => !EXAMPLES.test(path))
      .flatMap((file) => unknownNumbers(file, HISTORY.test(file.path) ? everything : inForce)),
  ]
}

/** What the index says of each number: its status, or where it stands now. */
function saidOf(index: string): ReadonlyMap<string, string> {
  const listed = [...index.matchAll(ROW)].map(([, number = '', , , status = '']) => [
    number,
    status,
  ])
  const replaced = [...index.matchAll(REPLACED_ROW)].map(([, number = '', now = '']) => [
    number,
    now,
  ])
  return new Map([...listed, ...replaced] as [string, string][])
}

/** Each part of the form that a page lacks. */
function outOfForm({ number, path, text }: Page): readonly string[] {
  const parts = [`# ${number}. `, '\n**Decided', '\n**Why.**', '\n**Replaces** ']
  const lines = text.trimEnd().split('\n').length
  return [
    ...parts
      .filter((part) => !text.includes(part))
      .map((part) => `${path} has no part "${part.trim()}"`),
    ...(lines > MOST_LINES ? [`${path} has ${lines} lines: a page has ${MOST_LINES}`] : []),
  ]
}

/** Where the index does not say what the page says: its title, and which numbers it replaces. */
function unlisted(
  { number, path, text }: Page,
  index: string,
  said: ReadonlyMap<string, string>,
): readonly string[] {
  const title = /^# \d{4}\. (.+)/.exec(text)?.[1]
  const row = [...index.matchAll(ROW)].find(([, listed]) => listed === number)
  const replaces = /\n\*\*Replaces\*\* ([\s\S]*)/.exec(text)?.[1]?.match(/\b\d{4}\b/g) ?? []
  return [
    ...(row?.[3] === title && path.endsWith(`/${row?.[2]}`)
      ? []
      : [`${INDEX} has no row for ${path}, "${title}"`]),
    ...replaces
      .filter((old) => !said.get(old)?.includes(`[${number}]`))
      .map((old) => `${INDEX} does not say that ${old} is in ${number} now`),
  ]
}

function unknownNumbers({ path, text }: SourceFile, known: ReadonlySet<string>): readonly string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([all]) => all.match(/\d{4}/g) ?? [])
  return [...new Set(named)]
    .filter((number) => !known.has(number))
    .map((number) => `${path}: there is no ADR ${number}`)
}
