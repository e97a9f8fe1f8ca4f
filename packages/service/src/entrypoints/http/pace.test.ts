import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { boundConnections, CONNECTION_LIMITS, type Connections } from './connections.ts'
import { addPace, createPace } from './pace.ts'

function start() {
  const time = { ms: 0 }
  const pauses: number[] = []
  let wake: () => void = () => {}
  const pace = createPace({
    now: () => new Date(time.ms),
    sleep: (ms) =>
      new Promise((resolve) => {
        pauses.push(ms)
        wake = resolve
      }),
  })
  const sent: string[] = []
  return {
    ...{ pace, time, sent, pauses },
    wait: (network: string, name = network) => pace.wait(network, () => sent.push(name)),
    /** What is sent while `ms` pass. */
    async pass(ms: number): Promise<readonly string[]> {
      sent.length = 0
      for (let passed = 0; passed < ms; passed += 10) {
        time.ms += 10
        wake()
        await setImmediate()
      }
      return sent.slice()
    },
  }
}
const many = (count: number, act: (n: number) => void) => {
  for (let n = 0; n < count; n++) act(n)
}

test('after a burst, answers are sent at a steady pace, however many wait', async () => {
  const { wait, sent, pass } = start()
  many(2_300, () => wait('flood'))
  assert.equal(sent.length, 400)
  assert.equal((await pass(1_000)).length, 200)
  assert.equal((await pass(7_000)).length, 1_400)
  assert.equal((await pass(10_000)).length, 300)
})

test('however many wait, one look each hundredth of a second is for all, and none while nobody waits', async () => {
  const { wait, pass, pauses } = start()
  many(410, () => wait('flood'))
  await pass(1_000)
  assert.deepEqual(pauses, Array(5).fill(10), 'two are sent at each')
})

test('a clock that goes back takes nothing away', () => {
  const { wait, sent, time } = start()
  time.ms -= 10_000
  many(401, () => wait('flood'))
  assert.equal(sent.length, 400)
})

test('who comes while others wait does not overtake them, though time has made room', async () => {
  const { wait, sent, pass, time } = start()
  many(400, () => wait('flood'))
  wait('first')
  sent.length = 0
  time.ms += 10
  wait('second')
  assert.deepEqual(sent, [])
  assert.deepEqual(await pass(10), ['first', 'second'])
})

test('a second flood is answered at the same pace, after nobody waited for a while', async () => {
  const { wait, pass } = start()
  many(500, () => wait('flood'))
  assert.equal((await pass(10_000)).length, 100)
  many(500, () => wait('flood'))
  assert.equal((await pass(1_000)).length, 100)
})

test('whoever was answered longest ago is first: a probe does not wait behind a flood from many networks', async () => {
  const { wait, pass, time } = start()
  wait('probe')
  time.ms += 10_000
  many(400, (n) => wait(`flood ${n}`))
  many(300, (n) => wait(`flood ${n}`))
  wait('probe')
  assert.equal((await pass(10))[0], 'probe')
  wait('stranger')
  const sent = await pass(3_000)
  assert.ok(sent.includes('stranger'))
  assert.equal(sent.length, 299 + 1)
})

test('ten thousand networks are remembered; one that is forgotten counts as answered when it began to wait', async () => {
  const turns = async (others: number, again?: number) => {
    const { wait, time, pass } = start()
    many(400, () => wait('first'))
    many(others, (n) => {
      time.ms += 5
      wait(`other ${n}`)
      if (n !== again) return
      time.ms += 5
      wait('first')
    })
    wait('first')
    wait('other 0')
    return pass(10)
  }
  assert.deepEqual(await turns(9_999), ['first', 'other 0'])
  assert.deepEqual(await turns(10_000), ['other 0', 'first'])
  assert.deepEqual(await turns(10_000, 5_000), ['first', 'other 0'], 'answered again meanwhile')
})

test('networks take turns, and one network’s calls keep their order', async () => {
  const { wait, pass, time } = start()
  many(400, () => wait('used up'))
  time.ms += 1
  wait('flood', 'flood 1')
  wait('flood', 'flood 2')
  time.ms += 1
  wait('office', 'office 1')
  assert.deepEqual(await pass(30), ['flood 1', 'office 1', 'flood 2'])
})

