/**
 * What each part of a page is, told twice: by marks around the operators that draw it, and by a tree of elements
 * that names the marks (docs/adr/0038-tagged-copies.md).
 */
import type { Tag } from '../drawing.ts'

/** An element of a page. One that draws something itself has the number of its mark; the others have elements. */
export interface TagNode {
  readonly tag: Exclude<Tag, 'Artifact'> | 'Figure'
  /** Of a figure, as the string of a PDF. */
  readonly alt: string | null
  readonly kids: TagNode[]
  mark: number | null
}

export interface Tags {
  readonly nodes: readonly TagNode[]
  /** How many marks there are: they are numbered from 0. */
  count(): number
  open(tag: Tag): void
  /** The operator that ends its mark; empty where nothing was drawn. */
  close(): string
  /** Whether the next text belongs to an element that has one already. */
  isContinued(): boolean
  /** Before a text: the operator that begins the mark of what is open, if it has not begun. */
  mark(): string
  /** After a text that nothing is open for: it is a paragraph of its own. */
  unmark(): string
  /** The operator that begins the mark of a picture. */
  figure(alt: string): string
}

/** They hold text themselves; what is opened inside of one belongs to it. */
const LEAVES: ReadonlySet<Tag> = new Set(['H1', 'H2', 'P', 'TH', 'TD', 'Artifact'])

interface Frame {
  readonly tag: Tag
  /** Null: of an artifact, and of what is part of an open leaf. */
  readonly node: TagNode | null
  /** Whether its mark has begun. */
  begun: boolean
}

export const END_MARK = 'EMC\n'
const ARTIFACT = '/Artifact<</Type/Pagination>>BDC\n'

export function createTags(): Tags {
  const nodes: TagNode[] = []
  const frames: Frame[] = []
  let leaf: Frame | null = null
  let marks = 0

  function add(tag: TagNode['tag'], alt: string | null = null): TagNode {
    const node: TagNode = { tag, alt, kids: [], mark: null }
    const parent = frames.at(-1)?.node
    if (parent) parent.kids.push(node)
    else nodes.push(node)
    return node
  }

  function begin(node: TagNode): string {
    node.mark = marks++
    return `/${node.tag}<</MCID ${node.mark}>>BDC\n`
  }

  return {
    nodes,
    count: () => marks,
    open(tag) {
      const isPart = leaf !== null
      const node = isPart || tag === 'Artifact' ? null : add(tag)
      const frame: Frame = { tag, node, begun: false }
      frames.push(frame)
      if (!isPart && LEAVES.has(tag)) leaf = frame
    },
    close() {
      const frame = frames.pop()
      if (frame === undefined) throw new Error('bug: a tag was closed that was not open')
      if (frame !== leaf) return ''
      leaf = null
      return frame.begun ? END_MARK : ''
    },
    isContinued: () => leaf?.begun === true,
    mark() {
      if (leaf === null) return begin(add('P'))
      if (leaf.begun) return ''
      leaf.begun = true
      return leaf.node === null ? ARTIFACT : begin(leaf.node)
    },
    unmark: () => (leaf === null ? END_MARK : ''),
    figure: (alt) => begin(add('Figure', alt)),
  }
}
