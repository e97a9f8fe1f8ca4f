/** A shape of SVG as PDF operators. */
import svgpath from 'svgpath'
import { type Effort, STEPS, tooComplex } from './effort.ts'
import { LogoRefused } from './refused.ts'
import type { Matrix } from './transform.ts'

export type Attributes = Readonly<Record<string, string>>

/** A shape as path data, '' when it draws nothing; null for anything that is not a shape. */
export function pathOf(name: string, a: Attributes): string | null {
  const n = (key: string) => Number.parseFloat(a[key] ?? '0') || 0
  if (name === 'path') return a.d ?? ''
  if (name === 'polygon' || name === 'polyline') return a.points ? `M${a.points}Z` : ''
  if (name === 'circle') return ellipse(n('cx'), n('cy'), n('r'), n('r'))
  if (name === 'ellipse') return ellipse(n('cx'), n('cy'), n('rx'), n('ry'))
  if (name === 'rect') return rectangle(n('x'), n('y'), n('width'), n('height'), n('rx') || n('ry'))
  return null
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function rectangle(x: number, y: number, width: number, height: number, round: number): string {
  const r = Math.min(round, width / 2, height / 2)
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`
}

/** Prints path data, moved by `matrix`. Refuses data that cannot be read, or is too long. */
export function printPath(data: string, matrix: Matrix, effort: Effort): void {
  assertLength(data, effort)
  const path = svgpath(data)
    .matrix([...matrix])
    .abs()
    .unarc()
    .unshort()
  if ((path as unknown as { err: string }).err)
    throw new LogoRefused('El SVG tiene un trazado que no se puede leer.')
  path.iterate(([command, ...n], _index, x, y) => {
    if (n.some((value) => !(Math.abs(value) < COORDINATE_MAX)))
      throw new LogoRefused('El SVG tiene un número que no existe o es demasiado grande.')
    if (command === 'M') effort.print(`${numbers(n)} m\n`)
    else if (command === 'L') effort.print(`${numbers(n)} l\n`)
    else if (command === 'H') effort.print(`${numbers([n[0] as number, y])} l\n`)
    else if (command === 'V') effort.print(`${numbers([x, n[0] as number])} l\n`)
    else if (command === 'C') effort.print(`${numbers(n)} c\n`)
    else if (command === 'Q') effort.print(`${numbers(cubic(x, y, n))} c\n`)
    else effort.print('h\n')
  })
}

/** Larger ones would be written with an exponent, which PDF does not have. */
const COORDINATE_MAX = 1e20

/** Numbers after one letter: svgpath moves the rest of them for each command that it takes from their front. */
const RUN_MAX = 6_000
const TOKEN = /\d*\.?\d+(?:e[-+]?\d+)?|[a-z]/gi

/** Before svgpath reads it. */
function assertLength(data: string, { spend }: Effort): void {
  let run = 0
  let isArc = false
  for (const [token] of data.matchAll(TOKEN)) {
    const isLetter = token > '9'
    if (isLetter) isArc = token === 'a' || token === 'A'
    spend(isArc ? STEPS.arcNumber : STEPS.number)
    run = isLetter ? 0 : run + 1
    if (run > RUN_MAX) throw tooComplex()
  }
}

/** Converts a quadratic curve to the equivalent cubic one. */
function cubic(
  x: number,
  y: number,
  [cx = 0, cy = 0, ex = 0, ey = 0]: readonly number[],
): number[] {
  const third = (from: number, to: number) => from + (2 / 3) * (to - from)
  return [third(x, cx), third(y, cy), third(ex, cx), third(ey, cy), ex, ey]
}

const numbers = (list: readonly number[]) => list.map((n) => Number(n.toFixed(3))).join(' ')
