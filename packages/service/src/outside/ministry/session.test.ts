/** A refused token is dropped for all processes; where the database is away the document waits, and a bug is one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { createLog } from '../../base/log.ts'
import { createSessions } from './session.ts'

const ACCOUNT = { companyId: 'c', ambiente: '00' } as never
const DEADLINE = new Date('2026-10-05T16:01:00Z')

/** Sessions over accounts that have a token, and drop one so. */
function sessionsOf(dropToken: () => Promise<void>) {
  const lines: string[] = []
  let taken = 0
  const accounts = {
    async takeToken() {
      taken += 1
      return { kind: 'token', token: `t-${taken}`, until: new Date('2026-10-05T20:00:00Z') }
    },
    dropToken,
  }
  const sessions = createSessions({
    accounts: accounts as never,
    clock: { now: () => new Date('2026-10-05T16:00:00Z') } as never,
    exchangeOf: () => assert.fail('nobody is asked'),
    timeoutMs: 1_000,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })
  return { sessions, lines }
}
const tokenIn = async ({ sessions }: ReturnType<typeof sessionsOf>) => {
  const session = await sessions.open(ACCOUNT, DEADLINE)
  return session.kind === 'open' ? session.token : session.why
}

test('a token is kept until it is refused, and only that one is forgotten', async () => {
  const one = sessionsOf(async () => {})
  assert.deepEqual([await tokenIn(one), await tokenIn(one)], ['t-1', 't-1'])
  await one.sessions.forget(ACCOUNT, 'another')
  assert.equal(await tokenIn(one), 't-1')
  await one.sessions.forget(ACCOUNT, 't-1')
  assert.equal(await tokenIn(one), 't-2')
  assert.deepEqual(one.lines, [])
})

test('a database that is away while a token is dropped is logged, and any other error is a bug', async () => {
  const away = sessionsOf(() => Promise.reject(new DatabaseUnavailable('it is away')))
  assert.equal(await tokenIn(away), 't-1')
  await away.sessions.forget(ACCOUNT, 't-1')
  assert.equal(await tokenIn(away), 't-2', 'this process has forgotten it')
  const [line = '{}'] = away.lines
  const { msg, level } = JSON.parse(line)
  assert.deepEqual([msg, level, away.lines.length], ['a refused token could not be dropped', 40, 1])

  const bug = new TypeError('of our own')
  const broken = sessionsOf(() => Promise.reject(bug))
  await assert.rejects(broken.sessions.forget(ACCOUNT, 't-1'), bug)
  assert.deepEqual(broken.lines, [])
})
