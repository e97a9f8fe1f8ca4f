/** A receiver of webhooks on this machine, and what a test asks of a company's webhooks. */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notifyDue } from '../src/flows/notifying/notify.ts'
import { relay } from '../src/ledger/outbox/relay.ts'
import type { Reply, World } from './world.ts'

export interface Got {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a body is read by the test that knows its shape
  readonly body: any
  readonly at: number
}

export type Respond = (response: ServerResponse, got: Got) => unknown

export interface Receiver {
  readonly url: string
  readonly got: Got[]
  /** The most calls that were under way at once. */
  readonly most: () => number
  /** How it answers from now on; at first 204. */
  respond(how: Respond): void
  close(): Promise<void>
}

export const withStatus =
  (status: number): Respond =>
  (response) =>
    response.writeHead(status).end()

export async function startReceiver(): Promise<Receiver> {
  const got: Got[] = []
  let [respond, open, most] = [withStatus(204), 0, 0]
  const server = createServer(async (request, response) => {
    open += 1
    most = Math.max(most, open)
    response.once('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { url = '', headers } = request
    const one = { path: url, headers, text, body: JSON.parse(text), at: Date.now() }
    got.push(one)
    await respond(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    most: () => most,
    respond(how) {
      respond = how
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call of /v1/webhooks. */
export const callWebhooks = (
  world: World,
  method: Method,
  path = '',
  {
    body,
    key = world.company.key,
    idempotencyKey,
  }: {
    readonly body?: object
    readonly key?: World['company']['key']
    readonly idempotencyKey?: string
  } = {},
): Promise<Reply> =>
  world.inject({
    method,
    url: `/v1/webhooks${path}`,
    headers: {
      'x-service-key': key.apiKey,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })

export interface Created {
  readonly id: string
  readonly secreto: string
}

export async function createHook(
  world: World,
  url: string,
  more: object = {},
  key = world.company.key,
): Promise<Created> {
  const reply = await callWebhooks(world, 'POST', '', { body: { url, ...more }, key })
  assert.equal(reply.status, 201, reply.text)
  await world.advance(2_100) // the first two seconds belong to the company's others
  return reply.body
}

/** Moves what waits to the feeds, and delivers what is due now. */
export async function deliver({ deps }: Pick<World, 'deps'>): Promise<number> {
  await relay(deps)
  return notifyDue(deps)
}

export async function deliveriesOf(world: World, id: string, query = '') {
  const reply = await callWebhooks(world, 'GET', `/${id}/deliveries${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.entregas as readonly {
    readonly id: string
    readonly tipo: string
    readonly estado: string
    readonly intentos: number
    readonly codigo: number | null
    readonly motivo: string | null
    readonly proximoIntento: string | null
  }[]
}

export async function sellOne(world: World, body?: object): Promise<string> {
  const reply = await world.issue(body)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.codigoGeneracion
}
