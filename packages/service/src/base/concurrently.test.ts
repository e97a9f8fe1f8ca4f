/** Work on many at once: how many run, in which order their results are, and what an error ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concurrently, WIDTH } from './concurrently.ts'
import { grouped } from './grouped.ts'
import { nextTurn } from './time/event-loop.ts'

const all = Array.from({ length: 20 }, (_, n) => n)

test('eight run at once and no more, and the results are in the order of what was given', async () => {
  let running = 0
  let most = 0
  const results = await concurrently(all, async (n) => {
    running += 1
    most = Math.max(most, running)
    for (let turns = 20 - n; turns > 0; turns -= 1) await nextTurn() // the last is done first
    running -= 1
    return `${n}`
  })
  assert.deepEqual(results, all.map(String))
  assert.deepEqual([most, WIDTH], [8, 8])
  assert.deepEqual(await concurrently([], () => assert.fail('nothing is there')), [])
})

test('after an error no more is begun, and it is thrown once none is running', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const work = async (n: number) => {
    begun.push(n)
    if (n === 3) throw new Error('the third')
    for (let turns = 0; turns < 5; turns += 1) await nextTurn()
    ended.push(n)
  }
  await assert.rejects(concurrently(all, work), /the third/)
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(ended, [0, 1, 2, 4, 5, 6, 7])
})

test('a group has its elements in their order, and the groups are in the order of their first', () => {
  const groups = grouped(['b1', 'a1', 'b2', 'c1', 'a2'], (one) => one.slice(0, 1))
  assert.deepEqual(
    [...groups],
    [
      ['b', ['b1', 'b2']],
      ['a', ['a1', 'a2']],
      ['c', ['c1']],
    ],
  )
})
