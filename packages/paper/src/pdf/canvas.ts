/**
 * One page being drawn, as the operators of a PDF content stream. Its unit is a hundredth of a point,
 * so coordinates are whole numbers: moves add up exactly, and writing them costs a third.
 */
import { ACCENT, type Canvas, type Color, type Style, watermarkPosition } from '../drawing.ts'
import type { ForeignFont } from '../foreign/fonts.ts'
import type { Piece } from '../foreign/scripts.ts'
import { isBare, type Letters } from '../type/letters.ts'
import { type Face, isForeign, needsExtended, type Weight } from '../type/typeface.ts'
import type { PdfFaces, PdfTypeface } from './faces.ts'
import { hex4, textString } from './strings.ts'
import { createTags, END_MARK, type TagNode, type Tags } from './tags.ts'

export interface PdfCanvas extends Canvas {
  finish(): Drawn
}

export interface Drawn {
  /** In points. */
  readonly size: readonly [width: number, height: number]
  /** The content stream. */
  readonly content: string
  /** The weights whose extended font the page uses. */
  readonly extended: ReadonlySet<Weight>
  /** The glyphs of other fonts, each with the text that it maps to, if it has one. */
  readonly foreign: ForeignGlyphs
  /** Whether the page draws the company's logo, as /L. */
  readonly logo: boolean
  /** Its structure elements, in reading order. */
  readonly structure: readonly TagNode[]
  readonly marks: number
}

export type ForeignGlyphs = ReadonlyMap<ForeignFont, ReadonlyMap<number, string | null>>

/** The resource names of a page's fonts. */
export const FONT_NAMES = {
  regular: { basic: 'R', extended: 'RX' },
  semibold: { basic: 'S', extended: 'SX' },
} as const satisfies Record<Weight, { basic: string; extended: string }>

/** The size is in points. */
export function createCanvas(
  faces: PdfFaces,
  pageWidth: number,
  pageHeight: number,
  accent: Color = ACCENT,
): PdfCanvas {
  const state: State = {
    accent,
    logo: false,
    shapes: '',
    mark: '',
    shapeColor: '',
    text: '',
    font: '',
    size: 0,
    textColor: '',
    tracking: 0,
    lineX: 0,
    lineY: 0,
    extended: new Set(),
    foreign: new Map(),
    tags: createTags(),
  }
  const { tags } = state

  function draw(x: number, y: number, letters: Letters, style: Style): void {
    setStyle(state, style)
    const [left, base] = [hundredths(x), hundredths(pageHeight - y)]
    const face = faces[style.weight]
    if (needsExtended(letters) && isForeign(face, letters)) {
      showForeign(state, face, left, base, letters, style)
      return
    }
    moveTo(state, left, base)
    if (isBare(letters)) showPlain(state, letters, style)
    else if (needsExtended(letters)) showMixed(state, face, letters, style)
    else showPlain(state, escaped(letters), style)
  }

  return {
    open: (tag) => tags.open(tag),

    close() {
      state.text += tags.close()
    },

    text(x, y, letters, style) {
      if (letters === '') return
      if (tags.isContinued()) space(state)
      state.text += tags.mark()
      draw(x, y, letters, style)
      state.text += tags.unmark()
    },

    rect(x, y, width, height, color) {
      fillWith(state, color)
      const corner = `${hundredths(x)} ${hundredths(pageHeight - y - height)}`
      state.shapes += `${corner} ${hundredths(width)} ${hundredths(height)} re f\n`
    },

    logo(x, y, width, height) {
      state.logo = true
      const corner = `${hundredths(x)} ${hundredths(pageHeight - y - height)}`
      const drawn = `q ${hundredths(width)} 0 0 ${hundredths(height)} ${corner} cm /L Do Q\n`
      state.shapes += pictured(tags, LOGO, drawn)
    },

    grid(x, y, unit, cells, color) {
      fillWith(state, color)
      const scale = hundredths(unit)
      const corner = `${hundredths(x)} ${hundredths(pageHeight - y)}`
      const drawn = `q ${scale} 0 0 -${scale} ${corner} cm\n${cells}f Q\n`
      state.shapes += pictured(tags, QR, drawn)
    },

    watermark(letters, style) {
      const { angle, x, y } = watermarkPosition(faces, [letters, style], [pageWidth, pageHeight])
      const [cos, sin] = [Math.cos(angle).toFixed(4), Math.sin(angle).toFixed(4)]
      const matrix = `${cos} ${sin} -${sin} ${cos} ${hundredths(x)} ${hundredths(pageHeight - y)}`
      const font = `/${FONT_NAMES[style.weight].basic} ${hundredths(style.size)} Tf`
      state.mark = `q ${style.color} rg BT ${font} ${matrix} Tm\n${shown(escaped(letters))}ET Q\n`
    },

    finish() {
      const { shapes, mark, text, extended, foreign, logo } = state
      const head = `${SCALE}${ARTIFACT}${mark}${shapes}${END_MARK}BT\n`
      return {
        size: [pageWidth, pageHeight],
        content: `${head}${text}ET\n`,
        extended,
        foreign,
        logo,
        structure: tags.nodes,
        marks: tags.count(),
      }
    },
  }
}

/** The operator that shows a text in the current font. */
function shown(letters: string): string {
  return `(${letters})Tj\n`
}

/** Backgrounds, rules and the watermark add nothing to the texts. */
const ARTIFACT = '/Artifact BMC\n'

