import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asked, createAsking } from '../src/app/asking.ts'

function opened() {
  const asking = createAsking()
  const shown: (Asked | null)[] = []
  asking.listen((asked) => shown.push(asked))
  return { asking, shown }
}

test('calls that find the session ended at once wait for one sign-in, and all go on after it', async () => {
  const { asking, shown } = opened()
  const calls = [asking.ask('entrar'), asking.ask('entrar'), asking.ask('entrar')]
  asking.end(true)
  assert.deepEqual(await Promise.all(calls), [true, true, true])
  assert.deepEqual([...new Set(shown)], ['entrar', null])
})

test('a call that needs more than what is being asked makes the question greater, and none makes it smaller', async () => {
  const { asking, shown } = opened()
  const first = asking.ask('confirmar')
  const second = asking.ask('entrar')
  const third = asking.ask('confirmar')
  assert.deepEqual(shown, ['confirmar', 'entrar', 'entrar'])
  asking.instead('confirmar_segundo_factor')
  assert.equal(shown.at(-1), 'confirmar_segundo_factor')
  asking.end(false)
  assert.deepEqual(await Promise.all([first, second, third]), [false, false, false])
})

test('a call that comes before anybody listens waits, and an answer that nobody waits for changes nothing', async () => {
  const asking = createAsking()
  asking.end(true)
  const call = asking.ask('entrar')
  const shown: (Asked | null)[] = []
  asking.listen((asked) => shown.push(asked))
  asking.end(false)
  assert.equal(await call, false)
  asking.end(true)
  assert.deepEqual(shown, [null, null])
})

test('a question that was answered is asked anew the next time', async () => {
  const { asking, shown } = opened()
  const first = asking.ask('confirmar')
  asking.end(false)
  assert.equal(await first, false)
  const second = asking.ask('confirmar')
  asking.end(true)
  assert.equal(await second, true)
  assert.deepEqual(shown, ['confirmar', null, 'confirmar', null])
})
