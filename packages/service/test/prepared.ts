/** The two halves of issuing, as a caller of both. */
import type { IssueOptions, Reply, World } from './world.ts'
import { SALE } from './world.ts'

/** Shared by `inject` of a world and of its peer. */
type WorldParts = Pick<World, 'inject' | 'company' | 'deps'>

/** POST /v1/dte/prepare with the first company's key, and no sign key. */
export function prepare(world: WorldParts, body: object = SALE, options: IssueOptions = {}) {
  return post(world, '/v1/dte/prepare', body, { ...options, signs: false })
}

/** POST /v1/dte/sign with prepare's answer. */
export function sign(world: WorldParts, prepared: Reply, options: IssueOptions = {}) {
  return signBody(world, bodyOf(prepared), options)
}

/** The body that signs it. */
export function bodyOf({ body }: Reply) {
  return { prepareToken: body.prepareToken as string, documento: body.documento as object }
}

export function signBody(world: WorldParts, body: object, options: IssueOptions = {}) {
  return post(world, '/v1/dte/sign', body, { ...options, signs: true })
}

function post(
  { inject, company, deps }: WorldParts,
  url: string,
  body: object,
  options: IssueOptions & { readonly signs: boolean },
): Promise<Reply> {
  const { key = company.key, idempotencyKey = deps.random.uuid(), headers, signs } = options
  return inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      ...(signs && key.signKey !== null ? { 'x-service-sign-key': key.signKey } : {}),
      'idempotency-key': idempotencyKey,
      ...headers,
    },
    payload: JSON.stringify(body),
  })
}

/** How often the ministry received each document. */
export async function timesReceived({ mh }: World): Promise<ReadonlyMap<string, number>> {
  const ledger = await mh.ledger()
  return new Map(ledger.map((row) => [row.codigoGeneracion, row.timesReceived]))
}
