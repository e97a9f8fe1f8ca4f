/** The blocks of a roll, one below the other: each is as wide as the roll and is never split. */

import { type Style, widthOf } from '../drawing.ts'
import {
  type Block,
  flushRight,
  paragraph,
  stack,
  type Type,
  tagged,
  wrapText,
} from '../layout/block.ts'
import { ascent, BLACK, leading, RULE_WIDTH } from '../layout/look.ts'
import { qrOf } from '../type/qr.ts'
import type { RollLook } from './look.ts'

/** The context of the blocks of one roll: type and look. */
export interface Roll {
  readonly type: Type
  readonly look: RollLook
}

export function text({ type, look }: Roll, said: string, style: Style): Block {
  return paragraph(type, said, style, look.width)
}

export function centred({ type, look: { width } }: Roll, said: string, style: Style): Block {
  const lines = wrapText(type, said, style, width)
  const step = leading(style.size)
  return tagged('P', {
    height: lines.length * step,
    draw(canvas, x, y) {
      for (const [n, line] of lines.entries()) {
        const start = x + Math.max(0, (width - widthOf(type.faces, line, style)) / 2)
        canvas.text(start, y + n * step + ascent(style.size), line, style)
      }
    },
  })
}

/** A name at the left and its amount at the right, or below the name when both do not fit on one line. */
export function amountRow({ type, look }: Roll, name: string, amount: string, style: Style): Block {
  const { width } = look
  const taken = widthOf(type.faces, type.letters(amount), style) + style.size
  const value = flushRight(type, amount, style, width)
  if (taken > width * AMOUNT_SHARE) return stack([paragraph(type, name, style, width), value])
  const label = paragraph(type, name, style, width - taken)
  return tagged('P', {
    height: label.height,
    draw(canvas, x, y) {
      label.draw(canvas, x, y)
      value.draw(canvas, x, y + label.height - value.height)
    },
  })
}

/** As a fraction of the width; the name needs the rest. */
const AMOUNT_SHARE = 0.62

export function rule({ look }: Roll): Block {
  return {
    height: RULE_GAP * 2,
    draw(canvas, x, y) {
      canvas.rect(x, y + RULE_GAP - RULE_WIDTH / 2, look.width, RULE_WIDTH, BLACK)
    },
  }
}

const RULE_GAP = 3.5

/** The blank paper around it is the quiet zone of four modules that ISO/IEC 18004 requires. */
export function qrCode({ look }: Roll, address: string): Block {
  const { size, path } = qrOf(address)
  const unit = Math.floor((look.qr / (size + QUIET_ZONE * 2)) * 100) / 100
  const side = (size + QUIET_ZONE * 2) * unit
  return {
    height: side,
    draw(canvas, x, y) {
      const start = x + (look.width - side) / 2 + QUIET_ZONE * unit
      canvas.grid(start, y + QUIET_ZONE * unit, unit, path, BLACK)
    },
  }
}

const QUIET_ZONE = 4
