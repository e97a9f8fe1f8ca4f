/** Places blocks down the page, and on a new page when there is no room. */
import { type Canvas, type NewPage, PAGE_HEIGHT, PAGE_WIDTH, type Tag } from '../drawing.ts'
import { type Block, type Type, tagged } from './block.ts'
import { BOTTOM, LEFT, TOP } from './look.ts'

export interface Flow<Page extends Canvas = Canvas> {
  readonly type: Type
  readonly pages: readonly Page[]
  y: number
  /** The space left empty on finished pages, in points. */
  left: number
  canvas(): Canvas
  /** Points left on this page. */
  room(): number
  newPage(): void
  /** Draws a block whole, on a new page if it does not fit on this one, and moves down. */
  place(block: Block): void
  skip(height: number): void
  /** Tags everything drawn until `close`, across pages too. */
  open(tag: Tag): void
  close(): void
}

/** `runningHead` is the heading of every page but the first. */
export function createFlow<Page extends Canvas>(
  type: Type,
  newPage: NewPage<Page>,
  runningHead: Block,
): Flow<Page> {
  const pages = [newPage(PAGE_WIDTH, PAGE_HEIGHT)]
  const tags: Tag[] = []
  const repeated = tagged('Artifact', runningHead)
  const flow: Flow<Page> = {
    type,
    pages,
    y: TOP,
    left: 0,
    canvas() {
      return pages[pages.length - 1] as Page
    },
    room() {
      return BOTTOM - flow.y
    },
    newPage() {
      flow.left += Math.max(0, flow.room())
      for (const _ of tags) flow.canvas().close()
      pages.push(newPage(PAGE_WIDTH, PAGE_HEIGHT))
      repeated.draw(flow.canvas(), LEFT, TOP)
      for (const tag of tags) flow.canvas().open(tag)
      flow.y = TOP + runningHead.height
    },
    place(block) {
      if (block.height > flow.room()) flow.newPage()
      block.draw(flow.canvas(), LEFT, flow.y)
      flow.y += block.height
    },
    skip(height) {
      flow.y += height
    },
    open(tag) {
      tags.push(tag)
      flow.canvas().open(tag)
    },
    close() {
      tags.pop()
      flow.canvas().close()
    },
  }
  return flow
}