test('of networks that come at once the first is first', async () => {
  const { wait, pass } = start()
  many(400, () => wait('used up'))
  for (const network of ['one', 'two', 'three']) wait(network)
  assert.deepEqual(await pass(20), ['one', 'two', 'three'])
})

test('a caller who leaves makes room, and is never answered', async () => {
  const { wait, sent, pass } = start()
  many(400, () => wait('flood'))
  const leaves = Array.from({ length: 4_096 }, (_, n) => wait('flood', `waiting ${n}`))
  assert.ok(!leaves.includes(null))
  assert.equal(wait('one more'), null)
  sent.length = 0
  leaves[7]?.()
  leaves[7]?.()
  assert.deepEqual(sent, [])
  assert.notEqual(wait('one more'), null)
  assert.equal((await pass(60_000)).filter((name) => name === 'waiting 7').length, 0)
})

test('a network of which nobody waits any more has no turn', async () => {
  const { wait, pass } = start()
  many(400, () => wait('flood'))
  many(10, (n) => wait(`other ${n}`))
  assert.equal((await pass(50)).length, 10)
  wait('one more')
  assert.deepEqual(await pass(10), ['one more'])
})

test('a large answer counts as several', async () => {
  const { pace, wait, sent, pass } = start()
  many(100, () => {
    wait('flood')
    pace.charge(640 * 1024)
  })
  assert.equal(sent.length, 37, 'eleven each')
  assert.equal((await pass(1_000)).length <= 200, true)
  const little = start()
  many(100, () => {
    little.wait('flood')
    little.pace.charge(640 * 1024 - 1)
  })
  assert.equal(little.sent.length, 40, 'ten each')
})

test('at a stop all are sent at once, and no later one waits', async () => {
  const { pace, wait, sent } = start()
  many(1_000, () => wait('flood'))
  pace.end()
  assert.equal(sent.length, 1_000)
  wait('flood')
  assert.equal(sent.length, 1_001)
})

test('who leaves while all are sent is not sent', () => {
  const { pace, wait, sent } = start()
  many(400, () => wait('flood'))
  sent.length = 0
  let leave: (() => void) | null = null
  pace.wait('flood', () => leave?.())
  leave = wait('flood', 'who left')
  wait('flood', 'who stayed')
  pace.end()
  assert.deepEqual(sent, ['who stayed'])
})

/** What an app answers at once, by `GET /status`, after strangers have used up the pace; then all, when it stops. */
async function answeredOf(asked: readonly string[], isKnown: boolean) {
  const app = fastify()
  const connections = boundConnections(app.server, {
    ...{ limits: CONNECTION_LIMITS, trustedProxies: [] },
    ...{ refuse: () => {}, count: () => {} },
  })
  const clock = { now: () => new Date(0), sleep: () => new Promise<void>(() => {}) }
  addPace(app, clock, { connections, processes: 1, isKnown: () => isKnown })
  app.route<{ Params: { status: string } }>({
    method: ['GET', 'POST'],
    url: '/:status',
    config: { credential: 'x-service-key' },
    handler: ({ params }, reply) => reply.code(Number(params.status)).send('x'),
  })
  const headers = { 'x-service-key': 'x' }
  for (let n = 0; n < 400; n++) await app.inject({ url: '/429', headers })
  const answered: string[] = []
  const replies = asked.map(async (one) => {
    const [method, url] = one.split(' ') as ['GET' | 'POST', string]
    await app.inject({ method, url, headers })
    answered.push(one)
  })
  for (let n = 0; n < 20; n++) await setImmediate()
  const atOnce = answered.toSorted()
  await app.close()
  await Promise.all(replies)
  return { atOnce, inTheEnd: answered.toSorted() }
}

const AT_ONCE = ['GET /200', 'GET /404', 'POST /200', 'POST /422', 'POST /503']
const IN_TURN = ['GET /429', 'GET /503', 'POST /429']

