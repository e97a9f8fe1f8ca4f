/** What is refused before anything is signed, and what the ministry refuses. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveBack, invalidate } from '../../../../test/corrections.ts'
import { facturas, readOperaciones, report } from '../../../../test/operaciones.ts'
import { createWorld, MH_PASSWORD, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

// biome-ignore format: a table
const REFUSED: readonly (readonly [status: number, items: readonly object[], field: string])[] = [
  [400, [],                                                     'items'],
  [400, [{ ...facturas(1), tipoDocumento: '01' }],              'items[0].tipoDocumento'],
  [400, [{ ...facturas(1), desde: 1 }],                         'items[0].desde'],
  [400, [{ ...facturas(1), fecha: '5/10/2026' }],               'items[0].fecha'],
  [400, [{ ...facturas(1), precioUni: -1 }],                    'items[0].precioUni'],
  [400, [{ ...facturas(1), cantidad: 0 }],                      'items[0].cantidad'],
  [400, [{ ...facturas(1), tipoVenta: 'otra' }],                'items[0].tipoVenta'],
  [400, [{ ...facturas(1), anulaDe: 'X' }],                     'items[0].anulaDe'],
  [400, [{ ...facturas(1), iva: 13 }],                          'items[0].iva'],
  [422, [facturas(2, 1)],                                       'items[0].hasta'],
  [422, [{ ...facturas(1, 10), cantidad: 9 }],                  'items[0].cantidad'],
  [422, [{ ...facturas(1), total: 1 }],                         'items[0]'],
  [422, [facturas(1, 5), facturas(5)],                          'items[1]'],
  [422, [{ ...facturas(1), anulaDe: '00000000-0000-4000-8000-000000000000' }], 'items[0].anulaDe'],
]

test('what is refused names its field, and nothing is signed', async () => {
  for (const [status, items, field] of REFUSED) {
    const reply = await report(world, items)
    const { details } = reply.body.error
    const fields = [
      details.field,
      ...(details.issues ?? []).map((one: { field: string }) => one.field),
    ]
    assert.equal(reply.status, status, reply.text)
    assert.ok(fields.includes(field), reply.text)
  }
  assert.deepEqual((await readOperaciones(world)).body.operaciones, [])
})

test('another company has no part in it', async () => {
  const { body } = await report(world, [facturas('A1')])
  const other = await world.addCompany()
  const read = await readOperaciones(world, `/${body.codigoGeneracion}`, other.key)
  assert.equal(read.status, 404)
  assert.deepEqual((await readOperaciones(world, '', other.key)).body.operaciones, [])
  assert.equal((await report(world, [facturas('A1')], { key: other.key })).status, 200)
})

test('without the designation the ministry says 095, and what was reported is free again', async () => {
  const { nit, publicKeyPem } = world.company
  const registration = { nit, password: MH_PASSWORD, publicKeyPem }
  await world.mh.register({ ...registration, operacionesEspeciales: false })
  const refused = await report(world, [facturas('D1')])
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'mh_rejected'], refused.text)
  assert.equal(refused.body.error.details.codigoMsg, '095')
  const { message } = refused.body.error
  assert.match(message, /^Hacienda rechazó el evento de operaciones especiales: /)
  assert.match(message, / Lo reportado no cuenta y puede reportarse de nuevo\. /)
  const { body } = await readOperaciones(world)
  assert.equal(body.operaciones[0].estado, 'rechazado')
  await world.mh.register(registration)
  assert.equal((await report(world, [facturas('D1')])).status, 200)
})

test('an event that is about no document is no document: it has no returns, and is none of the list', async () => {
  const { body } = await report(world, [facturas('N1')])
  const { codigoGeneracion } = body
  assert.equal((await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }])).status, 404)
  const sale = await world.issue({
    tipoDte: '01',
    items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }],
  })
  const read = await readOperaciones(world, `/${sale.body.codigoGeneracion}`)
  assert.equal(read.status, 404)
})

test('a wrong sign key reports nothing', async () => {
  const headers = { 'x-service-sign-key': `${world.company.key.signKey}x` }
  const refused = await report(world, [facturas('K1')], { headers })
  assert.equal(refused.status, 401, refused.text)
  assert.equal((await report(world, [facturas('K1')])).status, 200)
})

test('a key that issues no facturas reports none of the paper that stands for them', async () => {
  const { pool } = world.deps
  const { keyId } = world.company.key
  const sealed = await report(world, [facturas('T2')])
  await pool.many(`update api_keys set tipos_dte = '{03}' where key_id = $1`, [keyId])
  const refused = await report(world, [facturas('T1')])
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'dte_type_not_allowed'])
  const kept = await invalidate(world, sealed.body.codigoGeneracion)
  assert.deepEqual([kept.status, kept.body.error.code], [403, 'dte_type_not_allowed'])
  await pool.many(`update api_keys set tipos_dte = '{01,03}' where key_id = $1`, [keyId])
  assert.equal((await report(world, [facturas('T1')])).status, 200)
})

test('what is voided of a line is at most what it reported, in cents, also in parts and by several events', async () => {
  const first = await report(world, [{ ...facturas('W1', 'W3'), precioUni: undefined, total: 10 }])
  assert.equal(first.status, 200, first.text)
  const anulaDe = first.body.codigoGeneracion
  const voids = (n: number, total: number) => ({
    tipoDocumento: '02',
    ...{ desde: `W${n}`, hasta: `W${n}`, total, anulaDe },
  })
  const refused = async (items: readonly object[], field: string, said: RegExp) => {
    const { status, body, text } = await report(world, items)
    assert.equal(status, 422, text)
    const { issues } = body.error.details
    assert.deepEqual([issues.length, issues[0].rule, issues[0].field], [1, 'MF-17-anulado', field])
    assert.match(issues[0].message, said)
  }

  await refused(
    [voids(1, 10.01)],
    'items[0]',
    /anula 10\.01 y de la línea 1 .* quedan 10 sin anular/,
  )
  await refused([voids(1, 4), voids(2, 6.01)], 'items[1]', /anula 6\.01 y .* quedan 6 sin anular/)
  await refused(
    [{ ...voids(1, 4), tipoVenta: 'exenta' }],
    'items[0].tipoVenta',
    /reportó como gravada/,
  )
  // One invoice of a range may be of more than their average.
  const one = await report(world, [voids(1, 6)])
  assert.equal(one.status, 200, one.text)
  await refused([voids(2, 2), voids(3, 2.01)], 'items[1]', /quedan 2 sin anular/)
  assert.equal((await report(world, [voids(2, 2), voids(3, 2)])).status, 200)
})

test('each line that was reported has its own ceiling', async () => {
  const { body } = await report(world, [facturas('V1'), { ...facturas('V2'), precioUni: 5 }])
  const anulaDe = body.codigoGeneracion
  const other = await report(world, [facturas('V3')])
  const voided = await report(world, [
    { ...facturas('V1'), anulaDe },
    { ...facturas('V2'), precioUni: 5, anulaDe },
    { ...facturas('V3'), anulaDe: other.body.codigoGeneracion },
  ])
  assert.equal(voided.status, 200, voided.text)
})

test('voiding that was invalidated leaves its amount to be voided', async () => {
  const { body } = await report(world, [facturas('X1', 'X2')])
  const all = { ...facturas('X1'), precioUni: 2, anulaDe: body.codigoGeneracion }
  const voided = await report(world, [all])
  assert.equal(voided.status, 200, voided.text)
  const more = { ...facturas('X2'), precioUni: 2, anulaDe: body.codigoGeneracion }
  assert.equal((await report(world, [more])).status, 422)
  assert.equal((await invalidate(world, voided.body.codigoGeneracion)).status, 200)
  assert.equal((await report(world, [more])).status, 200)
})

test('vouchers that were reported before amounts were stored are voided without a ceiling', async () => {
  const { body } = await report(world, [facturas('Y1')])
  await world.deps.pool.many(
    'update reported_vouchers set tipo_venta = null, venta = null where evento = $1',
    [body.codigoGeneracion],
  )
  const voided = await report(world, [
    { ...facturas('Y1'), precioUni: 9, tipoVenta: 'exenta', anulaDe: body.codigoGeneracion },
  ])
  assert.equal(voided.status, 200, voided.text)
})
