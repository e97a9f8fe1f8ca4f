import assert from 'node:assert/strict'
import { availableParallelism, totalmem } from 'node:os'
import { test } from 'node:test'
import {
  CONSOLE_CONNECTIONS,
  connectionsFor,
  memoryWithin,
  processesFor,
  quarterOf,
} from './count.ts'

const GIB = 1024 ** 3

// biome-ignore format: a table
const MACHINES = [
  // cores  GiB   processes
  [ 1,      0.5,  1 ], // less than one carries: it is tried all the same
  [ 2,      1,    1 ],
  [ 2,      2,    2 ],
  [ 4,      2,    3 ],
  [ 4,      8,    4 ],
  [ 64,     256,  6 ],
  [ 8,      (512 + 3 * 400) / 1024,     3 ], // 512 MiB for the rest, 400 for each
  [ 8,      (512 + 3 * 400 - 1) / 1024, 2 ],
] as const

for (const [cores, gib, expected] of MACHINES) {
  test(`a machine of ${cores} cores and ${gib} GiB carries ${expected}`, () => {
    assert.equal(processesFor({ cores, memoryBytes: gib * GIB }), expected)
  })
}

test('by default it is this machine that carries them, or the container with its limit of memory', () => {
  const memoryBytes = memoryWithin(process.constrainedMemory(), totalmem())
  assert.equal(processesFor(), processesFor({ cores: availableParallelism(), memoryBytes }))
})

test('of the memory there is as much as the container may have, if it has a limit', () => {
  // biome-ignore format: a table
  const rows = [[0, 8, 8], [4, 8, 4], [8, 8, 8], [2 ** 63, 8, 8]] as const
  for (const [limit, total, within] of rows) assert.equal(memoryWithin(limit, total), within)
})

test('a process alone has 16 connections for its work, and several fewer, as the configuration says', () => {
  assert.deepEqual([1, 2, 4, 6, 64].map(connectionsFor), [16, 16, 11, 6, 6])
  assert.deepEqual([17, 16, 11, 6, 2].map(quarterOf), [5, 4, 3, 2, 2])
})

test('the default connections of all, with one more while one is replaced, fit PostgreSQL’s default', () => {
  for (let processes = 2; processes <= 6; processes++) {
    const max = connectionsFor(processes)
    const each = max + CONSOLE_CONNECTIONS + quarterOf(max)
    assert.ok((processes + 1) * each <= 90, `${processes} processes of ${each}`)
    assert.ok(max >= 6, 'two of each of the three pools')
  }
})
