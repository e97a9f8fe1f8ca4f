/** The first page's upper part: who issues it at the left, which document it is at the right. */
import type { Printable, Seal } from '../documento.ts'
import type { IdentificacionField, Sheet } from '../sheets/sheet.ts'
import { fitsSlot, type Letters, type SlotLetters } from '../type/letters.ts'
import {
  type Block,
  beside,
  flushRight,
  gap,
  label,
  panel,
  paragraph,
  stack,
  type Type,
  wrapText,
} from './block.ts'
import { cardStyle, fieldCard, fieldList, fill, slotCard } from './fields.ts'
import {
  BLACK,
  leading,
  NAVY,
  RULE,
  RULE_WIDTH,
  STYLES,
  TINT,
  WARNING_TINT,
  WHITE,
  WIDTH,
} from './look.ts'

const CARD_WIDTH = 284
const CARD_PADDING = 12
const INNER = CARD_WIDTH - CARD_PADDING * 2
const GUTTER = 22
const QR_SIDE = 90
/** Modules of white that ISO/IEC 18004 asks for around the code. */
const QUIET_ZONE = 4
const EMISOR_LABEL = 68
const CARD_GAP = 4.5

/** `slots`: what the ministry adds is left open, each in one line. */
export function header(type: Type, sheet: Sheet, p: Printable, slots: boolean): Block {
  return beside([
    [0, emisorBlock(type, sheet, p)],
    [WIDTH - CARD_WIDTH, documentCard(type, sheet, p, slots)],
  ])
}

/** The texts as they are drawn, or null where one of them does not stand in its slot. */
export function slotLetters(type: Type, sheet: Sheet, seal: Seal): SlotLetters | null {
  const letters: Partial<Record<keyof Seal, Letters>> = {}
  for (const { slot, strong = false } of sheet.identificacion) {
    if (!slot) continue
    const [line, ...more] = wrapText(type, seal[slot].trim(), cardStyle({ strong }), INNER)
    if (line === undefined || more.length > 0 || !fitsSlot(line)) return null
    letters[slot] = line
  }
  return letters
}

function emisorBlock(type: Type, sheet: Sheet, p: Printable): Block {
  const width = WIDTH - CARD_WIDTH - GUTTER
  return stack([
    nombreEmisor(type, p.documento.emisor.nombre, width),
    gap(6),
    fieldList(type, fill(sheet.emisor, p), width, EMISOR_LABEL),
  ])
}

/** Set smaller when it would fill more than three lines. */
function nombreEmisor(type: Type, nombre: string, width: number): Block {
  const block = paragraph(type, nombre, STYLES.emisor, width)
  if (block.height < leading(STYLES.emisor.size) * 3.5) return block
  return paragraph(type, nombre, STYLES.emisorLong, width)
}

function documentCard(type: Type, sheet: Sheet, p: Printable, slots: boolean): Block {
  const inner = stack([
    beside([
      [0, label(type, 'DOCUMENTO TRIBUTARIO ELECTRÓNICO', STYLES.kicker, INNER)],
      [0, flushRight(type, `Ver.${p.documento.identificacion.version}`, STYLES.version, INNER)],
    ]),
    gap(1.5),
    label(type, sheet.nombre, STYLES.nombreDte, INNER),
    gap(6),
    beside([
      [0, cards(type, sheet, p, 'beside_qr', slots)],
      [INNER - QR_SIDE, qrBlock(type, p)],
    ]),
    gap(CARD_GAP),
    cards(type, sheet, p, 'below', slots),
  ])
  const card = panel(inner, CARD_WIDTH, [CARD_PADDING, CARD_PADDING], TINT)
  return {
    height: card.height,
    draw(canvas, x, y) {
      card.draw(canvas, x, y)
      canvas.rect(x, y, CARD_WIDTH, 2.5, NAVY)
    },
  }
}

function cards(
  type: Type,
  sheet: Sheet,
  p: Printable,
  place: IdentificacionField['place'],
  slots: boolean,
): Block {
  const width = place === 'beside_qr' ? INNER - QR_SIDE - 8 : INNER
  const fields = sheet.identificacion.filter((field) => field.place === place)
  return stack(
    fill(fields, p).map((field) =>
      slots && field.slot
        ? slotCard(type, field, field.slot, width)
        : fieldCard(type, field, width),
    ),
    CARD_GAP,
  )
}

/** The ministry's public consultation of this document (docs/sources.md#qr). */
export function consultaPublica(p: Printable): string {
  const { ambiente, codigoGeneracion, fecEmi } = p.documento.identificacion
  return `https://admin.factura.gob.sv/consultaPublica?ambiente=${ambiente}&codGen=${codigoGeneracion}&fechaEmi=${fecEmi}`
}

function qrBlock(type: Type, p: Printable): Block {
  const { size, path } = type.qr(consultaPublica(p))
  const unit = Math.floor((QR_SIDE / (size + QUIET_ZONE * 2)) * 100) / 100
  const start = (QR_SIDE - size * unit) / 2
  return {
    height: QR_SIDE,
    draw(canvas, x, y) {
      canvas.rect(x, y, QR_SIDE, QR_SIDE, WHITE)
      canvas.grid(x + start, y + start, unit, path, BLACK)
    },
  }
}

/** What must not be overlooked, in a band across the page. */
export function noticeBlock(type: Type, lines: readonly string[]): Block {
  const text = stack(
    lines.map((line) => label(type, line, STYLES.notice, WIDTH - 20)),
    1,
  )
  return panel(text, WIDTH, [10, 5], WARNING_TINT)
}

/** What stands above the content of every page but the first. */
export function runningHead(type: Type, sheet: Sheet, p: Printable): Block {
  const line = beside([
    [
      0,
      paragraph(
        type,
        `${sheet.nombre}  ${p.documento.identificacion.numeroControl}`,
        STYLES.strong,
        WIDTH * 0.6,
      ),
    ],
    [WIDTH * 0.6, flushRight(type, p.documento.emisor.nombre, STYLES.label, WIDTH * 0.4)],
  ])
  return {
    height: line.height + 14,
    draw(canvas, x, y) {
      line.draw(canvas, x, y)
      canvas.rect(x, y + line.height + 4, WIDTH, RULE_WIDTH, RULE)
    },
  }
}
