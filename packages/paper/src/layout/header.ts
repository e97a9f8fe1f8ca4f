/** The first page's upper part: the issuer at the left, the document's identification at the right. */
import type { Printable } from '../documento.ts'
import type { IdentificacionField, Sheet } from '../sheets/sheet.ts'
import { qrOf } from '../type/qr.ts'
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
  tagged,
} from './block.ts'
import { type Filled, fieldCard, fieldList, fill, labelWidthOf, slotCard } from './fields.ts'
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
const CARD_INSET = 12
const INNER = CARD_WIDTH - CARD_INSET * 2
const GUTTER = 22
const QR_SIDE = 90
/** The quiet zone that ISO/IEC 18004 requires around the code, in modules. */
const QUIET_ZONE = 4

/** With `slots`, as in a draft, reserves one line for each text that the ministry adds. */
export function header(type: Type, sheet: Sheet, p: Printable, slots: boolean): Block {
  return beside([
    [0, emisorBlock(type, sheet, p)],
    [WIDTH - CARD_WIDTH, documentCard(type, sheet, p, slots)],
  ])
}

function emisorBlock(type: Type, sheet: Sheet, p: Printable): Block {
  const width = WIDTH - CARD_WIDTH - GUTTER
  const fields = fill(sheet.emisor, p)
  return stack([
    ...(type.logo ? [logoBlock(type.logo), gap(8)] : []),
    nombreEmisor(type, p.documento.emisor.nombre, width),
    gap(6),
    fieldList(type, fields, width, labelWidthOf(type, fields)),
  ])
}

const LOGO_WIDTH = 150
const LOGO_HEIGHT = 44

function logoBlock({ width, height }: NonNullable<Type['logo']>): Block {
  const scale = Math.min(LOGO_WIDTH / width, LOGO_HEIGHT / height)
  return {
    height: height * scale,
    draw(canvas, x, y) {
      canvas.logo(x, y, width * scale, height * scale)
    },
  }
}

/** Uses a smaller size when it would take more than three lines. */
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
    tagged('H1', label(type, sheet.nombre, STYLES.nombreDte, INNER)),
    ...(sheet.subtitle ? [label(type, sheet.subtitle, STYLES.value, INNER)] : []),
    gap(6),
    beside([
      [0, cards(type, sheet, p, 'beside_qr', slots)],
      [INNER - QR_SIDE, qrBlock(p)],
    ]),
    gap(type.spacing.card),
    cards(type, sheet, p, 'below', slots),
  ])
  const card = panel(inner, CARD_WIDTH, [CARD_INSET, type.spacing.cardPadding], TINT)
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
  const fields = sheet.identificacion.filter((field) => field.place === place)
  const filled = fill(fields, p)
  const rows: Block[] = []
  for (let n = 0; n < filled.length; n++) {
    const field = filled[n] as Filled
    const width = cardWidth(place, field.half)
    const next = filled[n + 1]
    const first = identificacionCard(type, field, width, slots)
    if (!field.half || !next?.half) {
      rows.push(first)
      continue
    }
    rows.push(
      beside([
        [0, first],
        [width + HALF_GUTTER, identificacionCard(type, next, width, slots)],
      ]),
    )
    n += 1
  }
  return stack(rows, type.spacing.card)
}

function identificacionCard(type: Type, field: Filled, width: number, slots: boolean): Block {
  return slots && field.slot ? slotCard(type, field, width) : fieldCard(type, field, width)
}

const HALF_GUTTER = 8

function cardWidth(place: IdentificacionField['place'], half: boolean): number {
  const width = place === 'beside_qr' ? INNER - QR_SIDE - 8 : INNER
  return half ? (width - HALF_GUTTER) / 2 : width
}

/** The ministry's public consultation of this document (docs/sources.md#qr). */
export function consultaPublica(p: Printable): string {
  const { ambiente, codigoGeneracion, fecEmi } = p.documento.identificacion
  return `https://admin.factura.gob.sv/consultaPublica?ambiente=${ambiente}&codGen=${codigoGeneracion}&fechaEmi=${fecEmi}`
}

function qrBlock(p: Printable): Block {
  const { size, path } = qrOf(consultaPublica(p))
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

/** Warnings in a band across the page. */
export function noticeBlock(type: Type, lines: readonly string[]): Block {
  const text = stack(
    lines.map((line) => label(type, line, STYLES.notice, WIDTH - 20)),
    1,
  )
  return panel(text, WIDTH, [10, 5], WARNING_TINT)
}

/** The heading of every page but the first. */
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
