/** The types that a company says it issues: what production takes, and what it asks for first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEmptyDatabase } from '../../../test/database.ts'
import { credito } from '../../../test/notas.ts'
import { sealedOf } from '../../../test/originals.ts'
import { createWorld, EMPRESA, MH_PASSWORD, PASSPHRASE, type World } from '../../../test/world.ts'
import { migrate, readMigrations } from '../../base/db/migrate.ts'
import { AdminRefused } from './admin.ts'
import { importCertificate } from './certificate.ts'
import { setMinistryPassword } from './company.ts'
import { leaveProduction, switchProduction } from './production.ts'
import { changeIssuedTypes, setIssuedTypes } from './tipos.ts'

let world: World
before(async () => {
  world = await createWorld()
  const { nit, certificado } = world.company
  await setMinistryPassword(world.admin, nit, { ambiente: '01', password: MH_PASSWORD })
  await importCertificate(world.admin, nit, {
    ...{ ambiente: '01', password: 'Prueba-Llave-1', passphrase: PASSPHRASE },
    xml: Buffer.from(certificado),
  })
})
after(() => world.close())

const change = (changes: Parameters<typeof changeIssuedTypes>[2] = {}) =>
  changeIssuedTypes(world.admin, world.company.nit, changes)

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AdminRefused, String(error))
  return error.problems.map(({ message }) => message).join(' ')
}

test('production asks for a sealed test document of each type that the company says it issues, and of no other', async () => {
  const { nit } = world.company
  assert.match(await refusalOf(switchProduction(world.admin, nit)), /no ha dicho qué tipos/)

  await change({ add: ['01', '14'] })
  assert.match(await refusalOf(switchProduction(world.admin, nit)), /sellado de tipo 01, 14\./)
  await sealedOf(world, '01')
  assert.match(await refusalOf(switchProduction(world.admin, nit)), /sellado de tipo 14\./)
  await change({ remove: ['14'] })
  await switchProduction(world.admin, nit)

  assert.deepEqual(await change(), {
    nombre: EMPRESA.nombre,
    tiposDte: ['01'],
    tiposProbados: ['01'],
  })
})

test('production takes a type that was added after its sealed test, and refuses the others in words', async () => {
  const { nit } = world.company
  const key = await world.mintKey(nit, { ambiente: '01' })
  assert.equal((await world.issue(undefined, { key })).status, 200)

  const refused = await world.issue(credito(), { key })
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'dte_type_not_allowed')
  assert.match(refused.body.error.message, /tipo 03 en producción.* prueba sellado/)
  assert.deepEqual(refused.body.error.details, { allowed: ['01'] })
  assert.match(await refusalOf(change({ add: ['03'] })), /sellado de tipo 03\./)
  assert.match(await refusalOf(setIssuedTypes(world.admin, nit, ['01', '03'])), /de tipo 03\./)
  assert.match(await refusalOf(setIssuedTypes(world.admin, nit, [])), /al menos un tipo/)

  await sealedOf(world, '03') // in test, where every type of the key is taken
  await change({ add: ['03'] })
  assert.equal((await world.issue(credito(), { key })).status, 200)
  const status = await world.inject({
    ...{ method: 'GET', url: '/v1/status', headers: { 'x-service-key': key.apiKey } },
  })
  assert.deepEqual(status.body.llave.tiposDte, ['01', '03'])
})

test('a type that is no longer issued is refused, and its documents are still corrected', async () => {
  const { nit } = world.company
  const key = await world.mintKey(nit, { ambiente: '01' })
  const { body } = await world.issue(undefined, { key })
  await change({ remove: ['01'] })

  const refused = await world.issue(undefined, { key })
  assert.equal(refused.body.error.code, 'dte_type_not_allowed')
  const invalidated = await world.inject({
    method: 'POST',
    url: `/v1/dte/${body.codigoGeneracion}/invalidate`,
    headers: {
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': 'anular 1',
    },
    payload: {
      tipoAnulacion: 2,
      motivo: 'La venta no se hizo',
      responsable: { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '00016297-5' },
      solicita: { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '00016297-5' },
    },
  })
  assert.equal(invalidated.status, 200, invalidated.text)
  await change({ add: ['01'] })
})

test('of changes at once none is lost, and a switch sees all or nothing of them', async () => {
  const { nit } = world.company
  await leaveProduction(world.admin, nit)
  await setIssuedTypes(world.admin, nit, [])
  await Promise.all([change({ add: ['01'] }), change({ add: ['03'] })])
  assert.deepEqual((await change()).tiposDte, ['01', '03'])

  // Type 11 has no sealed test: either the switch is refused, or the addition is.
  const ended = await Promise.allSettled([
    change({ add: ['11'] }),
    switchProduction(world.admin, nit),
  ])
  assert.equal(ended.filter(({ status }) => status === 'rejected').length, 1)
})

test('a type that was said before tests were asked for hinders no other', async () => {
  const { nit } = world.company
  const { pool, clock } = world.deps
  await pool.many(`update companies set tipos_dte = '{11}', production_since = $2 where nit = $1`, [
    nit,
    clock.now(),
  ])
  assert.deepEqual((await change({ add: ['01'] })).tiposDte, ['01', '11'])
  await pool.many('update companies set tipos_dte = default where nit = $1', [nit])
})

test('each change is in the audit log', async () => {
  const rows = await world.deps.pool.many<{ acto: string }>(
    `select acto from audit_log where acto = 'empresa.tipos'`,
  )
  assert.ok(rows.length >= 6, `${rows.length}`)
})

test('a company that was in production before this release still issues every type', async (t) => {
  const database = await createEmptyDatabase()
  t.after(() => database.drop())
  const pool = database.createPool({ max: 1 })
  const all = await readMigrations()
  await migrate(
    database.url,
    all.filter(({ number }) => number < 43),
  )
  for (const [nit, since] of [
    ['06140101900019', '2026-01-01'],
    ['06140101900027', null],
  ]) {
    await pool.many(
      `insert into companies (company_id, nit, nrc, nombre, cod_actividad, desc_actividad, departamento,
                              municipio, distrito, complemento, telefono, correo, data_key, created_at, production_since)
       values (gen_random_uuid(), $1, '12', 'x', 'x', 'x', '06', '23', '14', 'x', 'x', 'x', '', now(), $2)`,
      [nit, since],
    )
  }

  await migrate(database.url, all)

  assert.deepEqual(await pool.many('select tipos_dte from companies order by nit'), [
    { tipos_dte: ['01', '03', '05', '06', '11', '14'] },
    { tipos_dte: [] },
  ])
})
