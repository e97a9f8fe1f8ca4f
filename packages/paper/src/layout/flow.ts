/** Where the next thing goes: down the page, and on to a new one when there is no room. */
import { type Canvas, type NewPage, PAGE_HEIGHT, PAGE_WIDTH, type Tag } from '../drawing.ts'
import { type Block, type Type, tagged } from './block.ts'
import { BOTTOM, LEFT, TOP } from './look.ts'

export interface Flow<Page extends Canvas = Canvas> {
  readonly type: Type
  readonly pages: readonly Page[]
  y: number
  /** What the pages that are done left empty, in points. */
  left: number
  canvas(): Canvas
  /** Points left on this page. */
  room(): number
  newPage(): void
  /** Draws a block whole, on a new page when this one has no room for it, and moves down. */
  place(block: Block): void
  skip(height: number): void
  /** What is drawn until its `close` is this, also where it goes on over pages. */
  open(tag: Tag): void
  close(): void
}

/** `runningHead` is what stands above the content of every page but the first. */
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
