/**
 * The simulator's own notation for a structure. A node checks one value of a parsed document and reports
 * what the ministry's validator would refuse; its type parameter is the type of a valid value.
 */
import { CENT, SCALE } from '../json/decimal.ts'
import { isObject, isOddNumber, type Json } from '../json/parse.ts'
import { isDate } from '../world/el-salvador.ts'

export interface Report {
  /** One sentence for each field, in the ministry's form. */
  readonly problems: string[]
  /** Paths of numbers whose value is right but not written in plain form. */
  readonly odd: string[]
}

export interface Node<T> {
  readonly check: (value: Json, path: string, report: Report) => void
  readonly type?: T
}

export type Infer<N> = N extends Node<infer T> ? T : never
type Members = Readonly<Record<string, Node<unknown>>>
type InferMembers<M extends Members> = { readonly [K in keyof M]: Infer<M[K]> }

/** The most problems reported; a longer list helps nobody. */
const PROBLEMS_MAX = 50

function refuse(report: Report, path: string, why = 'no cumple el formato requerido'): void {
  if (report.problems.length < PROBLEMS_MAX) report.problems.push(`Campo ${path} ${why}`)
}

/** A closed object: every member is present, explicit nulls included, and no others. */
export function objeto<M extends Members>(members: M): Node<InferMembers<M>> {
  const entries = Object.entries(members)
  const check: Node<unknown>['check'] = (value, path, report) => {
    if (!isObject(value)) return refuse(report, path)
    let present = 0
    for (const [name, node] of entries) {
      if (!Object.hasOwn(value, name)) {
        refuse(report, `${path}/${name}`, 'es requerido')
        continue
      }
      present += 1
      node.check(value[name] as Json, `${path}/${name}`, report)
    }
    const names = Object.keys(value)
    if (names.length === present) return
    for (const name of names) {
      if (!Object.hasOwn(members, name)) refuse(report, `${path}/${name}`, 'no es permitido')
    }
  }
  return { check }
}

export function lista<T>(of: Node<T>, min = 0, max = Number.POSITIVE_INFINITY): Node<readonly T[]> {
  return {
    check: (value, path, report) => {
      if (!Array.isArray(value) || value.length < min || value.length > max) {
        return refuse(report, path)
      }
      value.forEach((item, i) => {
        of.check(item, `${path}/${i}`, report)
      })
    },
  }
}

/** A list of unique items; the order of members does not matter. */
export function distintos<T>(node: Node<readonly T[]>): Node<readonly T[]> {
  return {
    check: (value, path, report) => {
      node.check(value, path, report)
      if (!Array.isArray(value) || value.length < 2) return
      if (new Set(value.map(identity)).size !== value.length) refuse(report, path)
    },
  }
}

/** A canonical text: equal for two values that JSON Schema calls equal. */
function identity(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (isOddNumber(value)) return value.units === null ? value.text : String(value.units)
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`
  if (!isObject(value)) return String(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${identity(value[name] as Json)}`).join()}}`
}

/** At most one of two members of an object is not null. */
export function excluyentes<T>(
  node: Node<T>,
  one: keyof T & string,
  other: keyof T & string,
): Node<T> {
  return {
    check: (value, path, report) => {
      node.check(value, path, report)
      if (!isObject(value)) return
      const given = [one, other].filter((name) => (value[name] ?? null) !== null)
      if (given.length > 1) refuse(report, path)
    },
  }
}

export function orNull<T>(node: Node<T>): Node<T | null> {
  return {
    check: (value, path, report) => {
      if (value !== null) node.check(value, path, report)
    },
  }
}

/** Lengths count code points, as JSON Schema does, not UTF-16 units. */
export function texto(min = 0, max = Number.POSITIVE_INFINITY, pattern?: RegExp): Node<string> {
  return {
    check: (value, path, report) => {
      if (typeof value !== 'string') return refuse(report, path)
      const units = value.length
      const length = units > max || (units < 2 * min && units >= min) ? [...value].length : units
      if (length < min || length > max || (pattern && !pattern.test(value))) refuse(report, path)
    },
  }
}

export function unoDe<const T extends string>(...values: readonly T[]): Node<T> {
  const known: ReadonlySet<Json> = new Set(values)
  return {
    check: (value, path, report) => {
      if (!known.has(value)) refuse(report, path)
    },
  }
}

export const fecha: Node<string> = {
  check: (value, path, report) => {
    if (typeof value !== 'string' || !isDate(value)) refuse(report, path)
  },
}

interface Bounds {
  /** Inclusive, in units. */
  readonly min?: bigint
  readonly max?: bigint
  /** Exclusive, in units. */
  readonly above?: bigint
  readonly below?: bigint
  /** The value is a multiple of this step. */
  readonly step: bigint
}

function numero(bounds: Bounds): Node<bigint> {
  const { min, max, above, below, step } = bounds
  return {
    check: (value, path, report) => {
      const odd = isOddNumber(value)
      const units = odd ? value.units : value
      const fits =
        typeof units === 'bigint' &&
        units % step === 0n &&
        (min === undefined || units >= min) &&
        (max === undefined || units <= max) &&
        (above === undefined || units > above) &&
        (below === undefined || units < below)
      if (!fits) return refuse(report, path)
      if (odd) report.odd.push(path)
    },
  }
}

/** Every amount of the structures is below 100,000,000,000. */
const LIMIT = 100_000_000_000n * SCALE

/** A body amount: up to eight decimals, not negative. */
export const monto8 = numero({ min: 0n, below: LIMIT, step: 1n })
/** A body amount greater than zero. */
export const cantidad = numero({ above: 0n, below: LIMIT, step: 1n })
/** A body amount without a lower bound (the published structure of 01 omits it on the price). */
export const precioLibre = numero({ below: LIMIT, step: 1n })
/** A body amount of either sign. */
export const cargo8 = numero({ above: -LIMIT, below: LIMIT, step: 1n })
/** A summary amount: two decimals, not negative. */
export const monto2 = numero({ min: 0n, below: LIMIT, step: CENT })
/** The same, more than zero. */
export const positivo2 = numero({ above: 0n, below: LIMIT, step: CENT })
/** A summary amount without a lower bound. */
export const centavos = numero({ below: LIMIT, step: CENT })
export const cargo2 = numero({ above: -LIMIT, below: LIMIT, step: CENT })
export const saldo2 = numero({ above: -LIMIT, max: 0n, step: CENT })
export const porcentaje = numero({ min: 0n, max: 100n * SCALE, step: CENT })
export const positivo = numero({ above: 0n, step: 1n })
/** How many of something: the published structures do not call it an integer. */
export const cuenta = numero({ above: 0n, below: 1_000_000_000n * SCALE, step: 1n })

/** A number that the published structure leaves unbounded; the catalogue check comes later. */
export const cualquierNumero = numero({ step: 1n })

export function entero(min?: number, max?: number): Node<bigint> {
  return numero({
    step: SCALE,
    ...(min === undefined ? {} : { min: BigInt(min) * SCALE }),
    ...(max === undefined ? {} : { max: BigInt(max) * SCALE }),
  })
}

/** A small code such as 1 to 6 that the published structure does not call an integer. */
export function entre(min: number, max: number): Node<bigint> {
  return numero({ step: 1n, min: BigInt(min) * SCALE, max: BigInt(max) * SCALE })
}
