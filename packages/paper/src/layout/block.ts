/** Pieces that know their height before they are drawn, so that a page can be asked whether they fit. */
import { type Canvas, type Color, type Faces, type Style, widthOf } from '../pdf/canvas.ts'
import { type Letters, toLetters } from '../pdf/letters.ts'
import { wrap } from '../pdf/wrap.ts'
import { ascent, leading } from './look.ts'

export interface Block {
  readonly height: number
  draw(canvas: Canvas, x: number, y: number): void
}

/** What the pieces need to measure and to spell. */
export interface Type {
  readonly faces: Faces
  letters(text: string): Letters
}

export function createType(faces: Faces): Type {
  const { glyphs } = faces.regular.extended
  const isExtended = (unit: number) => glyphs.has(unit)
  return { faces, letters: (text) => toLetters(text, isExtended) }
}

export function gap(height: number): Block {
  return { height, draw() {} }
}

/** A text in as many lines as it needs. */
export function paragraph(type: Type, text: string, style: Style, width: number): Block {
  const lines = wrapText(type, text, style, width)
  const step = leading(style.size)
  return {
    height: lines.length * step,
    draw(canvas, x, y) {
      for (const [n, line] of lines.entries())
        canvas.text(x, y + n * step + ascent(style.size), line, style)
    },
  }
}

/** A text in one line, its end at x + width; what does not fit is cut, and an ellipsis says so. */
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
  const letters = type.letters(text)
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

/** Side by side, each at its own distance from the left. */
export function beside(blocks: readonly (readonly [offset: number, block: Block])[]): Block {
  return {
    height: Math.max(0, ...blocks.map(([, block]) => block.height)),
    draw(canvas, x, y) {
      for (const [offset, block] of blocks) block.draw(canvas, x + offset, y)
    },
  }
}

/** A block on a coloured ground, with room around it. */
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
