/**
 * One page being drawn, as the operators of a PDF content stream. Positions are points from the
 * upper left corner, y downwards; shapes lie under all text. Numbers are kept in hundredths of a point,
 * so that moves add up exactly.
 */
import type { Letters } from './letters.ts'
import { measure, needsExtended, type Typeface, type Weight } from './typeface.ts'

export const PAGE_WIDTH = 612
export const PAGE_HEIGHT = 792

/** Red, green and blue from 0 to 1, as the operator takes them: '0.1 0.2 0.3'. */
export type Color = `${number} ${number} ${number}`

export interface Style {
  readonly weight: Weight
  readonly size: number
  readonly color: Color
  /** Points added after every letter. */
  readonly tracking?: number
}

export type Faces = Readonly<Record<Weight, Typeface>>

export interface Canvas {
  text(x: number, y: number, letters: Letters, style: Style): void
  rect(x: number, y: number, width: number, height: number, color: Color): void
  /** Unit squares of a grid whose upper left corner is (x, y): [column, row, columns] each. */
  grid(x: number, y: number, unit: number, runs: readonly Run[], color: Color): void
  /** The content stream, and which weights need their extended font. */
  finish(): { readonly content: string; readonly extended: ReadonlySet<Weight> }
}

export type Run = readonly [column: number, row: number, columns: number]

/** The names of a page's fonts, for its resources. */
export const FONT_NAMES = {
  regular: { basic: 'R', extended: 'RX' },
  semibold: { basic: 'S', extended: 'SX' },
} as const satisfies Record<Weight, { basic: string; extended: string }>

export function widthOf(faces: Faces, letters: Letters, style: Style): number {
  const tracking = (style.tracking ?? 0) * letters.length
  return (measure(faces[style.weight], letters) * style.size) / 1000 + tracking
}

export function createCanvas(faces: Faces): Canvas {
  let shapes = ''
  let shapeColor = ''
  let text = ''
  let font = ''
  let textColor = ''
  let tracking = 0
  let lineX = 0
  let lineY = 0
  const extended = new Set<Weight>()

  function fillWith(color: Color): void {
    if (color === shapeColor) return
    shapes += `${color} rg\n`
    shapeColor = color
  }

  function setFont(name: string, size: number): void {
    const wanted = `/${name} ${size} Tf\n`
    if (wanted === font) return
    text += wanted
    font = wanted
  }

  function setStyle(style: Style): void {
    if (style.color !== textColor) {
      text += `${style.color} rg\n`
      textColor = style.color
    }
    const wanted = style.tracking ?? 0
    if (wanted !== tracking) {
      text += `${wanted} Tc\n`
      tracking = wanted
    }
  }

  return {
    text(x, y, letters, style) {
      if (letters === '') return
      setStyle(style)
      const toX = hundredths(x)
      const toY = hundredths(PAGE_HEIGHT - y)
      const move = `${(toX - lineX) / 100} ${(toY - lineY) / 100} Td\n`
      lineX = toX
      lineY = toY
      const names = FONT_NAMES[style.weight]
      if (!needsExtended(letters)) {
        setFont(names.basic, style.size)
        text += `${move}(${escaped(letters)})Tj\n`
        return
      }
      extended.add(style.weight)
      text += move
      for (const part of letters.match(/[\0-\xff]+|[^\0-\xff]+/g) ?? []) {
        const basic = part.charCodeAt(0) < 0x100
        setFont(basic ? names.basic : names.extended, style.size)
        text += basic ? `(${escaped(part)})Tj\n` : `<${glyphIds(faces[style.weight], part)}>Tj\n`
      }
    },

    rect(x, y, width, height, color) {
      fillWith(color)
      const bottom = hundredths(PAGE_HEIGHT - y - height) / 100
      shapes += `${hundredths(x) / 100} ${bottom} ${hundredths(width) / 100} ${hundredths(height) / 100} re f\n`
    },

    grid(x, y, unit, runs, color) {
      fillWith(color)
      shapes += `q ${unit} 0 0 -${unit} ${hundredths(x) / 100} ${hundredths(PAGE_HEIGHT - y) / 100} cm\n`
      for (const [column, row, columns] of runs) shapes += `${column} ${row} ${columns} 1 re\n`
      shapes += 'f Q\n'
    },

    finish() {
      return { content: `${shapes}BT\n${text}ET\n`, extended }
    },
  }
}

function hundredths(points: number): number {
  return Math.round(points * 100)
}

function escaped(letters: string): string {
  return /[()\\]/.test(letters) ? letters.replace(/[()\\]/g, '\\$&') : letters
}

function glyphIds(face: Typeface, letters: string): string {
  let hex = ''
  for (let n = 0; n < letters.length; n++) {
    const id = face.extended.glyphs.get(letters.charCodeAt(n))?.id ?? 0
    hex += id.toString(16).padStart(4, '0')
  }
  return hex
}
