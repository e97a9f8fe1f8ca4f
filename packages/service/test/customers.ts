/** Calls about stored customers, and customers that can be stored. */
import type { MintedKey } from '../src/admin.ts'
import type { Reply, World } from './world.ts'

export const DIRECCION = {
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Calle Arce 100',
} as const

/** Enough for a 03, and for a 01 and a 14 as well. */
export const EMPRESA_CLIENTE = {
  nombre: 'Ferretería del Centro, S.A. de C.V.',
  numDocumento: '0614-020290-102-4',
  nrc: '123456-7',
  codActividad: '47521',
  direccion: DIRECCION,
  telefono: '22334455',
  correo: 'compras@ferreteria.com.sv',
} as const

export interface CustomerCall {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Behind `/v1/customers`. */
  readonly path?: string
  readonly body?: unknown
  readonly key?: MintedKey
  readonly idempotencyKey?: string
}

export function callCustomers(world: World, call: CustomerCall): Promise<Reply> {
  const { method = 'GET', path = '', body, key = world.company.key, idempotencyKey } = call
  return world.inject({
    method,
    url: `/v1/customers${path}`,
    headers: {
      'x-service-key': key.apiKey,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

export function storeCustomer(world: World, body: unknown, key?: MintedKey): Promise<Reply> {
  return callCustomers(world, { method: 'POST', body, ...(key ? { key } : {}) })
}

/** Its customerId; fails where it is not stored. */
export async function storedId(world: World, body: unknown, key?: MintedKey): Promise<string> {
  const reply = await storeCustomer(world, body, key)
  if (reply.status !== 201) throw new Error(`the customer was answered ${reply.text}`)
  return reply.body.customerId
}
