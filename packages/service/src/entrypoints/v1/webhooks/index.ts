/** The routes about webhooks (docs/wire.md#webhooks), each in the environment of the key. */
import {
  ESTADOS_ENTREGA_DEL_WEBHOOK,
  Refused,
  TIPO_PRUEBA,
  WebhookPatch,
  WebhookRequest,
} from '@sello/contract'
import {
  addTest,
  drawDelivery,
  listDeliveries,
  readWebhookId,
  sendAgain,
} from '../../../ledger/webhooks/deliveries.ts'
import { newSecret } from '../../../ledger/webhooks/secret.ts'
import {
  createWebhook,
  deleteWebhook,
  drawWebhook,
  findWebhook,
  listWebhooks,
  rotateSecret,
  type StoredWebhook,
  updateWebhook,
  type WebhookOf,
} from '../../../ledger/webhooks/store.ts'
import { textBodyOf } from '../../http/body.ts'
import { admittedOf, readerOfCall } from '../admitted.ts'
import type { Call } from '../gate.ts'
import { answerOnce } from '../once.ts'
import { readPage } from '../page.ts'
import { readUuid, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

/** An address is taken as it is given. */
const verbatim = new Set(['url'])
const readWebhook = textBodyOf(WebhookRequest, { verbatim })
const readPatch = textBodyOf(WebhookPatch, { verbatim, isPatch: true })

export const WEBHOOK_HANDLERS = {
  async webhooks_list({ call }: Asked): Promise<Answered> {
    const rows = await listWebhooks(call.deps.pool, feedOf(call))
    return { body: { webhooks: rows.map((row) => drawWebhook(row, call.at)) } }
  },

  /** The only answer with its secret, but for a repeat with the same Idempotency-Key. */
  async webhook_create({ call, body }: Asked): Promise<Answered> {
    const request = readWebhook(body) as WebhookRequest
    const { url, descripcion = null, tipos = null } = request
    assertUrl(call, url)
    const of = { ...feedOf(call), webhookId: call.deps.random.uuid() }
    const secret = secretFor(call, of)
    return answerOnce(call, request, async (tx) => {
      const given = { ...of, url, descripcion, tipos, secret: secret.stored }
      const stored = await createWebhook(tx, given, call.deps.clock.now())
      return { status: 201, body: withSecret(call, stored, secret.text) }
    })
  },

  async webhook_update({ call, body, params }: Asked): Promise<Answered> {
    const of = whichOf(call, params)
    const patch = readPatch(body) as WebhookPatch
    if (patch.url !== undefined) assertUrl(call, patch.url)
    const stored = await updateWebhook(call.deps.pool, of, { patch, now: call.deps.clock.now() })
    return { body: drawWebhook(stored ?? refuseAbsent(), call.at) }
  },

  async webhook_delete({ call, params }: Asked): Promise<Answered> {
    const of = whichOf(call, params)
    if (!(await deleteWebhook(call.deps.pool, of))) refuseAbsent()
    return { body: { id: of.webhookId, eliminado: true } }
  },

  async webhook_rotate({ call, params }: Asked): Promise<Answered> {
    const of = whichOf(call, params)
    const secret = secretFor(call, of)
    return answerOnce(call, { id: of.webhookId }, async (tx) => {
      const rotation = { secret: secret.stored, now: call.deps.clock.now() }
      const stored = await rotateSecret(tx, of, rotation)
      return { status: 200, body: withSecret(call, stored ?? refuseAbsent(), secret.text) }
    })
  },

  async webhook_test({ call, params }: Asked): Promise<Answered> {
    const of = whichOf(call, params)
    const { pool, random, clock } = call.deps
    const test = { novedad: random.uuid(), tipo: TIPO_PRUEBA, now: clock.now() } as const
    const stored = await addTest(pool, of, test)
    return { status: 202, body: drawDelivery(stored ?? (await refuseOff(call, of))) }
  },

  async webhook_deliveries(asked: Asked): Promise<Answered> {
    const { call, params, query } = asked
    const of = whichOf(call, params)
    const estado = readWord('estado', query.estado, ESTADOS_ENTREGA_DEL_WEBHOOK)
    const page = readPage(call, query, ['webhook_deliveries', ...Object.values(of), estado])
    if (!(await findWebhook(call.deps.pool, of))) refuseAbsent()
    const { rows, last } = await listDeliveries(call.deps.pool, {
      ...of,
      estado,
      below: page.after?.position ?? null,
      limit: page.limit,
    })
    return { body: { entregas: rows.map(drawDelivery), siguiente: page.siguiente(last) } }
  },

  async webhook_retry({ call, params }: Asked): Promise<Answered> {
    const of = whichOf(call, params)
    const found = await findWebhook(call.deps.pool, of)
    if (found?.activo !== true) await refuseOff(call, of)
    const novedad = readWebhookId(params.entrega ?? '')
    const now = call.deps.clock.now()
    const stored = novedad && (await sendAgain(call.deps.pool, of, { novedad, now }))
    return { status: 202, body: drawDelivery(stored || refuseAbsent('entrega')) }
  },
}

const feedOf = (call: Call) => {
  const { companyId, ambiente } = admittedOf(call)
  return { companyId, ambiente }
}

const whichOf = (call: Call, params: Asked['params']): WebhookOf => ({
  ...feedOf(call),
  webhookId: readUuid(params, 'id'),
})

function secretFor(call: Call, { companyId, webhookId }: WebhookOf) {
  const { dataKey } = readerOfCall(call)
  return newSecret({ companyId, webhookId, dataKey }, call.deps.random)
}

const withSecret = (call: Call, stored: StoredWebhook, secreto: string): string =>
  JSON.stringify({ ...drawWebhook(stored, call.deps.clock.now()), secreto })

function assertUrl(call: Call, url: string): void {
  const problem = call.deps.webhooks.problemOf(url)
  if (problem !== null) throw invalid('url', problem)
}

/** 404: the same for none and for another company's. */
function refuseAbsent(what: 'id' | 'entrega' = 'id'): never {
  const thing = what === 'id' ? 'un webhook con ese id' : 'una entrega con ese id en ese webhook'
  throw new Refused('not_found', `No hay ${thing} en esta empresa y este ambiente.`, {
    field: what,
  })
}

/** 404, or 422 for one that is switched off. */
async function refuseOff(call: Call, of: WebhookOf): Promise<never> {
  if (!(await findWebhook(call.deps.pool, of))) refuseAbsent()
  throw invalid('activo', 'el webhook está apagado: enciéndalo antes con activo en true.')
}

const invalid = (field: 'url' | 'activo', message: string) =>
  new Refused('validation_failed', `${field}: ${message}`, {
    issues: [{ field, rule: `webhook.${field}`, message }],
  })
