/** The bodies of the routes about webhooks (docs/wire.md#webhooks). */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, TIPOS_NOVEDAD } from './words.ts'

const webhookId = Type.String({ pattern: UUID_PATTERN })
const instant = Type.String({ format: 'date-time' })

/** What is sent to an address is one of the feed's, or this. */
export const TIPO_PRUEBA = 'webhook.prueba'

const url = Type.String({ minLength: 1, maxLength: 2_000 })
const descripcion = nullable(Type.String({ minLength: 1, maxLength: 100 }))
const tipos = nullable(
  Type.Array(oneOf(TIPOS_NOVEDAD), {
    minItems: 1,
    maxItems: TIPOS_NOVEDAD.length,
    uniqueItems: true,
  }),
)

/** Body of POST /v1/webhooks. Null or absent `tipos`: all. */
export const WebhookRequest = closed({
  url,
  descripcion: Type.Optional(descripcion),
  tipos: Type.Optional(tipos),
})
export type WebhookRequest = Static<typeof WebhookRequest>

/** Body of PATCH: a JSON merge patch. */
export const WebhookPatch = closed({
  url: Type.Optional(url),
  descripcion: Type.Optional(descripcion),
  tipos: Type.Optional(tipos),
  activo: Type.Optional(Type.Boolean()),
})
export type WebhookPatch = Static<typeof WebhookPatch>

/** Why one is switched off: its company did it, or nothing arrived for five days. */
export const APAGADO_POR = ['manual', 'fallos'] as const

const members = {
  id: webhookId,
  url: Type.String(),
  descripcion: nullable(Type.String()),
  tipos: nullable(Type.Array(oneOf(TIPOS_NOVEDAD))),
  activo: Type.Boolean(),
  apagado: nullable(closed({ desde: instant, por: oneOf(APAGADO_POR) })),
  fallaDesde: nullable(instant),
  secretoAnteriorHasta: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
}

export const Webhook = closed(members)
export type Webhook = Static<typeof Webhook>

/** 201 of POST, and 200 of a rotation: the only answers with the secret. */
export const WebhookConSecreto = closed({ ...members, secreto: Type.String() })
export type WebhookConSecreto = Static<typeof WebhookConSecreto>

/** 200 of GET /v1/webhooks, oldest first. */
export const Webhooks = closed({ webhooks: Type.Array(Webhook) })
export type Webhooks = Static<typeof Webhooks>

/** 200 of DELETE. */
export const WebhookEliminado = closed({ id: webhookId, eliminado: Type.Literal(true) })
export type WebhookEliminado = Static<typeof WebhookEliminado>

export const ESTADOS_ENTREGA_DEL_WEBHOOK = ['pendiente', 'entregada', 'fallida'] as const
export type EstadoEntregaDelWebhook = (typeof ESTADOS_ENTREGA_DEL_WEBHOOK)[number]

/** One thing told to one address. `id` is its `webhook-id`. */
export const EntregaDelWebhook = closed({
  id: Type.String(),
  tipo: oneOf([...TIPOS_NOVEDAD, TIPO_PRUEBA]),
  estado: oneOf(ESTADOS_ENTREGA_DEL_WEBHOOK),
  intentos: Type.Integer(),
  ultimoIntento: nullable(instant),
  proximoIntento: nullable(instant),
  codigo: nullable(Type.Integer()),
  motivo: nullable(Type.String()),
  createdAt: instant,
})
export type EntregaDelWebhook = Static<typeof EntregaDelWebhook>

/** 200 of GET …/deliveries, newest first. */
export const EntregasDelWebhook = closed({
  entregas: Type.Array(EntregaDelWebhook),
  siguiente: nullable(Type.String()),
})
export type EntregasDelWebhook = Static<typeof EntregasDelWebhook>

/** What POST …/test sends; everything else that is sent is a `Novedad`. */
export const NovedadDePrueba = closed({
  id: Type.String(),
  tipo: oneOf([TIPO_PRUEBA]),
  fecha: instant,
  ambiente: oneOf(AMBIENTES),
  datos: closed({ webhookId }),
})
export type NovedadDePrueba = Static<typeof NovedadDePrueba>
