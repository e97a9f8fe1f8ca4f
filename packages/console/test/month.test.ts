import assert from 'node:assert/strict'
import { test } from 'node:test'
import './page.ts'

const { monthWithin } = await import('../src/ui/month.tsx')

test('a year keeps its month where there is one, and else takes its nearest', () => {
  const within = { from: '2022-03', to: '2026-11' }
  for (const [chosen, taken] of [
    ['2026-11', '2026-11'],
    ['2026-12', '2026-11'],
    ['2022-01', '2022-03'],
    ['2024-07', '2024-07'],
  ] as const) {
    assert.equal(monthWithin(chosen, within), taken)
  }
})
