/** The routes about stored customers. */
import Type from 'typebox'
import { Customer, CustomerPage, CustomerPatch, CustomerRequest } from './customer.ts'
import * as examples from './openapi/examples-customers.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { closed, UUID_PATTERN } from './schema.ts'

const common = { grupo: 'Clientes', sign: false, idem: null, query: NO_QUERY } as const
const customerId = { customerId: Type.String({ pattern: UUID_PATTERN }) }
const ONE = '/v1/customers/{customerId}'

export const customersList: RouteSpec = {
  ...common,
  method: 'GET',
  path: '/v1/customers',
  resumen: 'Lista los clientes guardados',
  descripcion:
    'Los activos (con `activo=false`, los desactivados), de los más nuevos a los más viejos. `numDocumento` y `externalId` buscan el valor entero; `nombre`, una parte; `buscar`, el comienzo de las palabras de el nombre, el número de documento y el `externalId`. `siguiente` se envía tal cual como `cursor`.',
  scope: 'query',
  params: {},
  query: closed({
    activo: Type.Optional(Type.Boolean({ default: true })),
    numDocumento: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String()),
    nombre: Type.Optional(Type.String()),
    buscar: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: CustomerPage } },
  refusals: SCOPED,
  examples: examples.customersList,
}

export const customerCreate: RouteSpec = {
  ...common,
  idemOptional: true,
  method: 'POST',
  path: '/v1/customers',
  resumen: 'Guarda un cliente',
  descripcion:
    'Con su `customerId` se emiten documentos sin repetir sus datos: `receptor: {customerId}`. Lo que el documento diga vale más que lo guardado. Dos clientes activos no tienen el mismo documento ni el mismo `externalId`: repetir la llamada no guarda otro.',
  scope: 'catalog',
  params: {},
  body: CustomerRequest,
  answers: {
    200: { descripcion: 'El cliente ya estaba, con los mismos datos.', body: Customer },
    201: { descripcion: 'El cliente quedó guardado.', body: Customer },
  },
  refusals: [...SCOPED, 'idempotency_key_reuse', 'customer_exists', 'validation_failed'],
  examples: examples.customerCreate,
}

export const customerRead: RouteSpec = {
  ...common,
  method: 'GET',
  path: ONE,
  resumen: 'Consulta un cliente',
  descripcion: 'El cliente, también desactivado.',
  scope: 'query',
  params: customerId,
  body: null,
  answers: { 200: { descripcion: 'El cliente.', body: Customer } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.customerRead,
}

export const customerUpdate: RouteSpec = {
  ...common,
  method: 'PATCH',
  path: ONE,
  resumen: 'Cambia un cliente',
  descripcion:
    'Un miembro reemplaza el guardado, null lo quita, los que no vienen quedan. `direccion` se cambia por partes. Lo ya emitido no cambia.',
  scope: 'catalog',
  params: customerId,
  body: CustomerPatch,
  answers: { 200: { descripcion: 'El cliente, cambiado.', body: Customer } },
  refusals: [...SCOPED, 'not_found', 'customer_exists', 'validation_failed'],
  examples: examples.customerUpdate,
}

export const customerDelete: RouteSpec = {
  ...common,
  method: 'DELETE',
  path: ONE,
  resumen: 'Desactiva un cliente',
  descripcion:
    'Deja de servir para emitir; se puede consultar y volver a activar. Repetirlo no cambia nada.',
  scope: 'catalog',
  params: customerId,
  body: null,
  answers: { 200: { descripcion: 'El cliente, desactivado.', body: Customer } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.customerDelete,
}
