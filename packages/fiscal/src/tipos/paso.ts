/** One step of a computation: a named amount and its formula. */
import { type Exacto, roundExacto } from '../exacto.ts'
import type { Monto } from '../monto.ts'

interface Nombrado<Importe extends string> {
  readonly importe: Importe
  /** For people, in the wire's terms. R2 rounds to cents, half up, and R8 to 8 decimals. */
  readonly formula: string
  /** A section of docs/sources.md, if not the document type's own. */
  readonly source?: string
}

interface Exact<Cuenta, Base> {
  readonly valor: (cuenta: Cuenta, base: Base) => Monto
}
interface Cents<Cuenta, Base> {
  /** For values rounded to cents: all members of a summary. */
  readonly r2: (cuenta: Cuenta, base: Base) => Exacto
}
interface EightDecimals<Cuenta, Base> {
  /** For values rounded to the 8 decimals of a line. */
  readonly r8: (cuenta: Cuenta, base: Base) => Exacto
}

/** `Cuenta` has the results of earlier steps, `Base` the input of all. */
export type PasoDe<Importe extends string, Cuenta, Base> = Nombrado<Importe> &
  (Exact<Cuenta, Base> | Cents<Cuenta, Base> | EightDecimals<Cuenta, Base>)

/** A rounding that a step made. */
interface Redondeo {
  readonly exacto: Exacto
  readonly decimales: 2 | 8
}

export type OnPaso = (paso: Nombrado<string>, valor: Monto, redondeo: Redondeo | null) => void

/** An observer of the computation. */
export interface Observer {
  /** Replaces the account that the steps read. */
  readonly watch: <T extends object>(cuenta: T) => T
  readonly onPaso: OnPaso
}

/** Runs the steps in order. Members without a step keep their value in `nada`. */
export function run<Importe extends string, Base>(
  pasos: readonly PasoDe<Importe, Readonly<Record<Importe, Monto>>, Base>[],
  nada: Readonly<Record<Importe, Monto>>,
  base: Base,
  observer?: Observer,
): Readonly<Record<Importe, Monto>> {
  const cuenta: Record<Importe, Monto> = { ...nada }
  const read = observer ? observer.watch(cuenta) : cuenta
  for (const paso of pasos) {
    if ('valor' in paso) {
      cuenta[paso.importe] = paso.valor(read, base)
      observer?.onPaso(paso, cuenta[paso.importe], null)
    } else {
      const decimales = 'r2' in paso ? 2 : 8
      const exacto = 'r2' in paso ? paso.r2(read, base) : paso.r8(read, base)
      cuenta[paso.importe] = roundExacto(exacto, decimales)
      observer?.onPaso(paso, cuenta[paso.importe], { exacto, decimales })
    }
  }
  return cuenta
}
