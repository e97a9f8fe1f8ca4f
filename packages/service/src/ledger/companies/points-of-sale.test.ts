/** A point of sale that a restore lost: what is its own, and what it has from the head office. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, EMPRESA, type World } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { companyOf } from '../../flows/admin/admin.ts'
import { type PointOfSale, restorePointOfSale } from './points-of-sale.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Place = Pick<PointOfSale, 'direccion' | 'telefono'>

/** The address in one text, and the telephone, as the row has them. */
async function restored(codPuntoVenta: string, place: Place) {
  const { admin, deps } = world
  const { companyId } = await companyOf(admin, world.company.nit)
  const pos = { companyId, pointOfSaleId: deps.random.uuid(), codEstable: 'S001', codPuntoVenta }
  await transaction(deps.pool, (tx) =>
    restorePointOfSale(tx, { ...pos, ...place, now: deps.clock.now() }),
  )
  const rows = await deps.pool.many<{ place: string | null; telefono: string | null }>(
    `select departamento || municipio || distrito || complemento as place, telefono
       from points_of_sale
      where company_id = $1 and cod_estable = 'S001' and cod_punto_venta = $2`,
    [companyId, codPuntoVenta],
  )
  assert.equal(rows.length, 1)
  return [rows[0]?.place, rows[0]?.telefono]
}

const { direccion, telefono } = EMPRESA
const OTHER = { ...direccion, complemento: 'Calle Delgado 5' }

test('what equals the head office’s is left to it, so that it moves with it', async () => {
  assert.deepEqual(await restored('P001', { direccion, telefono }), [null, null])
})

test('what differs is its own, also if it differs in one member', async () => {
  const own = ['062314Calle Delgado 5', '22229999']
  assert.deepEqual(await restored('P002', { direccion: OTHER, telefono: '22229999' }), own)
  assert.deepEqual(await restored('P003', { direccion: OTHER, telefono }), [own[0], null])
})

test('one that is there keeps what it has', async () => {
  assert.deepEqual(await restored('P002', { direccion, telefono }), [
    ...['062314Calle Delgado 5', '22229999'],
  ])
})
