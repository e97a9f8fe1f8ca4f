/** One weight of the font: its two files and its widths. */
import type { Letters } from './letters.ts'
import type { Scripts } from './scripts.ts'
import { readTtf, type Ttf } from './ttf.ts'
import { unicodeOf } from './windows-1252.ts'

export type Weight = 'regular' | 'semibold'

export type Faces = Readonly<Record<Weight, Typeface>>

export interface Typeface extends Face {
  /** For text that these letters do not cover. */
  readonly scripts: Scripts
}

/** The prepared letters of a weight. */
export interface Face {
  readonly weight: Weight
  /** The letters of Windows-1252; embedded in every PDF. */
  readonly basic: Ttf
  /** The other letters; embedded only in a PDF that uses one of them. */
  readonly extended: Ttf
  /** By byte, in thousandths of the font size. */
  readonly widths: Uint16Array
}

/** Reads the two files of a weight, as made by scripts/prepare-fonts.ts. */
export function readFace(weight: Weight, basicFile: Uint8Array, extendedFile: Uint8Array): Face {
  const basic = readTtf(basicFile)
  const widths = new Uint16Array(256)
  for (let byte = 0x20; byte <= 0xff; byte++) {
    widths[byte] = basic.glyphs.get(unicodeOf(byte).charCodeAt(0))?.width ?? 0
  }
  return { weight, basic, extended: readTtf(extendedFile), widths }
}

/** In thousandths of the font size; line breaks have no width. */
export function measure(face: Typeface, letters: string): number {
  let width = 0
  for (let n = 0; n < letters.length; n++) {
    const unit = letters.charCodeAt(n)
    if (unit < 0x100) width += face.widths[unit] as number
    else {
      const glyph = face.extended.glyphs.get(unit)
      if (!glyph) return face.scripts.width(letters as Letters)
      width += glyph.width
    }
  }
  return width
}

/** The width of a letter that the face has. */
export function unitWidth(face: Face, unit: number): number {
  if (unit < 0x100) return face.widths[unit] as number
  return face.extended.glyphs.get(unit)?.width ?? 0
}

/** Whether any of these letters is outside the basic font. */
export function needsExtended(letters: Letters): boolean {
  return /[\u0100-\uffff]/.test(letters)
}

/** Whether any letter is outside the prepared fonts. */
export function isForeign(face: Face, letters: string): boolean {
  for (let n = 0; n < letters.length; n++) {
    const unit = letters.charCodeAt(n)
    if (unit >= 0x100 && !face.extended.glyphs.has(unit)) return true
  }
  return false
}
