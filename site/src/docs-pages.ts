/** The repository's own documents as pages, in English but for the guides of two clients. A link to a file that is not among them becomes its text. */
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { type Page, ROOT } from './page.ts'

/** The guides of packages, which lie beside their code. */
const GUIDES: ReadonlyMap<string, string> = new Map([
  ['clients/php/README.md', '/guias/php'],
  ['clients/python/README.md', '/guias/python'],
  ['packages/client/README.md', '/en/docs/client'],
  ['packages/mh-simulator/README.md', '/en/docs/simulator'],
])

export async function docsPages(): Promise<readonly Page[]> {
  const names = (await readdir(join(ROOT, 'docs'))).filter((name) => name.endsWith('.md'))
  const documents = names.map((name) => [`docs/${name}`, `/en/docs/${name.slice(0, -3)}`] as const)
  const paths = new Map([...documents, ...GUIDES])
  return Promise.all(
    [...paths].map(async ([file, path]) => {
      const text = await readFile(join(ROOT, file), 'utf8')
      return { path, text: rewritten(text, dirname(file), paths) }
    }),
  )
}

/** Pages by the file that each is made of, from the repository's root. */
type Paths = ReadonlyMap<string, string>

function rewritten(text: string, folder: string, paths: Paths): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : proseOf(part, folder, paths))) // every second part is code
    .join('')
}

/** Its links lead to pages, and its headings have the anchors of a code host, which the links name. */
function proseOf(text: string, folder: string, paths: Paths): string {
  return text
    .replaceAll(
      /^(#{2,6} (.+))$/gm,
      (_, all: string, heading: string) => `${all} {#${anchor(heading)}}`,
    )
    .replaceAll(/\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, (all, words: string, link: string) => {
      if (/^([a-z]+:|#)/.test(link)) return all
      const [file = '', place] = link.split('#')
      const path = paths.get(normalize(join(folder, file)))
      if (path === undefined) return words
      return `[${words}](${path}${place === undefined ? '' : `#${place}`})`
    })
}

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-')
