/** What somebody who waits for many documents sees: how many are done, how fast, and how long the rest takes. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createProgress } from './progress.ts'

/** The last line, after `seconds` in which the documents came to these states. */
function shown(total: number, seconds: number, states: readonly (keyof typeof STATES)[]): string {
  let now = new Date('2026-10-05T16:00:00Z')
  const stderr = new PassThrough().setEncoding('utf8')
  let said = ''
  stderr.on('data', (text: string) => {
    said += text
  })
  const progress = createProgress({ now: () => now, stderr })
  progress.begin(total)
  now = new Date(now.getTime() + seconds * 1_000)
  for (const estado of states) progress.step({ estado })
  progress.end()
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return (lines.at(-1) ?? '').replace(/^.*?(?=\d+\/)/, '').trim()
}
const STATES = { sellado: 0, contingencia: 0, rechazado: 0, refused: 0 }
const sealed = (count: number) => Array.from({ length: count }, () => 'sellado' as const)

// biome-ignore format: a table
const SHOWN: readonly (readonly [total: number, seconds: number, states: readonly (keyof typeof STATES)[], line: string])[] = [
  [4, 2, ['sellado', 'contingencia'],                     '2/4  1.0/s  falta 2 s  sellados 1  en espera 1  rechazados 0'],
  [9, 4, ['rechazado', 'refused', 'sellado', 'sellado'],  '4/9  1.0/s  falta 5 s  sellados 2  en espera 0  rechazados 2'],
  [100, 2, sealed(19),                                    '19/100  9.5/s  falta 9 s  sellados 19  en espera 0  rechazados 0'],
  [100, 2, sealed(20),                                    '20/100  10/s  falta 8 s  sellados 20  en espera 0  rechazados 0'],
  [61, 1, sealed(1),                                      '1/61  1.0/s  falta 1 min 0 s  sellados 1  en espera 0  rechazados 0'],
  [60, 1, sealed(1),                                      '1/60  1.0/s  falta 59 s  sellados 1  en espera 0  rechazados 0'],
  [3, 50, sealed(1),                                      '1/3  0.0/s  falta 1 min 40 s  sellados 1  en espera 0  rechazados 0'],
  [2, 1, [],                                              '0/2  0.0/s  falta –  sellados 0  en espera 0  rechazados 0'],
]

for (const [total, seconds, states, line] of SHOWN) {
  test(`${states.length} of ${total} in ${seconds} s: ${line}`, () => {
    assert.equal(shown(total, seconds, states), line)
  })
}
