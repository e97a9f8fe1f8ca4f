/** What may be voided is what the named event of the same company and environment reported, and no more. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseMonto } from '@sello/fiscal'
import { facturas, report } from '../../../test/operaciones.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { findUnreported, findVoidable, type Reported } from './vouchers.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const CENT = parseMonto('0.01')

async function reported(desde: string, hasta = desde): Promise<string> {
  const { status, body, text } = await report(world, [facturas(desde, hasta)])
  assert.equal(status, 200, text)
  return body.codigoGeneracion
}

async function companyOf(nit: string): Promise<string> {
  const sql = 'select company_id as id from companies where nit = $1'
  return (await world.deps.pool.one<{ id: string }>(sql, [nit])).id
}

/** A line that voids; its number is that of the invoice, with its series. */
const voids = (anulaDe: string, n: number, more: object = {}) =>
  ({
    ...{ tipoDocumento: '02', serie: 'V', desde: n, hasta: n, anulaDe },
    ...{ tipoVenta: 'gravada', venta: CENT, ...more },
  }) as unknown as Reported

test('a line finds its own event’s line, and none of another event, company, environment, kind or range', async () => {
  const { pool } = world.deps
  const of = { companyId: await companyOf(world.company.nit), ambiente: '00' } as const
  const other = await world.addCompany()
  const mine = await reported('V1', 'V3')
  const later = await reported('V7')
  const found = async (line: Reported, whose: typeof of = of) =>
    (await findVoidable(pool, whose, [line])).map(({ linea, reportada, tipoVenta, anulado }) => [
      ...[linea, reportada, tipoVenta, Number(anulado)],
    ])

  for (const n of [1, 2, 3]) assert.deepEqual(await found(voids(mine, n)), [[1, 1, 'gravada', 0]])
  // biome-ignore format: a table
  const none: readonly (readonly [what: string, line: Reported, whose?: object])[] = [
    ['another event',        voids(later, 1)],
    ['no event of anybody',  voids('00000000-0000-4000-8000-000000000000', 1)],
    ['another series',       voids(mine, 1, { serie: 'W' })],
    ['another kind',         voids(mine, 1, { tipoDocumento: '03' })],
    ['before the range',     voids(mine, 0)],
    ['behind the range',     voids(mine, 4)],
    ['across its end',       voids(mine, 3, { hasta: 4 })],
    ['across its beginning', voids(mine, 0, { hasta: 1 })],
    ['another company',      voids(mine, 1), { companyId: await companyOf(other.nit) }],
    ['another environment',  voids(mine, 1), { ambiente: '01' }],
  ]
  for (const [what, line, whose] of none) {
    assert.deepEqual(await found(line, { ...of, ...whose }), [], what)
    const unreported = await findUnreported(pool, { ...of, ...whose }, [line])
    assert.deepEqual(unreported, [{ linea: 1, invalidacion: null }], what)
  }
  const both = await findVoidable(pool, of, [voids(later, 7), voids(mine, 2)])
  assert.deepEqual(
    both.map(({ linea }) => linea),
    [1, 2],
  )
})
