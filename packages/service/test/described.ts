/** Holds every answer that a test gets against what the contract says of it. */
import assert from 'node:assert/strict'
import { ErrorBody, Query, REFUSALS, type RefusalCode, Sealed, Unanswered } from '@sello/contract'
import { Compile } from 'typebox/compile'
import type { Reply } from './world.ts'

const BODIES = {
  issue200: Compile(Sealed),
  issue202: Compile(Unanswered),
  query200: Compile(Query),
  error: Compile(ErrorBody),
} as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Fails on a body, a header or a status that the contract does not describe. */
export function assertDescribed(method: string, reply: Reply): void {
  const { status, headers, text } = reply
  const where = `${method} answered ${status}: ${text.slice(0, 500)}`
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', where)
  assert.equal(headers['cache-control'], 'no-store', where)
  assert.match(String(headers['x-request-id']), UUID, where)
  if (method === 'HEAD') return // its body is taken off on the wire
  const errors = bodyOf(method, status).Errors(reply.body)
  assert.deepEqual(errors, [], where)
  if (status >= 400) assertRefusal(reply, where)
}

function bodyOf(method: string, status: number) {
  if (status >= 400) return BODIES.error
  if (method === 'POST' && status === 200) return BODIES.issue200
  if (method === 'POST' && status === 202) return BODIES.issue202
  if (method === 'GET' && status === 200) return BODIES.query200
  throw new Error(`the contract describes no ${status} of ${method}`)
}

function assertRefusal({ status, headers, body }: Reply, where: string): void {
  const { code, message } = body.error
  assert.ok(Object.hasOwn(REFUSALS, code), `an unknown code: ${where}`)
  const refusal = REFUSALS[code as RefusalCode]
  assert.equal(refusal.status, status, where)
  assert.equal('retry-after' in headers, refusal.retry === 'safe', where)
  assert.ok(message.length > 10, `no sentence: ${where}`)
}
