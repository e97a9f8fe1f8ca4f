/** A signing action is done once, whatever becomes of its answers. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actKeys, enDuda } from '../src/paginas/act-keys.ts'

const { avisoDeDevolucion } = await import('../src/paginas/devolucion.ts')

const refusal = (code: string, status: number) => ({ code, status })
const IN_FLIGHT = refusal('idempotency_in_flight', 409)
const LIMITED = refusal('rate_limited', 429)
const EXCEEDS = refusal('return_exceeds_available', 422)
const LOST = null
const RETURN = 'a/0614/00 /dte/X/return'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    kept,
  }
}

/** The keys of one action. */
function acts(kept = storage()) {
  const keys = actKeys(kept)
  return {
    send: () => keys.send(RETURN),
    settle: (key: string) => keys.settle(RETURN, key),
    fail: (key: string, error: Parameters<typeof keys.fail>[2]) => keys.fail(RETURN, key, error),
    unsent: (key: string) => keys.unsent(RETURN, key),
  }
}

test('an action whose outcome is not known keeps its key, whatever is answered meanwhile', () => {
  const act = acts()
  const key = act.send()
  assert.equal(act.fail(key, IN_FLIGHT), 'duda')
  for (const error of [LOST, LIMITED, refusal('session_required', 401)]) {
    assert.equal(act.send(), key, error?.code)
    assert.equal(act.fail(key, error), 'duda', error?.code)
  }
  assert.equal(act.send(), key)
})

test('a key is given up when the action is known to be done, or known to have done nothing', () => {
  const act = acts()
  const first = act.send()
  assert.equal(act.fail(first, LIMITED), 'nada')
  const second = act.send()
  assert.notEqual(second, first)
  assert.equal(act.fail(second, LOST), 'duda')
  assert.equal(act.fail(act.send(), EXCEEDS), 'nada')
  const third = act.send()
  assert.notEqual(third, second)
  assert.equal(act.fail(third, LOST), 'duda')
  assert.equal(act.fail(act.send(), refusal('idempotency_key_reuse', 422)), 'llego')
  const fourth = act.send()
  assert.notEqual(fourth, third)
  act.fail(fourth, LOST)
  act.settle(act.send())
  assert.notEqual(act.send(), fourth, 'the repeat was answered')
})

test('a repeat that was promised asks with the key of the call that has succeeded since', () => {
  const act = acts()
  const a = act.send()
  const b = act.send()
  assert.equal(b, a, 'one key while the first is under way')
  assert.equal(act.fail(b, IN_FLIGHT), 'duda')
  act.settle(a)
  const repeat = act.send()
  assert.equal(repeat, a)
  act.settle(repeat) // replayed
  assert.notEqual(act.send(), a, 'a second return of its own')
})

test('a repeat that waits for the sign key still has the key of the call that has succeeded since', () => {
  const act = acts()
  const a = act.send()
  act.fail(act.send(), IN_FLIGHT)
  act.unsent(act.send())
  act.settle(a)
  assert.equal(act.send(), a)
})

test('a refusal takes no key from a call under way', () => {
  for (const error of [LIMITED, refusal('confirmation_required', 403), EXCEEDS]) {
    const act = acts()
    const a = act.send()
    act.fail(act.send(), error)
    assert.equal(act.send(), a, error.code)
  }
  const act = acts()
  const a = act.send()
  assert.equal(act.fail(act.send(), LIMITED), 'duda', 'the other call may have done it')
  assert.equal(act.fail(a, EXCEEDS), 'nada')
  assert.notEqual(act.send(), a)
})

test('an answer that comes after the success of another call keeps the key of that success', () => {
  for (const late of [IN_FLIGHT, LIMITED, LOST]) {
    const act = acts()
    const a = act.send()
    const b = act.send()
    act.settle(a)
    assert.equal(act.fail(b, late), 'duda', late?.code)
    const repeat = act.send()
    assert.equal(repeat, a, late?.code)
    act.settle(repeat)
    assert.notEqual(act.send(), a, late?.code)
  }
})

test('calls that overlap and all succeed leave a new key, and so does one that was not sent', () => {
  const act = acts()
  const [a, b] = [act.send(), act.send()]
  act.settle(a)
  act.settle(b)
  const next = act.send()
  assert.notEqual(next, a)
  act.unsent(next)
  const after = act.send()
  assert.notEqual(after, next)
  act.settle(a) // of another key
  assert.equal(act.send(), after)
})

test('a page that is loaded again asks with the key of the call that it left', () => {
  const kept = storage()
  const key = acts(kept).send()
  const act = acts(kept)
  assert.equal(act.send(), key)
  assert.equal(act.fail(key, LIMITED), 'duda', 'the call that was left may have done it')
  assert.deepEqual([...kept.kept], [[`sello/actos/${RETURN}`, key]])
  act.settle(act.send())
  assert.equal(kept.kept.size, 0)
  assert.notEqual(acts(kept).send(), key)
})

test('an answer of a key that is given up says what it says alone, and takes no other key', () => {
  const act = acts()
  const first = act.send()
  assert.equal(act.fail(first, EXCEEDS), 'nada')
  assert.equal(act.fail(first, LIMITED), 'nada')
  assert.equal(act.fail(first, LOST), 'duda')
  const second = act.send()
  assert.notEqual(second, first)
  assert.equal(act.fail(first, EXCEEDS), 'nada')
  assert.equal(act.fail(first, LOST), 'duda')
  act.unsent(first)
  act.settle(first)
  assert.equal(act.send(), second)
})

test('two actions never share a key', () => {
  const keys = actKeys(storage())
  const [one, other] = ['00', '01'].map((env) => keys.send(`a/0614/${env} /dte/X/invalidate`))
  assert.notEqual(one, other)
})

test('a call under way is not said to be a silence of the ministry', () => {
  assert.match(enDuda(IN_FLIGHT) ?? '', /sigue en curso/)
  assert.match(enDuda(LOST) ?? '', /^Hacienda no respondió/)
  assert.match(enDuda(refusal('service_unavailable', 503)) ?? '', /^Hacienda no respondió/)
  assert.equal(enDuda(LIMITED), null)
  const unreachable = (enviado: boolean) => ({
    ...refusal('mh_unreachable', 502),
    details: { enviado },
  })
  assert.match(enDuda(unreachable(true)) ?? '', /todavía no se sabe/)
  assert.match(enDuda(unreachable(false)) ?? '', /no se le envió nada y nada cambió/)
})

test('a repeated return is not said to be registered now', () => {
  const body = { fecEmi: '2026-11-23', horEmi: '01:30:09' }
  assert.equal(avisoDeDevolucion({ headers: {}, body }), 'Devolución registrada.')
  const headers = { 'idempotency-replayed': 'true' }
  const since = 'Ya estaba registrada el 23/11/2026, 01:30.'
  assert.ok(avisoDeDevolucion({ headers, body }).startsWith(since))
  assert.ok(avisoDeDevolucion({ headers, body: {} }).startsWith('Ya estaba registrada.'))
})
