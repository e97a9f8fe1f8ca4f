/** Fields, name and value: side by side in a list, or one above the other in a card. */
import type { Printable } from '../documento.ts'
import type { Color, Style } from '../drawing.ts'
import { DASH } from '../sheets/numbers.ts'
import type { Clase, Field, Note } from '../sheets/sheet.ts'
import {
  type Block,
  beside,
  gap,
  label,
  paragraph,
  slot,
  stack,
  type Type,
  tagged,
} from './block.ts'
import { ascent, NAVY, RULE, RULE_WIDTH, STYLES } from './look.ts'

export interface Filled {
  readonly label: string
  readonly value: string
  readonly strong: boolean
  readonly slot: boolean
  /** Two consecutive ones are placed side by side. */
  readonly half: boolean
  /** Across the page, below the two columns. */
  readonly whole: boolean
}

/** The fields to print, with their values. */
export function fill(fields: readonly Field[], p: Printable): Filled[] {
  const filled: Filled[] = []
  for (const field of fields) {
    const { label, clase, value, strong = false, slot = false } = field
    const text = value(p)?.trim()
    if (!text && !namedWhenEmpty(clase)) continue
    filled.push({
      label: typeof label === 'string' ? label : label(p),
      value: text || DASH,
      strong,
      slot,
      half: field.half === true,
      whole: field.whole === true,
    })
  }
  return filled
}

/** The options of a plain text: full width, not emphasised. */
export const PLAIN = { strong: false, slot: false, half: false, whole: false } as const

/** The note to print, or null when there is none. */
export function fillNote({ title, clase, value }: Note, p: Printable): Filled | null {
  const text = value(p)?.trim()
  if (!text && !namedWhenEmpty(clase)) return null
  return { label: title, value: text || DASH, ...PLAIN }
}

export function namedWhenEmpty(clase: Clase): boolean {
  return clase === 'A' || clase === 'D'
}

/** The gap between a field's name and its value. */
const LABEL_GAP = 6
const LABEL_LEAST = 68
const LABEL_MOST = 104

/** The width of the names of a list: that of the longest, within bounds. */
export function labelWidthOf(type: Type, fields: readonly Filled[]): number {
  const widest = Math.max(...fields.map(({ label }) => type.caption(label, STYLES.label).width))
  return Math.min(LABEL_MOST, Math.max(LABEL_LEAST, widest + LABEL_GAP))
}

/** One below the other, with the names in their own column, on the baseline of the value's first line. */
export function fieldList(
  type: Type,
  fields: readonly Filled[],
  width: number,
  labelWidth: number,
): Block {
  return stack(
    fields.map(({ label: name, value, strong }) => {
      const style = strong ? STYLES.name : STYLES.value
      const lower = ascent(style.size) - ascent(STYLES.label.size)
      return tagged(
        'P',
        beside([
          [0, stack([gap(lower), label(type, name, STYLES.label, labelWidth - LABEL_GAP)])],
          [labelWidth, paragraph(type, value, style, width - labelWidth)],
        ]),
      )
    }),
    type.spacing.list,
  )
}

/** The name, small, above its value. */
export function fieldCard(type: Type, field: Filled, width: number): Block {
  return tagged(
    'P',
    stack([
      label(type, field.label, STYLES.smallLabel, width),
      paragraph(type, field.value, cardStyle(field), width),
    ]),
  )
}

/** The same for a one-line value that is not known yet. */
export function slotCard(type: Type, field: Filled, width: number): Block {
  return stack([label(type, field.label, STYLES.smallLabel, width), slot(cardStyle(field))])
}

function cardStyle({ strong }: { readonly strong?: boolean }): Style {
  return strong ? STYLES.strong : STYLES.value
}

/** A section's title over a rule. */
export function heading(type: Type, title: string, width: number): Block {
  return ruledTitle(label(type, title.toUpperCase(), STYLES.heading, width), width, RULE)
}

/** The title of the section that readers look for first. */
export function prominentHeading(type: Type, title: string, width: number): Block {
  return ruledTitle(label(type, title.toUpperCase(), STYLES.prominent, width), width, NAVY)
}

function ruledTitle(text: Block, width: number, color: Color): Block {
  return {
    height: text.height + 6,
    draw(canvas, x, y) {
      tagged('H2', text).draw(canvas, x, y)
      canvas.rect(x, y + text.height + 1.2, width, RULE_WIDTH, color)
    },
  }
}
