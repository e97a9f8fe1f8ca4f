/** The addresses to which what happens is sent (docs/wire.md#webhooks). */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  EntregaDelWebhook,
  EntregasDelWebhook,
  Operations,
  Webhook,
  WebhookConSecreto,
  WebhookEliminado,
  Webhooks as WebhookList,
  WebhookPatch,
  WebhookRequest,
} from './generated/wire.ts'
import { type Listing, listing } from './listing.ts'
import type { Platform } from './platform.ts'

export type DeliveriesQuery = Operations['webhook_deliveries']['query']

export interface Webhooks {
  /** Those of the key's environment. */
  list(options?: CallOptions): Promise<Answered<WebhookList>>
  /** Its `secreto` is answered here alone: store it. */
  create(request: WebhookRequest, options?: CallOptions): Promise<Answered<WebhookConSecreto>>
  /** Absent members stay; null removes. `activo: true` after it was switched off: it goes on where it was. */
  update(id: string, patch: WebhookPatch, options?: CallOptions): Promise<Answered<Webhook>>
  delete(id: string, options?: CallOptions): Promise<Answered<WebhookEliminado>>
  /** A new `secreto`; the one before signs too for 24 hours. */
  rotate(id: string, options?: CallOptions): Promise<Answered<WebhookConSecreto>>
  /** Sends `webhook.prueba`; `deliveries` tells how it ended. */
  test(id: string, options?: CallOptions): Promise<Answered<EntregaDelWebhook>>
  /** What was sent in 30 days and what waits, newest first. */
  deliveries(id: string, query?: DeliveriesQuery, options?: CallOptions): Listing<EntregaDelWebhook>
  deliveriesPage(
    id: string,
    query?: DeliveriesQuery,
    options?: CallOptions,
  ): Promise<Answered<EntregasDelWebhook>>
  /** Sends something again. `entrega`: its `webhook-id`. */
  retry(id: string, entrega: string, options?: CallOptions): Promise<Answered<EntregaDelWebhook>>
}

export function createWebhooks({ call }: Caller, platform: Platform): Webhooks {
  // Repeated after a lost answer, the call gets the secret that it had made.
  const once = (options?: CallOptions) => ({
    ...options,
    idempotencyKey: options?.idempotencyKey ?? platform.uuid(),
  })
  const deliveriesPage: Webhooks['deliveriesPage'] = (id, query, options) =>
    call({ route: 'webhook_deliveries', params: { id }, query, options })
  return {
    list: (options) => call({ route: 'webhooks_list', options }),
    create: (body, options) => call({ route: 'webhook_create', body, options: once(options) }),
    update: (id, body, options) => call({ route: 'webhook_update', params: { id }, body, options }),
    delete: (id, options) => call({ route: 'webhook_delete', params: { id }, options }),
    rotate: (id, options) =>
      call({ route: 'webhook_rotate', params: { id }, options: once(options) }),
    test: (id, options) => call({ route: 'webhook_test', params: { id }, options }),
    deliveriesPage,
    deliveries: (id, query, options) =>
      listing(async (cursor) => {
        const from = cursor === undefined ? query : { ...query, cursor }
        const { entregas, siguiente } = await deliveriesPage(id, from, options)
        return { rows: entregas, siguiente }
      }),
    retry: (id, entrega, options) =>
      call({ route: 'webhook_retry', params: { id, entrega }, options }),
  }
}
