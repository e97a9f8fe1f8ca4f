/** What one subject may call of the console, without a server. */
import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { createConsoleLimits, LIMITS, type Limited } from './limits.ts'

function start(processes?: number) {
  const time = { ms: 0 }
  const limits = createConsoleLimits({ now: () => new Date(time.ms) }, processes)
  const call = (kind: Limited, subject = 'somebody') => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    limits.admit(kind, subject, response)
    return response
  }
  /** Calls that are answered at once, until one is refused: how many were admitted, and the seconds that it is told. */
  const exhaust = (kind: Limited, subject?: string) => {
    for (let admitted = 0; ; admitted += 1) {
      try {
        call(kind, subject).emit('finish')
      } catch (refused) {
        assert.ok(refused instanceof Refused && refused.code === 'too_many_calls')
        const { segundos } = (refused as Refused<'too_many_calls'>).details
        const message = `Son demasiadas peticiones seguidas. Espere ${segundos} s y repita.`
        assert.equal(refused.message, message)
        return { admitted, segundos }
      }
    }
  }
  return { time, call, exhaust }
}

test('after its calls at once a subject has as many as pass in time, and is told when the next is', () => {
  const { time, exhaust } = start()
  assert.deepEqual(exhaust('page'), { admitted: 60, segundos: 1 })
  time.ms += 2_000
  assert.deepEqual(exhaust('page'), { admitted: 2, segundos: 1 })
  time.ms += 1_000_000
  assert.deepEqual(exhaust('page'), { admitted: 60, segundos: 1 }, 'no more than at first')
  assert.deepEqual(exhaust('look'), { admitted: 20, segundos: 60 })
  time.ms += 59_500
  assert.deepEqual(exhaust('look'), { admitted: 0, segundos: 1 })
  time.ms -= 1_000_000
  assert.equal(exhaust('look').admitted, 0, 'a clock that goes back gives none')
})

// biome-ignore format: a table
const KINDS: readonly (readonly [kind: Limited, burst: number, atOnce: number, seconds: number, more: number])[] = [
  ['address',   1_200, 128, 10, 400],
  ['anonymous', 120,   16,  10, 20],
  ['person',    400,   24,  10, 200],
  ['company',   1_200, 64,  10, 400],
  ['look',      20,    2,   60, 1],
  ['mail',      10,    2,   60, 1],
  ['page',      60,    8,   10, 10],
]

test('what a subject may call after a pause, in the long run and at once is that of its kind', () => {
  assert.deepEqual(
    KINDS.map(([kind]) => kind),
    Object.keys(LIMITS),
  )
  for (const [kind, burst, atOnce, seconds, more] of KINDS) {
    const { time, call, exhaust } = start()
    assert.equal(exhaust(kind).admitted, burst, kind)
    time.ms += seconds * 1_000
    assert.equal(exhaust(kind).admitted, more, kind)
    for (let n = 0; n < atOnce; n++) call(kind, 'other')
    assert.throws(() => call(kind, 'other'), { code: 'too_many_calls', details: { segundos: 1 } })
  }
})

test('each subject has its own calls, and each kind', () => {
  const { exhaust } = start()
  exhaust('page', 'one')
  assert.equal(exhaust('page', 'other').admitted, 60)
  assert.equal(exhaust('mail', 'one').admitted, 10)
})

for (const end of ['finish', 'close']) {
  test(`a call has its place until its response emits ${end}`, () => {
    const { call } = start()
    const open = Array.from({ length: LIMITS.page.atOnce }, () => call('page'))
    assert.throws(() => call('page'), { code: 'too_many_calls', details: { segundos: 1 } })
    open[3]?.emit(end)
    call('page')
    assert.throws(() => call('page'), { code: 'too_many_calls' })
  })
}

test('the processes of a machine share the rates of strangers and of what is costly, and no other', () => {
  const { time, exhaust } = start(4)
  const inTenSeconds = (kind: Limited) => {
    exhaust(kind)
    time.ms += 10_000
    return exhaust(kind).admitted
  }
  assert.equal(inTenSeconds('anonymous'), (LIMITS.anonymous.perSecond * 10) / 4)
  assert.equal(inTenSeconds('person'), LIMITS.person.perSecond * 10)
  assert.equal(inTenSeconds('company'), LIMITS.company.perSecond * 10)
  assert.equal(inTenSeconds('address'), LIMITS.address.perSecond * 10)
  assert.equal(exhaust('look').segundos, 4 * 60)
  assert.equal(exhaust('mail').segundos, 4 * 60)
  assert.equal(exhaust('page').segundos, 4)
})

test('ten thousand subjects are remembered, and the one unseen longest is forgotten first', () => {
  const { call, exhaust } = start()
  exhaust('mail', 'used up')
  for (let n = 0; n < 9_998; n += 1) call('mail', `other ${n}`)
  assert.equal(exhaust('mail', 'used up').admitted, 0)
  for (let n = 0; n < 9_999; n += 1) call('mail', `more ${n}`)
  assert.equal(exhaust('mail', 'used up').admitted, 0, 'it was seen since')
  for (let n = 0; n < 10_000; n += 1) call('mail', `others ${n}`)
  assert.equal(exhaust('mail', 'used up').admitted, 10)
})
