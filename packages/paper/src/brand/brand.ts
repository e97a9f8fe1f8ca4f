/** A company's look on its copies: its logo and one colour. */
import type { Color } from '../drawing.ts'
import type { Logo } from './logo.ts'

/** Plain data. */
export interface Brand {
  readonly logo: Logo | null
  readonly accent: Color | null
}

/** The contrast that WCAG 2.2 (1.4.3) requires for text of any size. */
const CONTRAST_MIN = 4.5
const STEP = 0.97

/**
 * `#rrggbb` as printed: darkened until it is readable on white, and white on it. Null when it is not a
 * colour.
 */
export function accentOf(hex: string): Color | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null
  let parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  while (contrastWithWhite(parts) < CONTRAST_MIN) parts = parts.map((part) => part * STEP)
  const [r = 0, g = 0, b = 0] = parts.map((part) => Math.round(part * 1000) / 1000)
  return `${r} ${g} ${b}`
}

function contrastWithWhite(parts: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}
