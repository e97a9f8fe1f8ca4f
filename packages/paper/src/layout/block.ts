/**
 * Blocks know their height before they are drawn, so that the layout can check whether they fit on a page.
 */
import { type Canvas, type Color, type Style, type Tag, widthOf } from '../drawing.ts'
import { isPlain, type Letters, toLetters } from '../type/letters.ts'
import { type Faces, isForeign, needsExtended } from '../type/typeface.ts'
import { wrap } from '../type/wrap.ts'
import { ascent, leading, SPACIOUS, type Spacing } from './look.ts'

export interface Block {
  readonly height: number
  draw(canvas: Canvas, x: number, y: number): void
}

/** What blocks need for measuring and encoding text. */
export interface Type {
  readonly faces: Faces
  readonly spacing: Spacing
  /** The proportions of the company's logo, or null. */
  readonly logo: { readonly width: number; readonly height: number } | null
  /**
   * Set when a text of this document has a character written as its code point; reset before each
   * document.
   */
  readonly missing: { seen: boolean }
  letters(text: string): Letters
  /** A text that many documents share, such as a label; encoded and measured once. */
  caption(text: string, style: Style): Caption
}

export interface Caption {
  readonly letters: Letters
  /** In points; infinite when the text has line breaks. */
  readonly width: number
  /** The text on one line. */
  readonly block: Block
}

export function createType(faces: Faces): Type {
  const missing = { seen: false }
  function letters(text: string): Letters {
    if (isPlain(text)) return text.trim() as Letters
    const spelt = toLetters(text)
    if (needsExtended(spelt) && faces.regular.scripts.isMissing(spelt)) missing.seen = true
    return spelt
  }
  return {
    faces,
    spacing: SPACIOUS,
    logo: null,
    missing,
    letters,
    caption: createCaptions(faces, letters),
  }
}

/** There are some two hundred labels. A document can add more, such as the name of an unknown tribute. */
const CAPTIONS_MAX = 1000

function createCaptions(faces: Faces, letters: Type['letters']): Type['caption'] {
  const known = new Map<Style, Map<string, Caption>>()
  return (text, style) => {
    const captions = known.get(style) ?? new Map<string, Caption>()
    known.set(style, captions)
    let caption = captions.get(text)
    if (!caption) {
      if (captions.size >= CAPTIONS_MAX) captions.clear()
      caption = layCaption(faces, letters(text), style)
      // Not cached: such a text must report its missing characters each time.
      if (!isForeign(faces[style.weight], caption.letters)) captions.set(text, caption)
    }
    return caption
  }
}

function layCaption(faces: Faces, letters: Letters, style: Style): Caption {
  const width = letters.includes('\n') ? Number.POSITIVE_INFINITY : widthOf(faces, letters, style)
  const block: Block = {
    height: leading(style.size),
    draw(canvas, x, y) {
      canvas.text(x, y + ascent(style.size), letters, style)
    },
  }
  return { letters, width, block }
}

/** A block with its structure tag. */
export function tagged(tag: Tag, block: Block): Block {
  return {
    height: block.height,
    draw(canvas, x, y) {
      canvas.open(tag)
      block.draw(canvas, x, y)
      canvas.close()
    },
  }
}

export function gap(height: number): Block {
  return { height, draw() {} }
}

/** A text on as many lines as it needs. */
export function paragraph(type: Type, text: string, style: Style, width: number): Block {
  const lines = wrapText(type, text, style, width)
  const step = leading(style.size)
  return {
    height: lines.length * step,
    draw(canvas, x, y) {
      canvas.open('P')
      for (const [n, line] of lines.entries())
        canvas.text(x, y + n * step + ascent(style.size), line, style)
      canvas.close()
    },
  }
}

/** Reserves a line for a text that is not known yet. */
export function slot(style: Style): Block {
  return { height: leading(style.size), draw() {} }
}

/** A label, on one line if it fits. */
export function label(type: Type, text: string, style: Style, width: number): Block {
  const caption = type.caption(text, style)
  return caption.width <= width ? caption.block : paragraph(type, text, style, width)
}

/** A text on one line that ends at x + width; cut with an ellipsis if it does not fit. */
export function flushRight(type: Type, text: string, style: Style, width: number): Block {
  const letters = oneLine(type, text, style, width)
  return {
    height: leading(style.size),
    draw(canvas, x, y) {
      const start = x + width - widthOf(type.faces, letters, style)
      canvas.text(start, y + ascent(style.size), letters, style)
    },
  }
}

export function wrapText(type: Type, text: string, style: Style, width: number): Letters[] {
  return wrap(type.faces[style.weight], style.size, type.letters(text), width)
}

function oneLine(type: Type, text: string, style: Style, width: number): Letters {
  const letters = type.letters(text).replaceAll('\n', ' ') as Letters
  if (widthOf(type.faces, letters, style) <= width) return letters
  const ellipsis = type.letters('…')
  const [first = ''] = wrapText(type, text, style, width - widthOf(type.faces, ellipsis, style))
  return `${first}${ellipsis}` as Letters
}

export function stack(blocks: readonly Block[], between = 0): Block {
  const gaps = Math.max(0, blocks.length - 1) * between
  return {
    height: blocks.reduce((height, block) => height + block.height, gaps),
    draw(canvas, x, y) {
      let top = y
      for (const block of blocks) {
        block.draw(canvas, x, top)
        top += block.height + between
      }
    },
  }
}

/** Blocks next to each other, each at its own offset from the left. */
export function beside(blocks: readonly (readonly [offset: number, block: Block])[]): Block {
  return {
    height: Math.max(0, ...blocks.map(([, block]) => block.height)),
    draw(canvas, x, y) {
      for (const [offset, block] of blocks) block.draw(canvas, x + offset, y)
    },
  }
}

/** A block on a coloured background, with padding. */
export function panel(
  inner: Block,
  width: number,
  padding: readonly [x: number, y: number],
  color: Color,
): Block {
  const height = inner.height + padding[1] * 2
  return {
    height,
    draw(canvas, x, y) {
      canvas.rect(x, y, width, height, color)
      inner.draw(canvas, x + padding[0], y + padding[1])
    },
  }
}
