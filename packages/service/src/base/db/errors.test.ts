/** What PostgreSQL's errors mean to callers, to the connection and to a process that starts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import {
  CommitUnknown,
  DatabaseUnavailable,
  endsConnection,
  isCheckViolation,
  isDeadlock,
  isLockTimeout,
  isLost,
  isUnavailable,
  isUniqueViolation,
  leavesDoubt,
  wasCancelled,
} from './errors.ts'
import { whenStarted } from './starting.ts'

const failed = (code: string) => Object.assign(new pg.DatabaseError('failed', 0, 'error'), { code })
const ofSystem = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' })

/** Waits for a database in a time that passes only while it pauses. */
async function start(errors: readonly unknown[], patienceMs = 60_000) {
  let elapsedMs = 0
  const told: unknown[] = []
  const pauses: number[] = []
  const clock = {
    now: () => new Date(elapsedMs),
    async sleep(ms: number) {
      pauses.push(ms)
      elapsedMs += ms
    },
  }
  const left = [...errors]
  const waiting = { clock, patienceMs, onWait: (error: unknown) => void told.push(error) }
  const result = await whenStarted(waiting, async () => {
    if (left.length > 0) throw left.shift()
    return 'started'
  }).catch((error: unknown) => error)
  return { result, told, pauses }
}

const yes = true
const no = false
// biome-ignore format: a table
const STATES = [
  // state  what it is                         503   ends the connection  in doubt  starting
  ['40001', 'serialization failure',           yes,  no,                  no,       no],
  ['40P01', 'deadlock',                        yes,  no,                  no,       no],
  ['53000', 'insufficient resources',          yes,  no,                  no,       no],
  ['53100', 'full disk',                       yes,  no,                  no,       no],
  ['53200', 'out of memory',                   yes,  no,                  no,       no],
  ['53300', 'too many connections',            yes,  no,                  no,       no],
  ['53400', 'configured limit',                yes,  no,                  no,       no],
  ['55P03', 'lock timeout',                    yes,  no,                  no,       no],
  ['57014', 'statement timeout',               yes,  no,                  no,       no],
  ['08006', 'connection failure',              yes,  yes,                 yes,      no],
  ['57P01', 'shutdown',                        yes,  yes,                 yes,      yes],
  ['57P02', 'crash of another process',        yes,  yes,                 yes,      yes],
  ['57P03', 'cannot connect now',              yes,  yes,                 yes,      yes],
  ['57P05', 'idle session',                    yes,  yes,                 yes,      no],
  ['0A000', 'changed result of a cached plan', yes,  yes,                 no,       no],
  ['25006', 'read-only',                       yes,  yes,                 no,       no],
  ['25P03', 'idle in a transaction',           yes,  yes,                 no,       no],
  ['25P04', 'transaction for too long',        yes,  yes,                 no,       no],
  ['26000', 'missing prepared statement',      yes,  yes,                 no,       no],
  ['23505', 'unique violation',                no,   no,                  no,       no],
  ['42P01', 'missing table',                   no,   no,                  no,       no],
] as const

for (const [state, name, unavailable, ends, doubt, starting] of STATES) {
  test(`${state}, ${name}, is judged by what it leaves behind`, async () => {
    const error = failed(state)
    assert.deepEqual(
      [isUnavailable(error), endsConnection(state), leavesDoubt(error), isLost(error)],
      [unavailable, ends, doubt, false],
    )
    const { result } = await start([error])
    assert.equal(result, starting ? 'started' : error)
  })
}

// biome-ignore format: a table
const ABSENT = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].map(ofSystem),
  new DatabaseUnavailable('no connection'),
  new CommitUnknown('no answer'),
  new Error('Connection terminated unexpectedly'),
  new Error('migration 0001 failed', { cause: failed('57P03') }),
] as const

test('a start waits for a database that is not there, says so once, and goes on', async () => {
  for (const error of ABSENT) {
    const { result, told, pauses } = await start([error, error, error])
    assert.deepEqual([result, told, pauses], ['started', [error], [500, 500, 500]], error.message)
  }
  assert.deepEqual((await start([])).told, [])
})

test('a start waits no longer than it may, and not at all for what waiting does not mend', async () => {
  const [gone] = ABSENT
  const late = await start([gone, gone, gone, gone], 1_000)
  assert.deepEqual([late.result, late.pauses], [gone, [500, 500]])
  assert.equal((await start([gone, gone], 1_000)).result, 'started')
  for (const error of [
    ofSystem('EACCES'),
    new Error('wrong'),
    new Error('not Connection terminated'),
    'text',
  ]) {
    const { result, told } = await start([error])
    assert.deepEqual([result, told], [error, []])
  }
})

test('a connection is lost by what the driver says, and not by what the server answered', () => {
  // biome-ignore format: a list
  const lost = [
    ofSystem('EPIPE'),
    new Error('Connection terminated'),
    new Error('Query read timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
  ]
  for (const error of lost) assert.equal(isLost(error), true, error.message)
  for (const error of [
    new Error('a value that cannot be sent'),
    new Error('the server said: Connection terminated'),
    new Error('a Query read timeout'),
    new Error('Client is not queryable yet'),
    'Connection terminated',
    failed('57P01'),
  ])
    assert.equal(isLost(error), false)
})

function raised(code: string, routine: string): pg.DatabaseError {
  const error = new pg.DatabaseError('server closed the connection unexpectedly', 0, 'error')
  return Object.assign(error, { code, routine })
}

test('a machine that a cluster lost is away, and leaves its statement in doubt', () => {
  for (const lost of [
    raised('XX000', 'ReportResultError'),
    raised('XX000', 'ErrorIfPostCommitFailedShardPlacements'),
    raised('58030', 'SendCopyDataToPlacement'),
    raised('58030', 'EndRemoteCopy'),
    raised('58030', 'ReportCopyError'),
  ]) {
    assert.ok(isUnavailable(lost), lost.routine)
    assert.ok(leavesDoubt(lost), lost.routine)
  }
})

test('any other internal error of PostgreSQL, or of its disk, is a bug', () => {
  for (const other of [
    raised('XX000', 'heap_update'),
    raised('XX000', 'EndRemoteCopy'),
    raised('58030', 'mdread'),
  ]) {
    assert.ok(!isUnavailable(other), other.routine)
    assert.ok(!leavesDoubt(other), other.routine)
  }
})

test('what callers tell apart is told by its state, and a unique index by its name', () => {
  // biome-ignore format: a table
  const kinds = [
    ['23514', isCheckViolation], ['55P03', isLockTimeout], ['40P01', isDeadlock],
    ['57014', wasCancelled], ['23505', isUniqueViolation],
  ] as const
  for (const [state] of kinds) {
    const told = kinds.map(([, is]) => is(failed(state)))
    assert.deepEqual(
      told,
      kinds.map(([one]) => one === state),
      state,
    )
  }
  const bare = Object.assign(new Error('no error of PostgreSQL'), { code: '23505' })
  assert.equal(isUniqueViolation(bare), false)
  const named = Object.assign(failed('23505'), { constraint: 'a_key' })
  assert.deepEqual(
    ['a_key', 'a', 'a_key_2'].map((name) => isUniqueViolation(named, name)),
    [...[true, false, false]],
  )
  const onMachine = new pg.DatabaseError('duplicate key in "a_key_102008"', 0, 'error')
  Object.assign(onMachine, { code: '23505' })
  assert.deepEqual(
    ['a_key', 'key', 'a_ke', 'a'].map((name) => isUniqueViolation(onMachine, name)),
    [...[true, false, false, false]],
  )
})