test('of who is known only what is too much waits: a call that reads is told so in its turn, a sale at once', async () => {
  const asked = [...IN_TURN, ...AT_ONCE]
  const known = await answeredOf(asked, true)
  assert.deepEqual(known, { atOnce: AT_ONCE, inTheEnd: asked.toSorted() })
  const strangers = await answeredOf(asked, false)
  assert.deepEqual(strangers, { atOnce: [], inTheEnd: asked.toSorted() })
})

test('a caller who hangs up while it waits makes room for another, and one too many is abandoned', {
  timeout: 10_000,
}, async () => {
  const app = fastify()
  const sockets: Socket[] = []
  app.addHook('onRequest', (request, _reply, next) => {
    sockets.push(request.raw.socket)
    next()
  })
  const told: string[] = []
  const tell = (what: string) => (socket: Socket) =>
    told.push(`${what} ${sockets.indexOf(socket) - BURST}`)
  const connections = { holdBack: tell('holds'), release: tell('lets'), abandon: tell('abandons') }
  const clock = { now: () => new Date(0), sleep: () => new Promise<void>(() => {}) }
  const of = { processes: 4_096, isKnown: () => false } // one may wait
  addPace(app, clock, { ...of, connections: connections as unknown as Connections })
  let served = 0
  const serve = async () => {
    served += 1
    return 'x'
  }
  app.get('/', serve)
  app.get('/keyed', { config: { credential: 'x-service-key' } }, serve)
  const BURST = 400
  for (let n = 0; n < BURST; n++) await app.inject('/')
  const ask = async (url = '/') => {
    const reply = app.inject(url)
    await setImmediate()
    return { reply, socket: sockets.at(-1) }
  }
  const { socket } = await ask('/keyed') // and has no key
  socket?.emit('close')
  const { reply } = await ask()
  await ask()
  assert.deepEqual(told, ['holds 0', 'holds 1', 'abandons 2'])
  assert.equal(served, BURST, 'nothing is done for who waits')
  await app.close() // which sends all that wait
  assert.equal((await reply).statusCode, 200)
  assert.deepEqual(told.slice(3), ['lets 1'])
})

test('however many calls of a connection wait, it is listened to once, and all leave with it', async () => {
  const app = fastify()
  const socket = new Socket()
  app.addHook('onRequest', (request, _reply, next) => {
    Object.defineProperty(request.raw, 'socket', { value: socket })
    next()
  })
  const connections = { holdBack: () => {}, release: () => {} } as unknown as Connections
  const clock = { now: () => new Date(0), sleep: () => new Promise<void>(() => {}) }
  addPace(app, clock, { connections, processes: 1, isKnown: () => false })
  let served = 0
  app.get('/', async () => {
    served += 1
    return 'x'
  })
  for (let n = 0; n < 400; n++) await app.inject('/')
  const listened = socket.listenerCount('close')
  for (let n = 0; n < 3; n++) void app.inject('/')
  for (let n = 0; n < 20; n++) await setImmediate()
  assert.equal(socket.listenerCount('close'), listened + 1)
  socket.emit('close')
  await app.close() // which sends all that wait
  assert.equal(served, 400)
})

const LARGE = 640 * 1024

// biome-ignore format: a table
const LARGE_ANSWERS = [
  ['a text to a stranger',   'x'.repeat(LARGE),     false, 36],
  ['bytes to a stranger',    Buffer.alloc(LARGE),   false, 36],
  ['a text to who is known', 'x'.repeat(LARGE),     true,  60],
] as const

for (const [what, answer, isKnown, atOnce] of LARGE_ANSWERS) {
  test(`of ${what} as many are sent at once as its size allows`, async () => {
    const app = fastify()
    const connections = { holdBack: () => {}, release: () => {} } as unknown as Connections
    const clock = { now: () => new Date(0), sleep: () => new Promise<void>(() => {}) }
    addPace(app, clock, { connections, processes: 1, isKnown: () => isKnown })
    app.get('/', { config: { credential: 'cookie' } }, async () => answer)
    let answered = 0
    const replies = Array.from({ length: 60 }, async () => {
      await app.inject({ url: '/', headers: { cookie: 'x' } })
      answered += 1
    })
    for (let n = 0; n < 100; n++) await setImmediate()
    assert.equal(answered, atOnce)
    await app.close()
    await Promise.all(replies)
  })
}
