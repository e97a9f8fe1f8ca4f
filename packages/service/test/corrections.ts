/** Calls that correct, as tests make them. */
import assert from 'node:assert/strict'
import type { MintedKey } from '../src/admin.ts'
import { systemRandom } from '../src/base/clock.ts'
import type { Reply, World } from './world.ts'

const ANA = { nombre: 'Ana María López', tipoDocumento: '13', numDocumento: '12345678-4' }

/** A rescission: no replacement, no motive. */
export const RESCISION = { tipoAnulacion: 2, responsable: ANA, solicita: ANA } as const

export interface CorrectionOptions {
  readonly key?: MintedKey
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

function correct(
  world: World,
  path: string,
  body: object,
  options: CorrectionOptions = {},
): Promise<Reply> {
  const { key = world.company.key, idempotencyKey = systemRandom.uuid(), headers } = options
  return world.inject({
    method: 'POST',
    url: `/v1/dte/${path}`,
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      ...(key.signKey === null ? {} : { 'x-service-sign-key': key.signKey }),
      'idempotency-key': idempotencyKey,
      ...headers,
    },
    payload: JSON.stringify(body),
  })
}

/** POST /v1/dte/{codigo}/invalidate with the first company's key. */
export const invalidate = (
  world: World,
  codigo: string,
  body: object = RESCISION,
  options?: CorrectionOptions,
): Promise<Reply> => correct(world, `${codigo}/invalidate`, body, options)

/** POST /v1/dte/{codigo}/return with the first company's key. */
export const giveBack = (
  world: World,
  codigo: string,
  items: readonly object[],
  options?: CorrectionOptions & { readonly fechaEvento?: string },
): Promise<Reply> => {
  const { fechaEvento, ...others } = options ?? {}
  const body = { items, ...(fechaEvento === undefined ? {} : { fechaEvento }) }
  return correct(world, `${codigo}/return`, body, others)
}

/** DELETE /v1/dte/{codigo}/return/{evento}. */
export const abandon = (world: World, codigo: string, evento: string): Promise<Reply> =>
  world.inject({
    method: 'DELETE',
    url: `/v1/dte/${codigo}/return/${evento}`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })

/** The lines of a query: sold, returned, left. */
export async function balanceOf(world: World, codigo: string): Promise<readonly number[][]> {
  const { body } = await world.query(codigo)
  return body.disponible.map((row: { vendida: number; devuelta: number; disponible: number }) => [
    row.vendida,
    row.devuelta,
    row.disponible,
  ])
}

/** The rejection of an event: it has no number, so nothing is said of one, nor of issuing again. */
export function assertRejectedEvent({ status, text, body }: Reply, codigoGeneracion: string): void {
  assert.equal(status, 422, text)
  const { code, message, details } = body.error
  assert.equal(code, 'mh_rejected')
  assert.deepEqual([details.codigoGeneracion, details.numeroControl], [codigoGeneracion, null])
  const { causa, queHacer } = details.ayuda
  const said = [message.replace(details.descripcionMsg, ''), causa, queHacer].join(' ')
  assert.doesNotMatch(said, /n[uú]mero|emita|emitir|corrige`|rechazó el documento/i)
}
