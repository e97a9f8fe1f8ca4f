/** A document on a roll of paper: one column and, for nearly every document, one page as long as needed. */
import type { Printable } from '../documento.ts'
import type { Canvas, NewPage } from '../drawing.ts'
import { type Block, gap, type Type } from '../layout/block.ts'
import { consultaPublica } from '../layout/header.ts'
import { MISSING } from '../layout/letter.ts'
import { readable } from '../registro.ts'
import type { Sheet } from '../sheets/sheet.ts'
import { lookOf } from './look.ts'
import { centred, qrCode, type Roll, rule, text } from './pieces.ts'
import { fieldPieces, sectionPieces } from './sections.ts'

/** Readers accept pages of up to 14,400 points (PDF 32000-1, annex C): some five metres of paper. */
const HEIGHT_MAX = 14_000
const TOP = 8
const BOTTOM = 12

/** Every page of the roll, in order. */
export function drawRoll<Page extends Canvas>(
  type: Type,
  newPage: NewPage<Page>,
  sheet: Sheet,
  given: Printable,
  paperWidthMm: number,
): readonly Page[] {
  const p = readable(given)
  type.missing.seen = false
  const roll: Roll = { type, look: lookOf(paperWidthMm) }
  const { styles, paper, left } = roll.look
  const said = [...headPieces(roll, sheet, p), ...bodyPieces(roll, sheet, p)]
  const missing = type.missing.seen ? [rule(roll), text(roll, MISSING, styles.label)] : []
  const pages = packed([...said, ...missing])
  return pages.map((pieces, n) => {
    const footer = centred(roll, `Página ${n + 1} de ${pages.length}`, styles.label)
    const all = [...pieces, rule(roll), footer]
    const height = Math.ceil(TOP + heightOf(all) + BOTTOM)
    const canvas = newPage(paper, height)
    let y = TOP
    for (const piece of all) {
      piece.draw(canvas, left, y)
      y += piece.height
    }
    return canvas
  })
}

function headPieces(roll: Roll, sheet: Sheet, p: Printable): Block[] {
  const { emisor, identificacion } = p.documento
  const { name, label } = roll.look.styles
  return [
    centred(roll, emisor.nombre, name),
    gap(2),
    ...fieldPieces(roll, sheet.emisor, p),
    rule(roll),
    centred(roll, 'DOCUMENTO TRIBUTARIO ELECTRÓNICO', label),
    centred(roll, sheet.nombre, name),
    ...(sheet.subtitle ? [centred(roll, sheet.subtitle, label)] : []),
    centred(roll, `Ver.${identificacion.version}`, label),
    gap(2),
    ...fieldPieces(roll, sheet.identificacion, p),
    qrCode(roll, consultaPublica(p)),
  ]
}

function bodyPieces(roll: Roll, sheet: Sheet, p: Printable): Block[] {
  const notices = sheet.notices(p)
  return [
    ...(notices.length > 0 ? [rule(roll)] : []),
    ...notices.map((notice) => centred(roll, notice, roll.look.styles.strong)),
    ...sheet.sections.flatMap((section) => sectionPieces(roll, section, p)),
  ]
}

/** Packs the pieces on as few pages as possible. */
function packed(pieces: readonly Block[]): Block[][] {
  const pages: Block[][] = [[]]
  let height = 0
  for (const piece of pieces) {
    if (height + piece.height > HEIGHT_MAX && height > 0) {
      pages.push([])
      height = 0
    }
    pages.at(-1)?.push(piece)
    height += piece.height
  }
  return pages
}

const heightOf = (pieces: readonly Block[]) => pieces.reduce((sum, { height }) => sum + height, 0)
