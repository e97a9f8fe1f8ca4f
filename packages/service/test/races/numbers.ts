/** What must hold for the numbers of a series, whatever happened concurrently. */
import assert from 'node:assert/strict'
import type { Reply } from '../world.ts'

/** For loads: a machine that is busy elsewhere must not look like a ministry or a database that is silent. */
export const PATIENT = {
  mh: { timeoutMs: 20_000, budgetMs: 60_000 },
  pool: { acquireTimeoutMs: 60_000, lockTimeoutMs: 30_000, statementTimeoutMs: 30_000 },
} as const

/** The running number at the end of a numeroControl. */
function correlativoOf(numeroControl: string): number {
  return Number(numeroControl.slice(-15))
}

/** 1 to as many as there are, each once. */
export function assertConsecutive(numerosControl: readonly string[]): void {
  const numbers = numerosControl.map(correlativoOf).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at + 1),
  )
}

export function assertAllSealed(replies: readonly Reply[]): void {
  const others = replies.filter(({ status }) => status !== 200)
  assert.deepEqual(
    others.map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
    [],
  )
}

export const numeroOf = ({ body }: Reply): string => body.numeroControl

/** `n` calls at once. */
export function atOnce<T>(n: number, call: (at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: n }, (_, at) => call(at)))
}
