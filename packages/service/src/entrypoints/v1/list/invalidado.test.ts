/** How a list shows invalidated documents; it shows no events. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveBack, invalidate } from '../../../../test/corrections.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function list(search: string): Promise<readonly [code: string, estado: string][]> {
  const headers = { 'x-service-key': world.company.key.apiKey }
  const { body } = await world.inject({ method: 'GET', url: `/v1/dte${search}`, headers })
  return body.documentos.map((row: { codigoGeneracion: string; estado: string }) => [
    row.codigoGeneracion,
    row.estado,
  ])
}

test('an invalidated document keeps its place in the list and is found by its state; events are not listed', async () => {
  const codes: string[] = []
  for (let i = 0; i < 4; i++) codes.push((await world.issue(SALE)).body.codigoGeneracion)
  const [first = '', second = '', third = '', fourth = ''] = codes
  const whole = [fourth, third, second, first].map((code) => [code, 'sellado'])
  assert.deepEqual(await list(''), whole)

  await giveBack(world, third, [{ linea: 1, cantidad: 1 }])
  await invalidate(world, second)

  assert.deepEqual(await list(''), [
    [fourth, 'sellado'],
    [third, 'sellado'],
    [second, 'invalidado'],
    [first, 'sellado'],
  ])
  assert.deepEqual(await list('?estado=invalidado'), [[second, 'invalidado']])
  const standing = await list('?estado=sellado')
  assert.deepEqual(
    standing.map(([code]) => code),
    [fourth, third, first],
  )
  assert.deepEqual(await list('?estado=invalidado&tipoDte=03'), [])
})
