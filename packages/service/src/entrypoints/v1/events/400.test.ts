import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

// biome-ignore format: a table
const REFUSED = [
  ['despues', ['', 'x', '0-', '-1', 'A-1', '0-1-1', `0-${'z'.repeat(13)}`]],
  ['tipo',    ['', 'dte', 'dte.SELLADO', 'dte.descartado', '__proto__']],
  ['limite',  ['', '0', '-1', '1.5', 'x']],
  ['espera',  ['', '-1', '31', '1.5', 'x']],
  ['limit',   ['1']],
] as const

for (const [field, texts] of REFUSED) {
  for (const text of texts) {
    test(`${field}=${text} is refused by its name`, async () => {
      const url = `/v1/events?${field}=${encodeURIComponent(text)}`
      const headers = { 'x-service-key': world.company.key.apiKey }
      const { status, body } = await world.inject({ method: 'GET', url, headers })
      assert.deepEqual(
        [status, body.error.code, body.error.details.field],
        [400, 'invalid_request', field],
      )
    })
  }
}
