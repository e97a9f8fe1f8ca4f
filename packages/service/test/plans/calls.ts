/** Calls of /v1 with the first company's key. */
import assert from 'node:assert/strict'
import { systemRandom } from '../../src/base/clock.ts'
import type { World } from '../world.ts'

/** One that is answered. */
export async function call(
  world: World,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<void> {
  const reply = await send(world, method, url, body)
  assert.ok(
    reply.statusCode < 300,
    `${method} ${url} answered ${reply.statusCode}: ${reply.payload}`,
  )
}

export function send(
  world: World,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
) {
  const { apiKey, signKey } = world.company.key
  return world.app.inject({
    method,
    url,
    headers: {
      'x-service-key': apiKey,
      ...(method === 'GET'
        ? {}
        : { 'x-service-sign-key': signKey ?? '', 'idempotency-key': systemRandom.uuid() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}
