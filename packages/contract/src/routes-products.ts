/** The routes about stored products. */
import Type from 'typebox'
import * as examples from './openapi/examples-products.ts'
import { Product, ProductPage, ProductPatch, ProductRequest } from './product.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { closed, UUID_PATTERN } from './schema.ts'

const common = { grupo: 'Productos', sign: false, idem: null, query: NO_QUERY } as const
const productId = { productId: Type.String({ pattern: UUID_PATTERN }) }
const ONE = '/v1/products/{productId}'

export const productsList: RouteSpec = {
  ...common,
  method: 'GET',
  path: '/v1/products',
  resumen: 'Lista los productos guardados',
  descripcion:
    'Los activos (con `activo=false`, los desactivados), de los más nuevos a los más viejos. `codigo` busca el valor entero; `descripcion`, una parte; `buscar`, el comienzo de las palabras de la descripción y el código, también de barras. `siguiente` se envía tal cual como `cursor`.',
  scope: 'query',
  params: {},
  query: closed({
    activo: Type.Optional(Type.Boolean({ default: true })),
    codigo: Type.Optional(Type.String()),
    descripcion: Type.Optional(Type.String()),
    buscar: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: ProductPage } },
  refusals: SCOPED,
  examples: examples.productsList,
}

export const productCreate: RouteSpec = {
  ...common,
  idemOptional: true,
  method: 'POST',
  path: '/v1/products',
  resumen: 'Guarda un producto',
  descripcion:
    'Repetirlo con los mismos datos responde el que ya está. Dos productos activos no comparten `codigo`.',
  scope: 'catalog',
  params: {},
  body: ProductRequest,
  answers: {
    200: { descripcion: 'El producto ya estaba, con los mismos datos.', body: Product },
    201: { descripcion: 'El producto quedó guardado.', body: Product },
  },
  refusals: [...SCOPED, 'idempotency_key_reuse', 'validation_failed'],
  examples: examples.productCreate,
}

export const productRead: RouteSpec = {
  ...common,
  method: 'GET',
  path: ONE,
  resumen: 'Consulta un producto',
  descripcion: 'El producto, también desactivado.',
  scope: 'query',
  params: productId,
  body: null,
  answers: { 200: { descripcion: 'El producto.', body: Product } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.productRead,
}

export const productUpdate: RouteSpec = {
  ...common,
  method: 'PATCH',
  path: ONE,
  resumen: 'Cambia un producto',
  descripcion:
    'Un miembro reemplaza el guardado, null lo quita, los que no vienen quedan. Lo ya emitido no cambia.',
  scope: 'catalog',
  params: productId,
  body: ProductPatch,
  answers: { 200: { descripcion: 'El producto, cambiado.', body: Product } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.productUpdate,
}

export const productDelete: RouteSpec = {
  ...common,
  method: 'DELETE',
  path: ONE,
  resumen: 'Desactiva un producto',
  descripcion: 'Se puede consultar y volver a activar. Repetirlo no cambia nada.',
  scope: 'catalog',
  params: productId,
  body: null,
  answers: { 200: { descripcion: 'El producto, desactivado.', body: Product } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.productDelete,
}
