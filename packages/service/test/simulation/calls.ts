/** Calls of callers, and the answers that they get. A process that dies answers none. */
import assert from 'node:assert/strict'
import type { MintedKey } from '../../src/admin.ts'
import { assertDescribed } from '../described.ts'
import type { Reply } from '../world.ts'
import type { History } from './history.ts'
import type { Intent } from './intents.ts'
import type { Process } from './process.ts'
import { assertSealedAnswer } from './told.ts'

export interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly key: MintedKey
  readonly idempotencyKey?: string
  readonly body?: object | null
}

/** What nothing in a history asks for, and no fault excuses. */
const NEVER: readonly number[] = [400, 401, 403, 404, 405, 429, 500]

/** Positions are counted across histories, so no trace has one. */
const CURSOR = /&cursor=.*/

/** Nobody gets an answer from a process that dies: the promise stays open. */
export function call(history: History, process: Process, asked: Asked): Promise<Reply> {
  const { method, url, key, idempotencyKey, body = null } = asked
  const headers = {
    'x-service-key': key.apiKey,
    ...(method === 'POST' ? { 'x-service-sign-key': String(key.signKey) } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  const ended = () => {
    if (process.calls.delete(ended)) history.running -= 1
  }
  history.running += 1
  history.calls += 1
  process.calls.add(ended)
  return new Promise((resolve) => {
    const payload = body ? { payload: JSON.stringify(body) } : {}
    const answer = process.app.inject({ method, url, headers, ...payload }).then((given) => {
      if (!process.alive) return
      ended()
      const { statusCode: status, headers: told, payload: text } = given
      const reply: Reply = { status, headers: told, text, body: JSON.parse(text) }
      const what = reply.body.error?.code ?? reply.body.codigoGeneracion ?? ''
      const asked = idempotencyKey ?? url.replace(CURSOR, '')
      history.schedule.note(`${process.name} answers ${method} ${asked} ${status} ${what}`)
      assertDescribed({ method, url }, reply)
      resolve(reply)
    })
    answer.catch((error: unknown) => history.broken.push(error))
  })
}

/** Fails the history at an error of what runs beside it. */
export function beside(history: History, running: Promise<unknown>): void {
  running.catch((error: unknown) => history.broken.push(error))
}

/** `unheard`: the caller goes away before the answer. */
export function send(history: History, one: Intent, process: Process, unheard = false): void {
  const { schedule } = history
  one.inFlight += 1
  schedule.note(`${process.name} is called ${one.idempotencyKey}${unheard ? ' unheard' : ''}`)
  process.calls.add(gone)
  function gone(): void {
    if (process.calls.delete(gone)) one.inFlight -= 1
  }
  beside(history, heard())

  async function heard(): Promise<void> {
    const reply = await call(history, process, askedOf(one))
    gone()
    const { status, text } = reply
    assert.ok(!NEVER.includes(status), text)
    if (status === 200 && SEALING.has(one.kind)) assertSealedAnswer(reply, history.held())
    if (!unheard) one.answers.push(reply)
  }
}

/** A prepared document has no signature, a closed contingency several, an abandoned return none that counts. */
const SEALING: ReadonlySet<Intent['kind']> = new Set(['sale', 'return', 'invalidate'])

const askedOf = ({ method, url, key, idempotencyKey, body }: Intent): Asked =>
  method === 'DELETE' ? { method, url, key } : { method, url, key, idempotencyKey, body }

/** Another body under the Idempotency-Key of a call that ended. */
export function sendSecondBody(history: History, process: Process): void {
  const { intents, dice, schedule } = history
  const ended = intents.filter(
    ({ url, isOver, answers }) =>
      url === '/v1/dte' &&
      !isOver &&
      answers.some(({ status, body }) => status < 400 || body.error.code === 'mh_rejected'),
  )
  if (ended.length === 0) return
  const one = dice.pick(ended)
  const body = { ...one.body, observaciones: 'Otro cuerpo' }
  schedule.note(`${process.name} is called ${one.idempotencyKey} with another body`)
  beside(history, refused())

  async function refused(): Promise<void> {
    const { status, text, body: given } = await call(history, process, { ...askedOf(one), body })
    if (status !== 503) assert.equal(given.error?.code, 'idempotency_key_reuse', text)
  }
}
