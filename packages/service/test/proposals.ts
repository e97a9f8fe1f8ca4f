/** What tests do with proposed sales. */
import assert from 'node:assert/strict'
import type { MintedKey } from '../src/admin.ts'
import { type Browser, signInAs } from './people.ts'
import { PASSPHRASE, type Reply, SALE, type World } from './world.ts'

interface Options {
  readonly key?: MintedKey
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** `path`: after /v1/propuestas. */
export const callProposals = (
  world: World,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { key = world.company.key, body, idempotencyKey }: Options = {},
): Promise<Reply> =>
  world.inject({
    method,
    url: `/v1/propuestas${path}`,
    headers: {
      'x-service-key': key.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

/** Its answer. */
export async function propose(world: World, body: object = SALE, key?: MintedKey) {
  const reply = await callProposals(world, 'POST', '', { body, ...(key ? { key } : {}) })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}

/** An owner of the first company with an open sign key. */
export async function openOwner(world: World): Promise<Signer> {
  const { nit } = world.company
  const browser = await signInAs(world, 'dueno')
  const { body } = await browser.send('POST', `/${nit}/firma/00`, { frase: PASSPHRASE })
  return Object.assign(browser, { signKey: body.signKey as string })
}

export type Signer = Browser & { readonly signKey: string; readonly correo: string }

export const issueProposal = (world: World, who: Browser & { signKey?: string }, id: string) =>
  who.send(
    'POST',
    `/${world.company.nit}/00/propuestas/${id}/emitir`,
    {},
    who.signKey === undefined ? {} : { 'x-service-sign-key': who.signKey },
  )
