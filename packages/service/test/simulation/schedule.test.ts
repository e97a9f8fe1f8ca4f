/** The schedule itself, where it has nothing to choose from. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from '../../src/base/db/pool.ts'
import { createDice } from '../crash/dice.ts'
import { createSchedule } from './schedule.ts'

const schedule = () =>
  createSchedule(createDice('any'), { start: new Date(0), watcher: null as unknown as Pool })

test('with nothing to do there is no step', async () => {
  assert.equal(await schedule().step(), false)
})

test('if all wait for something that never comes the step fails, naming them', async () => {
  const stuck = schedule()
  const owner = { name: 'a', alive: true }
  void stuck.act({ owner, label: 'connects', run: async () => {}, isReady: () => false })
  await assert.rejects(stuck.step(), /a connects/)
})
