import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondPointOfSale } from '../notas.ts'
import { createWorld } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'
import { createPeer } from './peer.ts'

const CALLS = 200

/** A gap is a number that the company must explain to the ministry; a repeat is a document refused. */
test('200 sales at once on one series take the numbers 1 to 200, each once, and all are sealed', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())

  const replies = await atOnce(CALLS, () => world.issue())

  assertAllSealed(replies)
  assertConsecutive(replies.map(numeroOf))
  assert.equal(await world.numbersSpent(), CALLS)
  const sealed = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  assert.equal(new Set(sealed.map(({ codigoGeneracion }) => codigoGeneracion)).size, CALLS)
})

test('two processes count two interleaved series together, each without a gap', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  const keys = [world.company.key, await secondPointOfSale(world)] as const
  const peer = createPeer(world)
  t.after(() => peer.close())

  const replies = await atOnce(CALLS, (at) => {
    const process = at % 2 === 0 ? world : peer
    const key = at % 4 < 2 ? keys[0] : keys[1]
    return process.issue(undefined, { key })
  })

  assertAllSealed(replies)
  for (const codPuntoVenta of ['P001', 'P002']) {
    const numbers = replies.map(numeroOf).filter((numero) => numero.includes(codPuntoVenta))
    assert.equal(numbers.length, CALLS / 2)
    assertConsecutive(numbers)
  }
})
