/** The goals that a person types in place of the ministry's: what is taken, for what, and what is no list of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGoals } from './goals.ts'

const EVENTS = { contingencia: 5, retorno: 5, invalidacion: 5 }

// biome-ignore format: a table
const READ: readonly (readonly [text: string, goals: object | null])[] = [
  ['01=10, retorno=0',                { ...EVENTS, '01': 10, retorno: 0 }],
  ['15=1000,03=1',                    { ...EVENTS, '15': 1_000, '03': 1 }],
  ['contingencia=1,invalidacion=2',   { ...EVENTS, contingencia: 1, invalidacion: 2 }],
  ['01',                              null],
  ['01=1001',                         null],
  ['01=00001',                        null],
  ['01=1,01=2',                       null],
  ['01=1,',                           null],
  ['02=1',                            null],
  ['toString=1',                      null],
  ['x01=1',                           null],
  ['01=1x',                           null],
  ['',                                null],
]

for (const [text, goals] of READ) {
  test(`the goals "${text}" are ${goals === null ? 'refused' : 'taken, and five of each event'}`, () => {
    const read = readGoals(text)
    assert.deepEqual(read && Object.fromEntries(read), goals)
  })
}
