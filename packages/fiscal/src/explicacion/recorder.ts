/**
 * Records which amounts a step reads. Watched values behave as before; each read is recorded by name, and reads of
 * the same member in several lines as one sum.
 */
import { CERO, type Monto, plus } from '../monto.ts'

/** An operand of a computation. */
export interface Lectura {
  readonly nombre: string
  readonly valor: Monto
  /** For a sum over lines: the lines that it adds, counted from 1. */
  readonly lineas?: readonly number[]
}

type Read = (name: string, valor: Monto) => void

export interface Recorder {
  /** Watches an object's amounts, and those of nested objects. */
  watch<T extends object>(object: T): T
  watchEach<T extends object>(lineas: readonly T[]): readonly T[]
  /** The values read since the last call, in reading order. */
  take(): readonly Lectura[]
}

export function createRecorder(): Recorder {
  let amounts = new Map<string, Monto>()
  let sums = new Map<string, Map<number, Monto>>()
  const order: string[] = []

  const note: Read = (name, valor) => {
    if (!amounts.has(name)) order.push(name)
    amounts.set(name, valor)
  }
  const noteOfLine = (line: number): Read => {
    return (name, valor) => {
      const sum = sums.get(name) ?? new Map<number, Monto>()
      if (!sums.has(name)) order.push(name)
      sums.set(name, sum.set(line, valor))
    }
  }
  return {
    watch: (object) => watched(object, '', note),
    watchEach: (lineas) => lineas.map((linea, i) => watched(linea, '', noteOfLine(i + 1))),
    take() {
      const [taken, ofAmounts, ofSums] = [order.splice(0), amounts, sums]
      amounts = new Map()
      sums = new Map()
      return taken.map((nombre) => {
        const sum = ofSums.get(nombre)
        return sum ? lecturaDe(nombre, sum) : { nombre, valor: ofAmounts.get(nombre) ?? CERO }
      })
    },
  }
}

function watched<T extends object>(object: T, path: string, read: Read): T {
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      const name = path + String(key)
      if (typeof value === 'bigint') read(name, value as Monto)
      const holds = typeof value === 'object' && value !== null && !Array.isArray(value)
      return holds ? watched(value, `${name}.`, read) : value
    },
  })
}

function lecturaDe(member: string, sum: ReadonlyMap<number, Monto>): Lectura {
  const added = [...sum].filter(([, valor]) => valor !== CERO)
  return {
    nombre: `Σ ${member}`,
    valor: added.reduce((total, [, valor]) => plus(total, valor), CERO),
    lineas: added.map(([line]) => line),
  }
}
