/** What reading one drawing may cost, counted while it is read: a file of 60 KB can ask for minutes. */
import { LogoRefused } from './refused.ts'

/** In steps of one to two microseconds. A logo of 500 paths with 20 numbers each takes half of them. */
const STEPS_MAX = 60_000
/** The longest stream of PDF operators. */
const OPERATORS_MAX = 200_000

/** The steps of each thing that a drawing can repeat. */
export const STEPS = { tag: 25, attribute: 5, transform: 4, number: 1, arcNumber: 3 } as const

export interface Effort {
  /** Counts steps before they are taken. Refuses (LogoRefused) a drawing that needs too many. */
  spend(steps: number): void
  /** Adds operators to the result. Refuses (LogoRefused) too many of them. */
  print(operators: string): void
  /** All operators. */
  printed(): string
}

export function createEffort(): Effort {
  const parts: string[] = []
  let steps = 0
  let length = 0
  return {
    spend(more) {
      steps += more
      if (steps > STEPS_MAX) throw tooComplex()
    },
    print(operators) {
      length += operators.length
      if (length > OPERATORS_MAX) throw tooComplex()
      parts.push(operators)
    },
    printed: () => parts.join(''),
  }
}

export const tooComplex = () => new LogoRefused('El SVG es demasiado complejo: simplifíquelo.')
