/** A page for the screen: records what is drawn, and paints it on a 2D canvas as often as needed. */
import {
  ACCENT,
  type Canvas,
  type Cells,
  type Color,
  type Style,
  watermarkPosition,
} from '../drawing.ts'
import { type Letters, unicode } from '../type/letters.ts'
import { type Faces, isForeign, unitWidth, type Weight } from '../type/typeface.ts'

/** The part of a CanvasRenderingContext2D in use. */
export interface Context2D {
  fillStyle: unknown
  font: string
  textBaseline: unknown
  save(): void
  restore(): void
  scale(x: number, y: number): void
  translate(x: number, y: number): void
  rotate(radians: number): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  // biome-ignore lint/suspicious/noExplicitAny: what a browser draws has no name without its types
  drawImage(image: any, x: number, y: number, width: number, height: number): void
}

/** The company's look, if it has one. */
export interface PreviewLook {
  /** As returned by `accentOf`: red, green and blue from 0 to 1. */
  readonly accent?: Color | null
  /** Any image source of a canvas, such as a loaded HTMLImageElement or an ImageBitmap. */
  readonly logo?: {
    readonly image: unknown
    readonly width: number
    readonly height: number
  } | null
}

export interface PreviewPage {
  /** In points, 72 to the inch. */
  readonly width: number
  readonly height: number
  /**
   * Paints the page from the context's origin, with `scale` units to a point. The canvas must be
   * `width * scale` by `height * scale`, and the fonts loaded.
   */
  paint(context: Context2D, scale: number): void
}

export interface PreviewCanvas extends Canvas {
  finish(): PreviewPage
}

/** Each face is two files; the fonts of the reader's machine draw what neither has. */
export const FAMILIES = { basic: 'Sello Sans', extended: 'Sello Sans Extended' } as const
export const CSS_WEIGHTS = { regular: 400, semibold: 600 } as const satisfies Record<Weight, number>

type Paint = (context: Context2D) => void

export function createPreviewCanvas(
  faces: Faces,
  look: PreviewLook,
  width: number,
  height: number,
): PreviewCanvas {
  const css = (color: Color) => rgb(color === ACCENT ? (look.accent ?? ACCENT) : color)
  const shapes: Paint[] = []
  const texts: Paint[] = []
  return {
    open() {}, // an image has no structure
    close() {},
    text(x, y, letters, style) {
      texts.push((context) =>
        fillLetters(context, faces, { x, y, letters, style, color: css(style.color) }),
      )
    },
    logo(x, y, width, height) {
      const { logo } = look
      if (logo) shapes.push((context) => context.drawImage(logo.image, x, y, width, height))
    },
    rect(x, y, width, height, color) {
      shapes.push((context) => {
        context.fillStyle = css(color)
        context.fillRect(x, y, width, height)
      })
    },
    grid(x, y, unit, cells, color) {
      shapes.push((context) => fillCells(context, { x, y, unit, cells, color: css(color) }))
    },
    watermark(letters, style) {
      const { angle, x, y } = watermarkPosition(faces, [letters, style], [width, height])
      shapes.unshift((context) => {
        context.save()
        context.translate(x, y)
        context.rotate(-angle)
        fillLetters(context, faces, { x: 0, y: 0, letters, style, color: css(style.color) })
        context.restore()
      })
    },
    finish: () => ({
      width,
      height,
      paint(context, scale) {
        context.save()
        context.scale(scale, scale)
        context.textBaseline = 'alphabetic'
        context.fillStyle = '#fff'
        context.fillRect(0, 0, width, height)
        for (const paint of [...shapes, ...texts]) paint(context)
        context.restore()
      },
    }),
  }
}

interface Line {
  readonly x: number
  readonly y: number
  readonly letters: Letters
  readonly style: Style
  /** In CSS form. */
  readonly color: string
}

/** Draws letter-spaced text letter by letter: not every browser supports letterSpacing. */
function fillLetters(
  context: Context2D,
  faces: Faces,
  { x, y, letters, style, color }: Line,
): void {
  const { weight, size, tracking = 0 } = style
  context.fillStyle = color
  context.font = cssFont(weight, size)
  if (tracking === 0 || isForeign(faces[weight], letters)) {
    context.fillText(unicode(letters), x, y)
    return
  }
  let at = x
  for (const letter of letters) {
    context.fillText(unicode(letter as Letters), at, y)
    at += (unitWidth(faces[weight], letter.charCodeAt(0)) * size) / 1000 + tracking
  }
}

/** The canvas's `font` value. */
export function cssFont(weight: Weight, size: number): string {
  return `${CSS_WEIGHTS[weight]} ${size}px '${FAMILIES.basic}', '${FAMILIES.extended}', sans-serif`
}

interface Grid {
  readonly x: number
  readonly y: number
  readonly unit: number
  readonly cells: Cells
  readonly color: string
}

function fillCells(context: Context2D, { x, y, unit, cells, color }: Grid): void {
  context.fillStyle = color
  for (const line of cells.split('\n')) {
    if (line === '') continue
    const [left = 0, top = 0, width = 0, height = 0] = line.split(' ').map(Number)
    context.fillRect(x + left * unit, y + top * unit, width * unit, height * unit)
  }
}

function rgb(color: Color): string {
  const [r, g, b] = color.split(' ').map((part) => Math.round(Number(part) * 255))
  return `rgb(${r}, ${g}, ${b})`
}
