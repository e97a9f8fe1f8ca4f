/**
 * The structure of a page, stated twice: by marks around the operators that draw a part, and by a tree of
 * elements that refer to the marks (docs/adr/0005-the-printed-copy.md).
 */
import type { Tag } from '../drawing.ts'

/**
 * An element of a page. One that draws something has the number of its mark; the others have child
 * elements.
 */
export interface TagNode {
  readonly tag: Exclude<Tag, 'Artifact'> | 'Figure'
  /** The alternative text of a figure, as a PDF string. */
  readonly alt: string | null
  readonly kids: TagNode[]
  mark: number | null
}

export interface Tags {
  readonly nodes: readonly TagNode[]
  /** The number of marks, which start at 0. */
  count(): number
  open(tag: Tag): void
  /** The operator that ends its mark; empty when nothing was drawn. */
  close(): string
  /** Whether the current element already has a text. */
  isContinued(): boolean
  /** Before a text: the operator that starts the mark of the open element, if it has not started. */
  mark(): string
  /**
   * After a text outside any open element, which is a paragraph of its own: the operator that ends its
   * mark.
   */
  unmark(): string
  /** The operator that starts the mark of a picture. */
  figure(alt: string): string
}

/** They hold text themselves; anything opened inside one belongs to it. */
const LEAVES: ReadonlySet<Tag> = new Set(['H1', 'H2', 'P', 'TH', 'TD', 'Artifact'])

interface Frame {
  readonly tag: Tag
  /** Null for an artifact, and for a part of an open leaf. */
  readonly node: TagNode | null
  /** Whether its mark has started. */
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
