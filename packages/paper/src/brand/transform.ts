/** The `transform` attribute of SVG as one matrix: what is inside a group inherits six numbers, never a text. */
import { type Effort, STEPS } from './effort.ts'
import { LogoRefused } from './refused.ts'

/** a, b, c, d, e, f: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** `from`, then the transforms of the attribute from left to right. Refuses one that cannot be read. */
export function transformed(from: Matrix, attribute: string, { spend }: Effort): Matrix {
  const text = attribute.trim()
  let matrix = from
  for (let at = 0; at < text.length; at = ONE.lastIndex) {
    spend(STEPS.transform)
    ONE.lastIndex = at
    for (const inner of matricesOf(ONE.exec(text))) matrix = composed(matrix, inner)
  }
  return matrix
}

function matricesOf(found: RegExpExecArray | null): readonly Matrix[] {
  const transform = TRANSFORMS[found?.[1] ?? '']
  const numbers = (found?.[2] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [first = 0, ...more] = numbers
  if (!transform?.counts.includes(numbers.length) || !numbers.every(Number.isFinite)) {
    throw new LogoRefused('El SVG tiene un transform que no se puede leer.')
  }
  return transform.matrices(first, ...more)
}

/** Sticky, so that text which is no transform is not searched for one from each of its characters. */
const ONE = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]{1,400})\)[\s,]*/y

/** How many arguments each may have, and what it does. */
const TRANSFORMS: Readonly<Record<string, Transform>> = {
  matrix: { counts: [6], matrices: (a, b = 0, c = 0, d = 0, e = 0, f = 0) => [[a, b, c, d, e, f]] },
  translate: { counts: [1, 2], matrices: (x, y = 0) => [translation(x, y)] },
  scale: { counts: [1, 2], matrices: (x, y = x) => [[x, 0, 0, y, 0, 0]] },
  rotate: {
    counts: [1, 3],
    matrices: (degrees, x = 0, y = 0) => [
      translation(x, y),
      rotation(degrees),
      translation(-x, -y),
    ],
  },
  skewX: { counts: [1], matrices: (degrees) => [[1, 0, Math.tan(radians(degrees)), 1, 0, 0]] },
  skewY: { counts: [1], matrices: (degrees) => [[1, Math.tan(radians(degrees)), 0, 1, 0, 0]] },
}

interface Transform {
  readonly counts: readonly number[]
  matrices(first: number, ...more: number[]): readonly Matrix[]
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

function rotation(degrees: number): Matrix {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return [cos, sin, -sin, cos, 0, 0]
}

function composed([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}
