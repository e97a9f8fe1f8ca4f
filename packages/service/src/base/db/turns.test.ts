import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import { createTurns, TurnsTaken } from './turns.ts'

const database = await createTestDatabase()
after(() => database.drop())

const two = () => [1, 2].map(() => createTurns(database.createPool({ max: 2 }), systemClock))

/** A gate that opens with its release. */
function closed() {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { gate, release }
}

test('costly work of one kind runs one at a time, over two processes', async () => {
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await systemClock.sleep(20)
    running -= 1
  }
  const all = two().flatMap((turns) => Array.from({ length: 6 }, () => turns.run('password', work)))
  await Promise.all(all)
  assert.equal(most, 1)
})

test('another kind does not wait, and a failure passes the turn on', async () => {
  const [turns] = two()
  assert.ok(turns)
  const { gate, release } = closed()
  const held = turns.run('logo', () => gate)
  assert.equal(await turns.run('passphrase', async () => 'other'), 'other')
  release()
  await held
  const failing = turns.run('logo', () => Promise.reject(new Error('bad drawing')))
  await assert.rejects(failing, /bad drawing/)
  assert.equal(await turns.run('logo', async () => 'next'), 'next')
})

test('work whose turn is lost with its connection has its result all the same, and the next one begins', async () => {
  const pool = database.createPool({ max: 2 })
  const turns = createTurns(pool, systemClock)
  const work = async () => {
    const killed = await pool.many(
      `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    )
    return killed.length
  }
  assert.equal(await turns.run('logo', work), 1)
  assert.equal(await turns.run('logo', async () => 'next'), 'next')
})

test('who comes after sixteen who wait is refused at once, and none of it begins', async () => {
  const [turns] = two()
  assert.ok(turns)
  let begun = 0
  const { gate, release } = closed()
  const work = async () => {
    begun += 1
    await gate
  }
  const all = Array.from({ length: 20 }, () => turns.run('password', work))
  const settled = Promise.allSettled(all)
  await assert.rejects(all.at(-1) ?? settled, TurnsTaken)
  release()
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 3)
  assert.equal(begun, 17)
})

test('whoever goes first passes all others who wait, however many they are', async () => {
  const [turns] = two()
  assert.ok(turns)
  const order: string[] = []
  const say = (name: string) => async () => {
    order.push(name)
  }
  const others = Array.from({ length: 17 }, (_, i) => turns.run('password', say(`other ${i}`)))
  await assert.rejects(turns.run('password', say('one too many')), TurnsTaken)
  await turns.run('password', say('known'), { first: true })
  assert.deepEqual(order, ['other 0', 'known'])
  await Promise.all(others)
  assert.equal(order.length, 18)
})

test('a turn of another process is waited for five seconds, with a try every 15 ms', async () => {
  const [holder] = two()
  assert.ok(holder)
  const { gate, release } = closed()
  const begun = new Promise<void>((resolve) => {
    void holder.run('password', async () => {
      resolve()
      await gate
    })
  })
  await begun
  const instants = [4_999, 5_000]
  let nowMs = 0
  const pauses: number[] = []
  const waiting = createTurns(database.createPool({ max: 2 }), {
    now: () => new Date(nowMs),
    async sleep(ms) {
      pauses.push(ms)
      nowMs = instants.shift() ?? assert.fail('it waits for longer')
    },
  })
  const refused = waiting.run('password', async () => assert.fail('another has the turn'))
  await assert.rejects(refused, TurnsTaken)
  assert.deepEqual(pauses, [15, 15])
  release()
})

test('between two turns of one process others have 40 ms, and without a line nobody waits', async () => {
  const pauses: number[] = []
  const turns = createTurns(database.createPool({ max: 2 }), {
    now: () => new Date(0),
    async sleep(ms) {
      pauses.push(ms)
    },
  })
  await turns.run('logo', async () => {})
  assert.deepEqual(pauses, [])
  await Promise.all([1, 2, 3].map(() => turns.run('password', async () => {})))
  assert.deepEqual(pauses, [40, 40])
})

test('a process with a long line leaves turns to another process', async () => {
  const [busy, quiet] = two()
  assert.ok(busy && quiet)
  let isOver = false
  let done = 0
  const work = async () => {
    await systemClock.sleep(50)
    done += 1
  }
  const keepBusy = async () => {
    while (!isOver) await busy.run('password', work)
  }
  const line = Array.from({ length: 12 }, keepBusy)
  await systemClock.sleep(200)
  for (let i = 0; i < 5; i += 1) {
    const before = done
    await quiet.run('password', async () => {})
    assert.ok(done - before <= 4, `${done - before} turns of the other process came first`)
  }
  isOver = true
  await Promise.all(line)
})

test('a turn gives its connection back', async () => {
  const pool = database.createPool({ max: 1 })
  const pid = () => pool.one('select pg_backend_pid() as pid')
  const before = await pid()
  await createTurns(pool, systemClock).run('logo', async () => {})
  assert.deepEqual(await pid(), before)
})
