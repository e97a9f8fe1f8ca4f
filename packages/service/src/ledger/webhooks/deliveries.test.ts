import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWebhookId, webhookIdOf } from './deliveries.ts'

const NOVEDAD = '4f0b5c1e-1111-4222-8333-0123456789ab'
const ID = 'nv_4f0b5c1e1111422283330123456789ab'

test('what a webhook is told has its id on the wire, and no other text is one', () => {
  assert.equal(webhookIdOf(NOVEDAD), ID)
  assert.equal(readWebhookId(ID), NOVEDAD)
  const others = [NOVEDAD, ID.slice(3), `x${ID}`, `${ID}0`, ID.slice(0, -1), ID.toUpperCase(), '']
  for (const text of others) assert.equal(readWebhookId(text), null, text)
})
