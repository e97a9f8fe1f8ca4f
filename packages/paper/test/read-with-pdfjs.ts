/**
 * Reads a printed copy with pdf.js, a reader that none of us wrote: texts in the order of the page, and the elements
 * of the tagged structure. It ignores ActualText, so texts in scripts whose letters are shaped need another reader.
 */
import { getDocument } from 'unpdf/pdfjs'

export interface ReadCopy {
  readonly title: string
  readonly language: string
  readonly isTagged: boolean
  /** Everything on the pages, also what belongs to no element. */
  readonly text: string
  /** The elements with text of their own, in the order of the structure. */
  readonly elements: readonly { readonly role: string; readonly text: string }[]
}

export async function readWithPdfjs(file: Uint8Array): Promise<ReadCopy> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 })
  try {
    const document = await task.promise
    const { info } = await document.getMetadata()
    const { Title = '', Language = '' }: { Title?: string; Language?: string } = info
    const marked = await document.getMarkInfo()
    const pages: Page[] = []
    for (let n = 1; n <= document.numPages; n += 1) {
      pages.push(await readPage(await document.getPage(n)))
    }
    return {
      title: Title,
      language: Language,
      isTagged: marked?.Marked === true,
      text: pages.map(({ text }) => text).join('\n'),
      elements: pages.flatMap(({ elements }) => elements),
    }
  } finally {
    await task.destroy()
  }
}

type Page = Pick<ReadCopy, 'text' | 'elements'>
type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>
/** A node of pdf.js: an element, or a mark on the page. */
interface Node {
  readonly role?: string
  readonly id?: string
  readonly children?: readonly Node[]
}

async function readPage(page: PdfPage): Promise<Page> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const byMark = new Map<string, string>()
  const open: (string | null)[] = []
  let text = ''
  for (const item of items) {
    if ('str' in item) {
      const said = item.str + (item.hasEOL ? ' ' : '')
      text += said
      const mark = open.findLast((id) => id !== null)
      if (mark) byMark.set(mark, (byMark.get(mark) ?? '') + said)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? null)
  }
  const root = (await page.getStructTree()) as Node | null
  return { text, elements: root ? elementsOf(root, byMark) : [] }
}

function elementsOf(node: Node, byMark: ReadonlyMap<string, string>): ReadCopy['elements'] {
  const children = node.children ?? []
  const text = children
    .map(({ id }) => (id === undefined ? '' : (byMark.get(id) ?? '')))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const own = node.role !== undefined && text !== '' ? [{ role: node.role, text }] : []
  return [...own, ...children.flatMap((child) => elementsOf(child, byMark))]
}
