/**
 * An amount before rounding: a Monto, or a fraction that 8 decimals cannot represent. It is rounded once, and the
 * dropped digits can be shown.
 */
import { DECIMALS, type Monto, round, roundFraction } from './monto.ts'

export type Fraccion = readonly [numerator: bigint, denominator: bigint]

export interface Parte {
  readonly de: Monto
  readonly fraccion: Fraccion
}

export type Exacto = Monto | Parte

export function parte(de: Monto, fraccion: Fraccion): Parte {
  return { de, fraccion }
}

/** Half away from zero, to 0..8 decimals. Source: docs/sources.md#rounding. */
export function roundExacto(exacto: Exacto, decimals: number): Monto {
  return typeof exacto === 'bigint'
    ? round(exacto, decimals)
    : roundFraction(exacto.de, exacto.fraccion, decimals)
}

/** A product of two amounts has at most 16 decimals. */
const DIGITS = 16

/** Its decimal digits: all if there are at most 16, otherwise the first 16 with `…`. */
export function exactoToText(exacto: Exacto): string {
  const { de, fraccion } = typeof exacto === 'bigint' ? parte(exacto, [1n, 1n]) : exacto
  const numerator = de * fraccion[0] * 10n ** BigInt(DIGITS - DECIMALS)
  const digits = numerator / fraccion[1]
  const text = String(digits < 0n ? -digits : digits).padStart(DIGITS + 1, '0')
  const endless = digits * fraccion[1] !== numerator
  const fraction = endless ? text.slice(-DIGITS) : text.slice(-DIGITS).replace(/0+$/, '')
  const whole = `${numerator < 0n ? '-' : ''}${text.slice(0, -DIGITS)}`
  return fraction === '' ? whole : `${whole}.${fraction}${endless ? '…' : ''}`
}
