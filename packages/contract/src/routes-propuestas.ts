/** The routes about proposed sales (docs/wire.md#propuestas). None signs. */
import Type from 'typebox'
import { dteRequestOf } from './dte-request-of.ts'
import * as examples from './openapi/examples-propuestas.ts'
import { Propuesta, PropuestaCompleta, Propuestas, Validada } from './propuestas.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { closed, oneOf, UUID_PATTERN } from './schema.ts'
import { TIPOS_DTE } from './words.ts'

const BODIES = TIPOS_DTE.map(dteRequestOf)
/** Refusals of what is built and not issued. */
const BUILT = ['dte_type_not_allowed', 'not_found', 'validation_failed', 'amount_limit'] as const

const common = { grupo: 'Propuestas', sign: false, idem: null, query: NO_QUERY } as const
const id = { id: Type.String({ pattern: UUID_PATTERN }) }
const ONE = '/v1/propuestas/{id}'

export const validate: RouteSpec = {
  ...common,
  grupo: 'Documentos',
  scope: 'issue',
  method: 'POST',
  path: '/v1/dte/validate',
  resumen: 'Dice si una venta se podría emitir, y cuánto suma',
  descripcion:
    'Arma el documento y lo comprueba como al emitir, con los límites de la llave. No toma número, no firma y no guarda nada. El `numeroControl` y el `codigoGeneracion` de `documento` son de relleno.',
  params: {},
  body: BODIES,
  answers: { 200: { descripcion: 'Se podría emitir ahora.', body: Validada } },
  refusals: [...SCOPED, 'reference_in_use', ...BUILT],
  examples: examples.validate,
}

export const proposalCreate: RouteSpec = {
  ...common,
  scope: 'issue',
  idemOptional: true,
  method: 'POST',
  path: '/v1/propuestas',
  resumen: 'Propone una venta, que emite una persona en la consola',
  descripcion:
    'La venta se arma y se comprueba como al emitir, con los límites de la llave, y queda guardada con los datos del cliente y los precios de este momento. No toma número y no firma. En `consola` una persona que puede emitir la ve como se imprimirá y la emite con su propia firma, una sola vez. Vence a los 7 días. `referencia` no se envía: la pone el servicio, y es la del documento, con la que las novedades dicen en qué terminó. Hasta 100 en espera por llave y 200 por empresa y ambiente.',
  params: {},
  body: BODIES,
  answers: { 201: { descripcion: 'Espera en la consola.', body: Propuesta } },
  refusals: [...SCOPED, 'idempotency_key_reuse', ...BUILT],
  examples: examples.proposalCreate,
}

export const proposalsList: RouteSpec = {
  ...common,
  scope: 'query',
  method: 'GET',
  path: '/v1/propuestas',
  resumen: 'Lista las ventas propuestas',
  descripcion:
    'Las de los últimos 30 días, de todas las llaves del ambiente, de la más nueva a la más vieja. `siguiente` se envía tal cual como `cursor`.',
  params: {},
  query: closed({
    estado: Type.Optional(oneOf(['pendiente'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: Propuestas } },
  refusals: SCOPED,
  examples: examples.proposalsList,
}

export const proposalRead: RouteSpec = {
  ...common,
  scope: 'query',
  method: 'GET',
  path: ONE,
  resumen: 'Consulta una venta propuesta',
  descripcion: 'Con la petición que se emitirá y el documento a que llega.',
  params: id,
  body: null,
  answers: { 200: { descripcion: 'La propuesta.', body: PropuestaCompleta } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.proposalRead,
}

export const proposalDiscard: RouteSpec = {
  ...common,
  scope: 'issue',
  method: 'DELETE',
  path: ONE,
  resumen: 'Descarta una venta propuesta',
  descripcion: 'Ya nadie la emite. Repetirlo no cambia nada; una emitida no se descarta.',
  params: id,
  body: null,
  answers: { 200: { descripcion: 'La propuesta, descartada.', body: Propuesta } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.proposalDiscard,
}
