/** Calls about special operations, as tests make them. */
import { systemRandom } from '../src/base/clock.ts'
import type { CorrectionOptions } from './corrections.ts'
import type { Reply, World } from './world.ts'

/** POST /v1/operaciones-especiales with the first company's key. */
export function report(
  world: World,
  items: readonly object[],
  options: CorrectionOptions = {},
): Promise<Reply> {
  return reportTo(world, { items }, { ...options, key: options.key ?? world.company.key })
}

/** As `report`, to any process and with any body. */
export function reportTo(
  process: Pick<World, 'inject'>,
  body: object,
  {
    key,
    idempotencyKey = systemRandom.uuid(),
    headers,
  }: CorrectionOptions & { readonly key: World['company']['key'] },
): Promise<Reply> {
  return process.inject({
    method: 'POST',
    url: '/v1/operaciones-especiales',
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

/** GET /v1/operaciones-especiales and one of them: `path` is what follows. */
export const readOperaciones = (world: World, path = '', key = world.company.key): Promise<Reply> =>
  world.inject({
    method: 'GET',
    url: `/v1/operaciones-especiales${path}`,
    headers: { 'x-service-key': key.apiKey },
  })

/** Simplified invoices by range, each for 1.00. */
export const facturas = (desde: number | string, hasta: number | string = desde) => ({
  tipoDocumento: '02',
  desde: `${desde}`,
  hasta: `${hasta}`,
  precioUni: 1,
})
