/** The maximum amount of a key, which is that of each voucher. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { facturas, readOperaciones, report } from '../../../../test/operaciones.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const limitTo = (dollars: number) =>
  world.deps.pool.many('update api_keys set amount_max = $1', [dollars])

test('a voucher above the maximum of its key is refused with both amounts and its line, and nothing is signed', async () => {
  await limitTo(113)
  const items = [facturas('A1', 'A9'), { ...facturas('B1', 'B2'), precioUni: 100.01 }]
  const { status, body } = await report(world, items)
  assert.deepEqual([status, body.error.code], [429, 'amount_limit'])
  assert.deepEqual(body.error.details, {
    ...{ field: 'items[1]', window: 'documento', maximo: 113, monto: 113.01 },
  })
  assert.match(body.error.message, /línea 2 .* 113\.01 .* hasta 113 .* no se firmó nada/)
  assert.deepEqual((await readOperaciones(world)).body.operaciones, [])

  const exact = await report(world, [items[0] ?? {}, { ...facturas('B1', 'B2'), precioUni: 100 }])
  assert.equal(exact.status, 200, exact.text)
})

test('a total is compared by its average, and an exempt one without IVA', async () => {
  await limitTo(10)
  const { precioUni: _, ...range } = facturas('C1', 'C4')
  const above = await report(world, [{ ...range, total: 40.04, tipoVenta: 'exenta' }])
  assert.deepEqual([above.status, above.body.error.details.monto], [429, 10.01])
  const at = await report(world, [{ ...range, total: 40, tipoVenta: 'exenta' }])
  assert.equal(at.status, 200, at.text)
})

test('what is voided is compared too', async () => {
  await limitTo(100)
  const { body } = await report(world, [{ ...facturas('D1'), precioUni: 50 }])
  await limitTo(50)
  const voided = { ...facturas('D1'), precioUni: 50, anulaDe: body.codigoGeneracion }
  assert.equal((await report(world, [voided])).body.error.code, 'amount_limit')
})

test('an invalid line is told before its amount, and a repeat of a sealed call is still answered', async () => {
  await limitTo(100)
  const idempotencyKey = 'before-the-limit'
  const items = [{ ...facturas('E1'), precioUni: 80 }]
  const first = await report(world, items, { idempotencyKey })
  assert.equal(first.status, 200, first.text)
  await limitTo(10)
  assert.deepEqual((await report(world, items, { idempotencyKey })).body, first.body)
  assert.equal((await report(world, items)).body.error.code, 'validation_failed')
  const wrong = [{ ...facturas('F2', 'F1'), precioUni: 80 }]
  assert.equal((await report(world, wrong)).body.error.code, 'validation_failed')
})
