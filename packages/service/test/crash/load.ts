/** Callers that issue one sale after another, each with its own Idempotency-Key. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../until.ts'
import { SALE, type World } from '../world.ts'
import { documentsOf } from './examine.ts'
import { type Answer, post, type Running } from './process.ts'

/** A call as its caller knows it. */
export interface Call {
  readonly idempotencyKey: string
  /** Null: the connection broke, or the service was not ready; then it is repeated. */
  answer: Answer | null
}

export interface Load {
  readonly calls: readonly Call[]
  /** Lets every caller finish the call that it is at. */
  finish(): Promise<void>
}

/** The delay of a caller that is told to retry; far shorter than told. */
const PAUSE_MS = 100

/** The callers continue until told to finish, or until nobody answers. */
export function startLoad(
  world: World,
  running: Running,
  callers: number,
  sale: object = SALE,
): Load {
  const calls: Call[] = []
  let open = true
  async function caller(): Promise<void> {
    while (open) {
      const call: Call = { idempotencyKey: randomUUID(), answer: null }
      calls.push(call)
      const answer = await postUntilReady(call)
      if (answer === null) return
      // In flight: the connection broke during one of our attempts, and the sweep ends it.
      if (answer.status !== 409 && answer.status !== 503) call.answer = answer
    }
  }
  async function postUntilReady({ idempotencyKey }: Call): Promise<Answer | null> {
    for (;;) {
      const answer = await post(running, world.company, idempotencyKey, {
        path: '/v1/dte',
        body: sale,
      })
      if (answer?.status !== 503 || !open) return answer
      await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: callers }, caller))
  return {
    calls,
    async finish() {
      open = false
      await all
    },
  }
}

/** Resolves once that many of the calls have their answer. */
export async function answered({ calls }: Load, count: number): Promise<void> {
  await until(
    `${count} calls are answered`,
    () => calls.filter(({ answer }) => answer !== null).length >= count,
  )
}

/**
 * Before the sweep a repeat is refused because its document is in flight, gets its answer, or starts over. Records
 * every answer.
 */
export async function repeatUnanswered(
  world: World,
  running: Running,
  calls: readonly Call[],
  sale: object = SALE,
) {
  const unanswered = calls.filter(({ answer }) => answer === null)
  const before = await documentsByKey(world)
  await Promise.all(
    unanswered.map(async (call) => {
      const answer = await post(running, world.company, call.idempotencyKey, {
        path: '/v1/dte',
        body: sale,
      })
      assert.ok(answer, 'the new process answers')
      if (answer.status !== 409) {
        call.answer = answer
        return
      }
      const { code, details } = JSON.parse(answer.text).error
      assert.equal(code, 'idempotency_in_flight')
      assert.equal(details.codigoGeneracion, before.get(call.idempotencyKey)?.codigoGeneracion)
    }),
  )
  return unanswered.length
}

/**
 * After the sweep every call has its sealed document; a repeat of an answered call gets the same bytes, and a
 * repeat of an unanswered one ends in its only document.
 */
export async function assertEveryCallEnds(world: World, running: Running, calls: readonly Call[]) {
  const documents = await documentsByKey(world)
  async function assertEnds({ idempotencyKey, answer }: Call): Promise<void> {
    const repeat = await post(running, world.company, idempotencyKey)
    assert.ok(repeat && (repeat.status === 200 || repeat.status === 202), repeat?.text)
    assert.ok(repeat.replayed)
    const { codigoGeneracion, selloRecibido } = JSON.parse(repeat.text)
    const document = documents.get(idempotencyKey)
    assert.equal(codigoGeneracion, document?.codigoGeneracion)
    if (repeat.status === 200) assert.equal(selloRecibido, document?.selloRecibido)
    if (answer) assert.equal(repeat.text, answer.text)
  }
  for (let at = 0; at < calls.length; at += TOGETHER) {
    await Promise.all(calls.slice(at, at + TOGETHER).map(assertEnds))
  }
}

const TOGETHER = 16

async function documentsByKey(world: World) {
  return new Map((await documentsOf(world)).map((row) => [row.idempotencyKey, row]))
}
