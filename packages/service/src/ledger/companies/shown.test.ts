/** What a company's pages and its status show of it, whole; and what each state of its account has a call do. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { NOMBRE_RESPONSABLE_MAX } from '@sello/fiscal'
import { LOCK_WAITS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, put, withRows } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  documentRow,
  fillTwoCompanies,
  HOUR_MS,
  MINUTE_MS,
  NITS,
} from '../../../test/two-companies.ts'
import { until as waitFor } from '../../../test/until.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import { listOfAll, type ReadAll } from '../cluster/due.ts'
import { addBrand, listChanges, logoTypeOf } from './brands.ts'
import { listCertificates, listEnding } from './certificates.ts'
import { createAccounts, listRefused, storePassword } from './ministry-account.ts'
import * as points from './points-of-sale.ts'
import { readSetup } from './production.ts'
import { companyAsResponsable, isOwnResponsable, listWithoutResponsable } from './responsable.ts'
import * as setup from './setup.ts'
import { readCompanyStatus } from './status.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const accounts = createAccounts(pool, secrets, systemRandom)
const readAll: ReadAll = (look) => listOfAll(pool, look, assert.fail)

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const OF = { companyId: UNO, ambiente: '00' } as const

before(() => fillTwoCompanies(pool, secrets))

const change = (sql: string, values: readonly unknown[] = []) =>
  statement(pool, `${sql} returning 1`, values)
const destination = (name: string, more: object = {}) => ({
  ...{ company_id: UNO, destination_id: idOf(name), kind: 'managed_folder', created_at: at(0) },
  ...{ location: `/${name}`, verified_at: at(-DAY_MS), ...more },
})
const own = (name: string, more: object = {}) => ({
  ...destination(name, { kind: 'byos_folder', location: null, label: name, revision: 1 }),
  ...{ sealed_iv: 'i', sealed_data: 'd', ...more },
})

test('points of sale are shown by their codes, with their own place and their series, the newest year first', async () => {
  const direccion = { departamento: '05', municipio: '24', distrito: '01', complemento: 'Calle 2' }
  await put(pool, 'points_of_sale', [
    {
      ...{ company_id: UNO, point_of_sale_id: idOf('S'), cod_estable: 'B001' },
      ...{ cod_punto_venta: 'P009', created_at: at(0), telefono: '22229999', ...direccion },
    },
  ])
  const series = (ambiente: string, tipo_dte: string, year: number, more: object = {}) => ({
    ...{ company_id: UNO, ambiente, tipo_dte, cod_estable: 'M001', cod_punto_venta: 'P001' },
    ...{ year, last: year - 2_000, ...more },
  })
  await withRows(
    pool,
    {
      series: [
        ...[series('01', '01', 2026), series('00', '03', 2025), series('00', '01', 2025)],
        ...[series('00', '03', 2026), series('00', '01', 2026, { cod_estable: 'B001' })],
        series('00', '01', 2026, { company_id: DOS }),
      ],
    },
    async () => {
      const shown = (ambiente: string, tipoDte: string, year: number) => ({
        ...{ ambiente, tipoDte, year, ultimo: year - 2_000 },
      })
      const M001 = { codEstable: 'M001', direccion: null, telefono: null }
      assert.deepEqual(await setup.listPointsOfSale(pool, UNO), [
        {
          ...{ codEstable: 'B001', codPuntoVenta: 'P009', direccion, telefono: '22229999' },
          series: [],
        },
        {
          ...{ ...M001, codPuntoVenta: 'P001' },
          series: [
            ...[shown('00', '03', 2026), shown('00', '01', 2025), shown('00', '03', 2025)],
            shown('01', '01', 2026),
          ],
        },
        { ...M001, codPuntoVenta: 'P002', series: [] },
      ])
    },
  )
  const all = await points.listPointsOfSale(pool, at(0))
  assert.deepEqual(
    all.map(({ nit, codEstable, codPuntoVenta }) => `${nit} ${codEstable} ${codPuntoVenta}`),
    [
      ...[`${NITS.uno} B001 P009`, `${NITS.uno} M001 P001`, `${NITS.uno} M001 P002`],
      ...[`${NITS.dos} M001 P001`, `${NITS.dos} M001 P002`],
    ],
  )
  assert.equal((await readSetup(pool, OF, at(0))).pointOfSale, 'B001P009')
  await change('delete from points_of_sale where point_of_sale_id = $1', [idOf('S')])
})

test('a setup says what is in force: the certificate from its first instant, and a destination for thirty days', async () => {
  const account = { ...OF, usuario: 'u' }
  const first = { certificateUntil: at(DAY_MS), usuario: null, pointOfSale: 'M001P001' }
  const nothing = { ...first, hasCertificate: true, destination: null, hasDestination: false }
  assert.deepEqual(await readSetup(pool, OF, at(0)), nothing)
  const has = async (ms: number) => (await readSetup(pool, OF, at(ms))).hasCertificate
  assert.deepEqual(
    [await has(-DAY_MS - 1), await has(-DAY_MS), await has(DAY_MS - 1), await has(DAY_MS)],
    [false, true, true, false],
  )
  await storePassword({ pool, secrets, random: systemRandom }, account, 'x')
  const at30 = 29 * DAY_MS // after the verification of a day ago
  // biome-ignore format: a table
  const cases: readonly (readonly [what: string, rows: readonly object[], destination: string | null, has: readonly boolean[]])[] = [
    ['an own one',          [own('own')],                                                           'own',    [true, true, false]],
    ['a managed one first', [own('own', { created_at: at(-1) }), destination('b'), destination('a', { created_at: at(1) })], '/b', [true, true, false]],
    ['of one instant the first by its id', [destination('b'), destination('a')],                    '/a',     [true, true, false]],
    ['an ended one',        [own('own', { ended_at: at(0), sealed_iv: null, sealed_data: null, verified_at: null })], null, [false, false, false]],
    ['another company’s',   [destination('a', { company_id: DOS })],                                null,     [false, false, false]],
    ['never verified',      [destination('a', { verified_at: null })],                              '/a',     [false, false, false]],
  ]
  for (const [what, rows, where, isThere] of cases) {
    await withRows(pool, { storage_destinations: rows as never }, async () => {
      const read = (ms: number) => readSetup(pool, OF, at(ms))
      const { usuario, destination: found } = await read(0)
      assert.deepEqual([usuario, found], ['u', where], what)
      const found30 = await Promise.all([0, at30 - 1, at30].map(read))
      assert.deepEqual(
        found30.map(({ hasDestination }) => hasDestination),
        isThere,
        what,
      )
    })
  }
  await change('delete from ministry_accounts')
})

test('a status says what is connected, what is refused and since when, and late seals for a week', async () => {
  const storage_destinations = [
    destination('b', { verified_at: null, refused_since: at(-2), refused_why: 'no hay /b' }),
    ...[destination('a'), own('own', { created_at: at(-1) })],
    own('gone', { ended_at: at(0), sealed_iv: null, sealed_data: null, verified_at: null }),
  ]
  const late = { estado: 'sellado', dudoso: true }
  const documents = [
    documentRow('week', { ...late, created_at: at(-7 * DAY_MS) }),
    documentRow('young', { ...late, created_at: at(1 - 7 * DAY_MS) }),
  ]
  await withRows(pool, { storage_destinations, documents }, async () => {
    const shown = (name: string, kind: string, rechaza: unknown = null) => ({
      ...{ id: idOf(name), kind, rechaza },
      verificadoEl: rechaza === null ? at(-DAY_MS) : null,
    })
    const certificado = {
      ...{ fingerprint: 'uno 00 true', nit: NITS.uno, validFrom: at(-DAY_MS), validTo: at(DAY_MS) },
    }
    const whole = {
      certificado,
      destinos: [
        ...[shown('own', 'byos_folder'), shown('a', 'managed_folder')],
        shown('b', 'managed_folder', { desde: at(-2), por: 'no hay el destino' }),
      ],
      lateSeals: [{ codigoGeneracion: idOf('young').toUpperCase(), otros: [] }],
      loginRefused: null,
    }
    assert.deepEqual(await readCompanyStatus(pool, OF, at(0)), whole)
    const refusals = [
      { ambiente: '00', refused_why: 'expired', refused_since: at(-1), refused_until: at(5) },
      { ambiente: '01', refused_why: 'refused', refused_since: at(-9), refused_until: at(9) },
    ].map((row) => ({ company_id: UNO, usuario: 'u', password: '', ...row }))
    await withRows(pool, { ministry_accounts: refusals }, async () => {
      for (const [ms, until] of [
        [4, at(5)],
        [5, null],
      ] as const) {
        const { loginRefused } = await readCompanyStatus(pool, OF, at(ms))
        assert.deepEqual(loginRefused, { why: 'expired', since: at(-1), until })
      }
    })
  })
  await change('update signing_vaults set active = false where company_id = $1', [DOS])
  const { certificado } = await readCompanyStatus(pool, { ...OF, companyId: DOS }, at(0))
  assert.equal(certificado, null)
  await change(`update signing_vaults set active = true where fingerprint like 'dos % true'`)
})

test('each state of an account has a call use its token, log in, wait, or give up', async () => {
  const [NEVER, until] = [at(-HOUR_MS), at(MINUTE_MS)]
  const take = (ms: number) => accounts.takeToken(OF, at(ms), until)
  assert.deepEqual(await take(0), { kind: 'none' }, 'no account')
  await accounts.dropToken(OF, 'no')
  await storePassword({ pool, secrets, random: systemRandom }, { ...OF, usuario: 'u' }, 'clave')
  const login = { kind: 'login', usuario: 'u', password: 'clave' }
  await accounts.dropToken(OF, 'no')
  assert.deepEqual(await take(0), login)
  assert.deepEqual(await take(MINUTE_MS - 1), { kind: 'wait' })
  assert.deepEqual(await take(MINUTE_MS), login, 'the other process has died')
  await accounts.storeToken(OF, NEVER, { token: 'no', until: at(HOUR_MS) })
  assert.deepEqual(await take(0), { kind: 'wait' }, 'that login is not this one')
  await accounts.storeToken(OF, until, { token: 'toca', until: at(HOUR_MS) })
  const token = { kind: 'token', token: 'toca', until: at(HOUR_MS) }
  assert.deepEqual([await take(0), await take(HOUR_MS - 1)], [token, token])
  assert.deepEqual(await take(HOUR_MS), login)
  const refused = { why: 'expired', at: at(HOUR_MS), until: at(2 * HOUR_MS) } as const
  await accounts.endLogin(OF, until, refused)
  assert.deepEqual(await take(2 * HOUR_MS - 1), { kind: 'none' })
  const told = await statement(pool, 'delete from outbox returning tipo, at, datos')
  const datos = { motivo: 'vencida' }
  assert.deepEqual(told, [{ tipo: 'cuenta.rechazada', at: at(HOUR_MS), datos }])
  assert.deepEqual(await take(2 * HOUR_MS), login)

  assert.deepEqual(await listRefused(readAll), [{ nit: NITS.uno, ambiente: '00', why: 'expired' }])
  const later = at(3 * HOUR_MS)
  assert.deepEqual(await accounts.takeToken(OF, at(2 * HOUR_MS), later), login)
  assert.deepEqual(await take(2 * HOUR_MS), { kind: 'wait' }, 'another process tries it')
  await accounts.endLogin(OF, later, null)
  assert.deepEqual(await take(2 * HOUR_MS - 1), login, 'nobody answered: the next call tries')
  await accounts.endLogin(OF, until, { ...refused, why: 'refused', at: at(3 * HOUR_MS) })
  assert.deepEqual(await statement(pool, 'delete from outbox returning tipo'), [], 'told once')
  const row = (company_id: string, ambiente: string, refused_why: string | null) => ({
    ...{ company_id, ambiente, usuario: 'u', password: '', refused_why },
  })
  await put(pool, 'ministry_accounts', [
    ...[row(DOS, '01', 'expired'), row(DOS, '00', 'refused'), row(UNO, '01', null)],
  ])
  assert.deepEqual(await listRefused(readAll), [
    { nit: NITS.uno, ambiente: '00', why: 'refused' },
    { nit: NITS.dos, ambiente: '00', why: 'refused' },
    { nit: NITS.dos, ambiente: '01', why: 'expired' },
  ])
  await change('delete from ministry_accounts')
})

test('a refusal that another process records meanwhile is not told a second time', async () => {
  await storePassword({ pool, secrets, random: systemRandom }, { ...OF, usuario: 'u' }, 'clave')
  const until = at(MINUTE_MS)
  await accounts.takeToken(OF, at(0), until)
  const ended: Promise<void>[] = []
  await transaction(pool, async (tx) => {
    await tx.run('update ministry_accounts set refused_since = $1', [at(0)])
    ended.push(accounts.endLogin(OF, until, { why: 'expired', at: at(1), until: at(HOUR_MS) }))
    await waitFor('it waits', async () => (await pool.many(LOCK_WAITS)).length > 0)
  })
  await Promise.all(ended)
  assert.deepEqual(await pool.many('select from outbox'), [])
  await change('delete from ministry_accounts')
})

test('certificates are listed by environment, the newest first, and those of one instant by their vault', async () => {
  await change('update signing_vaults set created_at = $1', [at(0)])
  const listed = await listCertificates(pool, NITS.uno)
  assert.deepEqual(
    listed.map(({ fingerprint }) => fingerprint),
    ['uno 00 true', 'uno 00 false', 'uno 01 true', 'uno 01 false'],
  )
})

test('of the certificates that end the first to end is the first', async () => {
  const ends = `update signing_vaults set valid_to = $1 where fingerprint = $2`
  await change(ends, [at(DAY_MS - 1), 'uno 01 true'])
  await change(ends, [at(DAY_MS - 2), 'dos 00 true'])
  assert.deepEqual(await listEnding(readAll, at(DAY_MS)), [
    { nit: NITS.dos, ambiente: '00', validTo: at(DAY_MS - 2) },
    { nit: NITS.uno, ambiente: '01', validTo: at(DAY_MS - 1) },
  ])
})

test('a company answers for itself by its NIT and as much of its name as fits, a natural person as one', async () => {
  const nombre = `${'🎈'.repeat(NOMBRE_RESPONSABLE_MAX - 1)} y otra cosa`
  assert.deepEqual(companyAsResponsable({ nit: NITS.uno, nombre }), {
    ...{ nombre: '🎈'.repeat(NOMBRE_RESPONSABLE_MAX - 1), numDocumento: NITS.uno },
  })
  assert.equal(companyAsResponsable({ nit: NITS.uno, nombre: 'Ana' }).nombre, 'Ana')
  assert.deepEqual(['00016297', '000162975', NITS.uno].map(isOwnResponsable), [false, true, false])
  await change(`update companies set nit = '000162975' where company_id = $1`, [DOS])
  assert.deepEqual(await listWithoutResponsable(readAll), [NITS.uno])
})

test('a logo is known by its first bytes', () => {
  const types = [[0x89, 0x50, 0x4e, 0x47, 0x0d], [0xff, 0xd8, 0xff], [0xff, 0x3c], [0x3c, 0xd8], []]
  assert.deepEqual(
    types.map((bytes) => logoTypeOf(Uint8Array.from(bytes))),
    ['image/png', 'image/jpeg', 'image/svg+xml', 'image/svg+xml', 'image/svg+xml'],
  )
})

test('a first look comes into force a whole minute later, and changes are told for as long as is asked', async () => {
  const inTheMinute = async () => {
    const sql = `select date_trunc('second', clock_timestamp()) + interval '61 seconds' as at`
    return (await pool.one<{ at: Date }>(sql)).at.getTime()
  }
  const look = { companyId: UNO, nit: NITS.uno, logo: null, accent: null }
  const earliest = await inTheMinute()
  const since = await transaction(pool, (tx) => addBrand(tx, look))
  assert.ok(earliest <= since.getTime() && since.getTime() <= (await inTheMinute()))
  const row = (company_id: string, hours: number) => ({
    ...{ company_id, since: new Date(since.getTime() - hours * HOUR_MS), nit: NITS.uno },
  })
  const [day, hour] = [row(UNO, 24), row(UNO, 2)]
  await put(pool, 'company_brands', [day, hour, row(DOS, 3)])
  assert.deepEqual(await listChanges(pool, UNO, 12 * HOUR_MS), [hour.since, since])
  assert.deepEqual(await listChanges(pool, UNO, 36 * HOUR_MS), [day.since, hour.since, since])
})
