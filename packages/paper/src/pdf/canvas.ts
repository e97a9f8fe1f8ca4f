/**
 * One page being drawn, as the operators of a PDF content stream. The stream counts hundredths of
 * a point, which are whole numbers: moves add up exactly, and writing them costs a third.
 */
import type { Seal } from '../documento.ts'
import type { Canvas, Color, Style } from '../drawing.ts'
import { isBare } from '../type/letters.ts'
import { type Faces, needsExtended, type Typeface, type Weight } from '../type/typeface.ts'

export interface PdfCanvas extends Canvas {
  finish(): Drawn
}

export interface Drawn {
  /** In points. */
  readonly size: readonly [width: number, height: number]
  /** The content stream, without the texts of its slots. */
  readonly content: string
  /** In the order of the stream. */
  readonly slots: readonly Slot[]
  /** Which weights need their extended font. */
  readonly extended: ReadonlySet<Weight>
}

/** The operator that shows its text belongs at this place of the content. */
export interface Slot {
  readonly name: keyof Seal
  readonly at: number
}

/** The names of a page's fonts, for its resources. */
export const FONT_NAMES = {
  regular: { basic: 'R', extended: 'RX' },
  semibold: { basic: 'S', extended: 'SX' },
} as const satisfies Record<Weight, { basic: string; extended: string }>

/** The size is in points. */
export function createCanvas(faces: Faces, pageWidth: number, pageHeight: number): PdfCanvas {
  const state: State = {
    shapes: '',
    shapeColor: '',
    text: '',
    slots: [],
    font: '',
    size: 0,
    textColor: '',
    tracking: 0,
    lineX: 0,
    lineY: 0,
    extended: new Set(),
  }
  return {
    text(x, y, letters, style) {
      if (letters === '') return
      setStyle(state, style)
      moveTo(state, hundredths(x), hundredths(pageHeight - y))
      if (isBare(letters)) showPlain(state, letters, style)
      else if (needsExtended(letters)) showMixed(state, faces[style.weight], letters, style)
      else showPlain(state, escaped(letters), style)
    },

    slot(x, y, name, style) {
      setStyle(state, style)
      moveTo(state, hundredths(x), hundredths(pageHeight - y))
      setFont(state, FONT_NAMES[style.weight].basic, style.size)
      state.slots.push({ name, at: state.text.length })
    },

    rect(x, y, width, height, color) {
      fillWith(state, color)
      const corner = `${hundredths(x)} ${hundredths(pageHeight - y - height)}`
      state.shapes += `${corner} ${hundredths(width)} ${hundredths(height)} re f\n`
    },

    grid(x, y, unit, cells, color) {
      fillWith(state, color)
      const scale = hundredths(unit)
      const corner = `${hundredths(x)} ${hundredths(pageHeight - y)}`
      state.shapes += `q ${scale} 0 0 -${scale} ${corner} cm\n${cells}f Q\n`
    },

    finish() {
      const { shapes, text, slots, extended } = state
      const head = `${SCALE}${shapes}BT\n`
      return {
        size: [pageWidth, pageHeight],
        content: `${head}${text}ET\n`,
        slots: slots.map(({ name, at }) => ({ name, at: head.length + at })),
        extended,
      }
    },
  }
}

/** The operator that shows a text in the font that is set. */
export function shown(letters: string): string {
  return `(${letters})Tj\n`
}

const SCALE = '.01 0 0 .01 0 0 cm\n'

interface State {
  shapes: string
  shapeColor: string
  text: string
  /** Their places in `text`. */
  readonly slots: Slot[]
  font: string
  size: number
  textColor: string
  tracking: number
  /** Where the last line of text began, in hundredths: a move is told from there. */
  lineX: number
  lineY: number
  readonly extended: Set<Weight>
}

function fillWith(state: State, color: Color): void {
  if (color === state.shapeColor) return
  state.shapes += `${color} rg\n`
  state.shapeColor = color
}

function setStyle(state: State, { color, tracking = 0 }: Style): void {
  if (color !== state.textColor) {
    state.text += `${color} rg\n`
    state.textColor = color
  }
  if (tracking !== state.tracking) {
    state.text += `${hundredths(tracking)} Tc\n`
    state.tracking = tracking
  }
}

function setFont(state: State, font: string, size: number): void {
  if (font === state.font && size === state.size) return
  state.text += `/${font} ${hundredths(size)} Tf\n`
  state.font = font
  state.size = size
}

function moveTo(state: State, x: number, y: number): void {
  state.text += `${x - state.lineX} ${y - state.lineY} Td\n`
  state.lineX = x
  state.lineY = y
}

function showPlain(state: State, letters: string, style: Style): void {
  setFont(state, FONT_NAMES[style.weight].basic, style.size)
  state.text += shown(letters)
}

/** Letters of both fonts, in as many pieces as they change. */
function showMixed(state: State, face: Typeface, letters: string, style: Style): void {
  state.extended.add(style.weight)
  for (const part of letters.match(/[\0-\xff]+|[^\0-\xff]+/g) ?? []) {
    if (part.charCodeAt(0) < 0x100) {
      showPlain(state, escaped(part), style)
      continue
    }
    setFont(state, FONT_NAMES[style.weight].extended, style.size)
    state.text += `<${glyphIds(face, part)}>Tj\n`
  }
}

function hundredths(points: number): number {
  return Math.round(points * 100)
}

function escaped(letters: string): string {
  return letters.replace(/[()\\]/g, '\\$&')
}

function glyphIds(face: Typeface, letters: string): string {
  let hex = ''
  for (let n = 0; n < letters.length; n++) {
    const id = face.extended.glyphs.get(letters.charCodeAt(n))?.id ?? 0
    hex += id.toString(16).padStart(4, '0')
  }
  return hex
}
