/** The routes about webhooks (docs/wire.md#webhooks). */
import Type from 'typebox'
import * as examples from './openapi/examples-webhooks.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { closed, oneOf, UUID_PATTERN } from './schema.ts'
import {
  EntregaDelWebhook,
  EntregasDelWebhook,
  ESTADOS_ENTREGA_DEL_WEBHOOK,
  Webhook,
  WebhookConSecreto,
  WebhookEliminado,
  WebhookPatch,
  WebhookRequest,
  Webhooks,
} from './webhooks.ts'

const common = {
  grupo: 'Webhooks',
  scope: 'webhooks',
  sign: false,
  idem: null,
  query: NO_QUERY,
} as const
const id = { id: Type.String({ pattern: UUID_PATTERN }) }
const ONE = '/v1/webhooks/{id}'

export const webhooksList: RouteSpec = {
  ...common,
  method: 'GET',
  path: '/v1/webhooks',
  resumen: 'Lista los webhooks',
  descripcion: 'Los del ambiente de la llave, del más viejo al más nuevo. Sin sus secretos.',
  params: {},
  body: null,
  answers: { 200: { descripcion: 'Todos.', body: Webhooks } },
  refusals: SCOPED,
  examples: examples.webhooksList,
}

export const webhookCreate: RouteSpec = {
  ...common,
  idemOptional: true,
  method: 'POST',
  path: '/v1/webhooks',
  resumen: 'Crea un webhook',
  descripcion:
    'Desde ahora cada novedad de la empresa, en el ambiente de la llave, se envía a `url` con un POST firmado según Standard Webhooks. `secreto` se muestra una sola vez. Con `tipos` se envían solo esos. La dirección es https y pública, en el puerto 443 o en uno desde el 1024. Una empresa tiene hasta 8.',
  params: {},
  body: WebhookRequest,
  answers: { 201: { descripcion: 'El webhook, con su secreto.', body: WebhookConSecreto } },
  refusals: [...SCOPED, 'idempotency_key_reuse', 'validation_failed'],
  examples: examples.webhookCreate,
}

export const webhookUpdate: RouteSpec = {
  ...common,
  method: 'PATCH',
  path: ONE,
  resumen: 'Cambia un webhook',
  descripcion:
    'Un miembro reemplaza el guardado; `descripcion` y `tipos` se quitan con null. Con `activo` en false deja de enviarse; al encenderlo de nuevo sigue donde quedó, con lo que pasó entretanto en los últimos 30 días.',
  params: id,
  body: WebhookPatch,
  answers: { 200: { descripcion: 'El webhook, cambiado.', body: Webhook } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.webhookUpdate,
}

export const webhookDelete: RouteSpec = {
  ...common,
  method: 'DELETE',
  path: ONE,
  resumen: 'Elimina un webhook',
  descripcion: 'No se le envía nada más, y su secreto se borra.',
  params: id,
  body: null,
  answers: { 200: { descripcion: 'Quedó eliminado.', body: WebhookEliminado } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.webhookDelete,
}

export const webhookRotate: RouteSpec = {
  ...common,
  idemOptional: true,
  method: 'POST',
  path: `${ONE}/rotate`,
  resumen: 'Cambia el secreto de un webhook',
  descripcion:
    'Responde el secreto nuevo, que se muestra una sola vez. El anterior también firma durante 24 horas: cada envío lleva las dos firmas. Cambiarlo otra vez en ese tiempo termina con el más viejo.',
  params: id,
  body: null,
  answers: { 200: { descripcion: 'El webhook, con su secreto nuevo.', body: WebhookConSecreto } },
  refusals: [...SCOPED, 'idempotency_key_reuse', 'not_found'],
  examples: examples.webhookRotate,
}

export const webhookTest: RouteSpec = {
  ...common,
  method: 'POST',
  path: `${ONE}/test`,
  resumen: 'Envía una prueba a un webhook',
  descripcion:
    'Una novedad `webhook.prueba`, que no está en el feed. La lista de entregas dice cómo terminó.',
  params: id,
  body: null,
  answers: { 202: { descripcion: 'Se envía enseguida.', body: EntregaDelWebhook } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.webhookTest,
}

export const webhookDeliveries: RouteSpec = {
  ...common,
  method: 'GET',
  path: `${ONE}/deliveries`,
  resumen: 'Lista lo que se envió a un webhook',
  descripcion:
    'Lo de los últimos 30 días, de lo más nuevo a lo más viejo. `siguiente` se envía tal cual como `cursor`.',
  params: id,
  query: closed({
    estado: Type.Optional(oneOf(ESTADOS_ENTREGA_DEL_WEBHOOK)),
    limit: Type.Optional(Type.Integer({ minimum: 1, default: 50 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  }),
  body: null,
  answers: { 200: { descripcion: 'Una página.', body: EntregasDelWebhook } },
  refusals: [...SCOPED, 'not_found'],
  examples: examples.webhookDeliveries,
}

export const webhookRetry: RouteSpec = {
  ...common,
  method: 'POST',
  path: `${ONE}/deliveries/{entrega}/retry`,
  resumen: 'Envía algo otra vez a un webhook',
  descripcion:
    'Con el mismo `webhook-id` y otro `webhook-timestamp`, también si ya había llegado. `entrega` es el `webhook-id`.',
  params: { ...id, entrega: Type.String() },
  body: null,
  answers: { 202: { descripcion: 'Se envía enseguida.', body: EntregaDelWebhook } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.webhookRetry,
}
