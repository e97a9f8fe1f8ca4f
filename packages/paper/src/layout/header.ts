/** The first page's upper part: who issues it at the left, which document it is at the right. */
import type { Printable } from '../documento.ts'
import { qrOf } from '../pdf/qr.ts'
import type { IdentificacionField, Sheet } from '../sheets/sheet.ts'
import { type Block, beside, flushRight, gap, panel, paragraph, stack, type Type } from './block.ts'
import { fieldCard, fieldList, fill } from './fields.ts'
import {
  BLACK,
  LEFT,
  NAVY,
  RIGHT,
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
const QR_SIDE = 86
/** Modules of white that ISO/IEC 18004 asks for around the code. */
const QUIET_ZONE = 4
const EMISOR_LABEL = 58
const CARD_GAP = 4.5

export function header(type: Type, sheet: Sheet, p: Printable): Block {
  return beside([
    [0, emisorBlock(type, sheet, p)],
    [WIDTH - CARD_WIDTH, documentCard(type, sheet, p)],
  ])
}

function emisorBlock(type: Type, sheet: Sheet, p: Printable): Block {
  const width = WIDTH - CARD_WIDTH - GUTTER
  return stack([
    paragraph(type, p.documento.emisor.nombre, STYLES.emisor, width),
    gap(6),
    fieldList(type, fill(sheet.emisor, p), width, EMISOR_LABEL),
  ])
}

function documentCard(type: Type, sheet: Sheet, p: Printable): Block {
  const at = (place: IdentificacionField['place']) =>
    fill(
      sheet.identificacion.filter((field) => field.place === place),
      p,
    )
  const half = INNER / 2
  const inner = stack([
    beside([
      [0, paragraph(type, 'DOCUMENTO TRIBUTARIO ELECTRÓNICO', STYLES.kicker, INNER)],
      [0, flushRight(type, `Ver.${p.documento.identificacion.version}`, STYLES.version, INNER)],
    ]),
    gap(2),
    paragraph(type, sheet.nombre, STYLES.nombreDte, INNER),
    gap(7),
    beside([
      [
        0,
        stack(
          at('beside_qr').map((field) => fieldCard(type, field, INNER - QR_SIDE - 8)),
          CARD_GAP,
        ),
      ],
      [INNER - QR_SIDE, qrBlock(p)],
    ]),
    gap(CARD_GAP),
    stack(
      at('full').map((field) => fieldCard(type, field, INNER)),
      CARD_GAP,
    ),
    gap(CARD_GAP),
    beside(at('half').map((field, n) => [n * half, fieldCard(type, field, half - 6)] as const)),
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

/** What must not be overlooked, in a band across the page. */
export function noticeBlock(type: Type, lines: readonly string[]): Block {
  const text = stack(
    lines.map((line) => paragraph(type, line, STYLES.notice, WIDTH - 20)),
    1,
  )
  return panel(text, WIDTH, [10, 5], WARNING_TINT)
}

/** What stands above the content of every page but the first. */
export function runningHead(type: Type, sheet: Sheet, p: Printable): Block {
  const left = `${sheet.nombre}  ${p.documento.identificacion.numeroControl}`
  const line = beside([
    [0, paragraph(type, left, STYLES.strong, WIDTH * 0.6)],
    [WIDTH * 0.62, paragraph(type, p.documento.emisor.nombre, STYLES.label, WIDTH * 0.38)],
  ])
  return {
    height: line.height + 14,
    draw(canvas, x, y) {
      line.draw(canvas, x, y)
      canvas.rect(LEFT, y + line.height + 4, RIGHT - LEFT, RULE_WIDTH, RULE)
    },
  }
}
