import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLarge, nextTurn, yieldIfLarge } from './event-loop.ts'

test('of many pieces of large work each turn of the loop does one, in their order', async () => {
  let turn = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await nextTurn()
      turn += 1
    }
  })()
  const slices: { readonly n: number; readonly at: number }[] = []
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await yieldIfLarge({ lines: 2_000 })
      slices.push({ n, at: turn })
    }),
  )
  isOver = true
  await counting
  assert.deepEqual(
    slices.map(({ n }) => n),
    Array.from({ length: 20 }, (_, n) => n),
  )
  assert.equal(new Set(slices.map(({ at }) => at)).size, 20, 'each in a turn of its own')
})

test('small work does not wait behind large work', async () => {
  const order: string[] = []
  const large = yieldIfLarge({ text: 'x'.repeat(64 * 1024) }).then(() => order.push('large'))
  await yieldIfLarge({ lines: 3 })
  order.push('small')
  await large
  assert.deepEqual(order, ['small', 'large'])
})

test('work is large from two hundred lines on, or 64 KiB of text', () => {
  assert.deepEqual([{ lines: 199 }, { lines: 200 }].map(isLarge), [false, true])
  const text = (length: number) => ({ text: { length } })
  assert.deepEqual([text(65_535), text(65_536)].map(isLarge), [false, true])
})