const LOGO = textString('Logotipo del emisor')
const QR = textString('Código QR de la consulta pública')

/** A picture among the shapes, with its alternative text. */
const pictured = (tags: Tags, alt: string, drawn: string) =>
  `${END_MARK}${tags.figure(alt)}${drawn}${END_MARK}${ARTIFACT}`

const SCALE = '.01 0 0 .01 0 0 cm\n'

interface State {
  readonly accent: Color
  logo: boolean
  shapes: string
  /** The watermark, below the shapes. */
  mark: string
  shapeColor: string
  text: string
  /** Their offsets in `text`. */
  font: string
  size: number
  textColor: string
  tracking: number
  /** The start of the last line of text, in hundredths: moves are relative to it. */
  lineX: number
  lineY: number
  readonly extended: Set<Weight>
  readonly foreign: Map<ForeignFont, Map<number, string | null>>
  readonly tags: Tags
}

function fillWith(state: State, color: Color): void {
  if (color === state.shapeColor) return
  state.shapes += `${color === ACCENT ? state.accent : color} rg\n`
  state.shapeColor = color
}

/** A space between two texts of one element: otherwise screen readers join them into one word. */
function space(state: State): void {
  if (BASIC_FONTS.has(state.font)) state.text += shown(' ')
}

const BASIC_FONTS: ReadonlySet<string> = new Set(
  Object.values(FONT_NAMES).map(({ basic }) => basic),
)

function setStyle(state: State, { color, tracking = 0 }: Style): void {
  if (color !== state.textColor) {
    state.text += `${color === ACCENT ? state.accent : color} rg\n`
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

/** Text in both fonts, split where the font changes. */
function showMixed(state: State, face: Face, letters: string, style: Style): void {
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

/**
 * From left to right, each piece at its position. Glyphs that readers cannot extract carry their text,
 * cluster by cluster, because readers reverse the text of a whole line.
 */
function showForeign(
  state: State,
  face: PdfTypeface,
  left: number,
  base: number,
  letters: Letters,
  style: Style,
): void {
  const scale = style.size / 10 // from thousandths of the size to hundredths of a point
  const { pieces } = face.scripts.lay(letters)
  const heavier = style.weight === 'semibold'
  for (let n = 0; n < pieces.length; ) {
    const piece = pieces[n] as Piece
    const x = left + Math.round(piece.x * scale)
    if (piece.drawn.font === null) {
      if (!piece.bare) state.text += `/Span<</ActualText<${textString(piece.text)}>>>BDC\n`
      let said = ''
      do said += (pieces[n++] as Piece & { drawn: { letters: Letters } }).drawn.letters
      while (piece.bare && isBarePrepared(pieces[n]))
      moveTo(state, x, base)
      showMixed(state, face, said, style)
      if (!piece.bare) state.text += 'EMC\n'
    } else {
      const { font } = piece.drawn
      if (heavier) state.text += `2 Tr ${hundredths(style.size * EMBOLDENED)} w ${style.color} RG\n`
      setFont(state, font.resource, style.size)
      n += showGlyphs(state, pieces, n, { x, base, scale })
      if (heavier) state.text += '0 Tr\n'
    }
  }
}

/**
 * The other fonts have one weight: the heavier one is drawn with an outline, this fraction of the size
 * wide.
 */
const EMBOLDENED = 0.03

function isBarePrepared(piece: Piece | undefined): boolean {
  return piece?.bare === true && piece.drawn.font === null
}

/**
 * Shows one piece, or all consecutive bare ones in its font. Returns how many. In a cluster of several
 * glyphs the widest carries the text and the others none; otherwise readers see gaps between words.
 */
function showGlyphs(
  state: State,
  pieces: readonly Piece[],
  from: number,
  at: { readonly x: number; readonly base: number; readonly scale: number },
): number {
  const first = pieces[from] as Piece
  if (first.drawn.font === null) return 0
  const { font, glyphs } = first.drawn
  const known = state.foreign.get(font) ?? new Map<number, string | null>()
  state.foreign.set(font, known)
  if (first.bare) {
    let ids = ''
    let n = from
    for (; pieces[n]?.bare && pieces[n]?.drawn.font === font; n++) {
      const { text, drawn } = pieces[n] as Piece
      for (const { id } of drawn.font ? drawn.glyphs : []) {
        known.set(id, text)
        ids += hex4(id)
      }
    }
    moveTo(state, at.x, at.base)
    state.text += `<${ids}>Tj\n`
    return n - from
  }
  const widest = Math.max(...glyphs.map(({ advance }) => advance))
  let { text } = first
  for (const { id, dx, dy, advance } of glyphs) {
    const own = advance === widest ? text : ''
    if (own !== '') text = ''
    if (!known.has(id)) known.set(id, glyphs.length === 1 ? first.text : null)
    state.text += `/Span<</ActualText<${textString(own)}>>>BDC\n`
    moveTo(state, at.x + Math.round(dx * at.scale), at.base + Math.round(dy * at.scale))
    state.text += `<${hex4(id)}>Tj\nEMC\n`
  }
  return 1
}

function hundredths(points: number): number {
  return Math.round(points * 100)
}

function escaped(letters: string): string {
  return letters.replace(/[()\\]/g, '\\$&')
}

function glyphIds(face: Face, letters: string): string {
  let hex = ''
  for (let n = 0; n < letters.length; n++) {
    const id = face.extended.glyphs.get(letters.charCodeAt(n))?.id ?? 0
    hex += hex4(id)
  }
  return hex
}
