import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ambiente } from '@sello/contract'
import { compareMinistryDates } from './ministry-date.ts'

test('the ministry is asked for its date where its clock is a minute off, either way, and nowhere else', async () => {
  for (const [test, live, expected] of [
    [null, null, []],
    [59_999, -59_999, []],
    [60_000, 0, ['00']],
    [0, -60_000, ['01']],
    [-60_000, 60_000, ['00', '01']],
  ] as const) {
    const asked: Ambiente[] = []
    await compareMinistryDates({
      time: { ministryDifferenceMs: (ambiente) => (ambiente === '00' ? test : live) },
      mh: { askDate: async (ambiente) => void asked.push(ambiente) },
    })
    assert.deepEqual(asked, expected)
  }
})
