/** A fill of SVG as a colour of PDF. */
import { LogoRefused, shown } from './refused.ts'

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  currentcolor: '#000000',
}

/** A group's is read again for each shape in it. */
const LENGTH_MAX = 60

/** Refuses anything but `#rgb`, `#rrggbb`, `rgb(…)` and a few names. */
export function colorOf(fill: string): string {
  const parts = fill.length > LENGTH_MAX ? null : partsOf(NAMED[fill.toLowerCase()] ?? fill)
  if (!parts)
    throw new LogoRefused(`El SVG tiene el relleno ${shown(fill)}: use colores como #1a2b3c.`)
  return parts.map(thousandths).join(' ')
}

function partsOf(color: string): readonly number[] | null {
  const rgb = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(color)
  if (rgb) return rgb.slice(1).map(Number)
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)?.slice(1)
  const hex = short ? `#${short.map((digit) => digit + digit).join('')}` : color
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

const thousandths = (part: number) => String(Math.round((Math.min(part, 255) / 255) * 1000) / 1000)
