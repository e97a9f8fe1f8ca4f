/** What a call finds of its key, and whether it is counted, among keys and companies that differ from them in one thing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { WAYS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, oneApart, put } from '../../../test/neighbours.ts'
import { insertRows } from '../../../test/rows.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  fillTwoCompanies,
  HOUR_MS,
  keyIdOf,
  NITS,
  NOW,
  PEOPLE,
  vaultOf,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { admitKnown } from './admission.ts'
import { type Admission, type Arrival, admit } from './admit.ts'
import { createKeyCompanies } from './key-companies.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const KEY = keyIdOf('uno', 'ana', '00')
const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const KINDS = ['cuota', 'estado', 'novedades'] as const
const change = (sql: string, values: readonly unknown[] = []) =>
  statement(pool, `${sql} returning 1`, values)
const changeKey = (set: string, values: readonly unknown[] = []) =>
  change(`update api_keys set ${set} where key_id = '${KEY}'`, values)

const claim = {
  ...{ company_id: UNO, key_id: KEY, room: 'issue', idempotency_key: 'a', body_hash: 'own' },
  ...{ claimed_at: NOW, codigo_generacion: idOf('doc'), outcome: '{"status":200}' },
}
/** The hash of each names which it is. */
const claims = oneApart(claim, {
  ...{ company_id: DOS, key_id: keyIdOf('uno', 'bea', '00'), room: 'sign', idempotency_key: 'b' },
}).map((one, n) => (n === 0 ? one : { ...one, body_hash: `${n}` }))

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await change(
    `update points_of_sale set departamento = '05', municipio = '24', distrito = '01', complemento = 'Calle 2',
            telefono = '22229999' where point_of_sale_id = $1 and company_id = $2`,
    [idOf('P002'), UNO],
  )
  await change(
    `update companies set nombre_comercial = 'Tienda', production_since = $2, tipos_dte = '{01,03}',
            autorizaciones = '{exportar-D1}', resolucion_donaciones = '{"numero":"7"}'
      where company_id = $1`,
    [UNO, at(-DAY_MS)],
  )
  const verified = (company_id: string, name: string, ms: number) => ({
    ...{ company_id, destination_id: idOf(name), kind: 'managed_folder', created_at: NOW },
    ...{ location: `/${name}`, verified_at: at(ms) },
  })
  await put(pool, 'storage_destinations', [
    ...[verified(UNO, 'a', -2), verified(UNO, 'b', -1), verified(UNO, 'c', -3)],
    verified(DOS, 'd', 5),
  ])
  await put(pool, 'claims', claims)
})

interface Called extends Partial<Arrival> {
  readonly key?: string
}

const WINDOWS = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES, kind: KINDS })

/** Calls as whoever has the key and its secret. Nothing is counted in its window before, and one call in all others. */
async function call(logPool: Pool, { key = KEY, ...more }: Called = {}): Promise<Admission | null> {
  const { kind = 'cuota' } = more
  await change('delete from rate_calls')
  await change('delete from rate_windows')
  const rows = WINDOWS.map(({ company, person, ambiente, kind: of }) => ({
    ...{ company_id: idOf(company), key_id: keyIdOf(company, person, ambiente), kind: of },
  }))
  await insertRows(pool, 'rate_windows', rows)
  const others = rows.map((row) => {
    const isOwn = row.key_id === key && row.kind === kind
    return isOwn ? { ...row, company_id: row.company_id === UNO ? DOS : UNO } : row
  })
  const counted = others.map((row) => ({ ...row, at: at(-1), seq: 0 }))
  await insertRows(pool, 'rate_calls', counted)
  return admit(
    { logPool, keyCompanies: createKeyCompanies() },
    {
      ...{ at: NOW, requestId: idOf('call'), route: 'query', peer: '10.1.2.3', keyId: key },
      ...{ ambiente: '00', hashes: [Buffer.from('older'), Buffer.from(key)], scopes: ['query'] },
      ...{ kind, idempotencyKey: null, space: 'issue', ...more },
    },
  )
}
/** What was counted by it. */
const calls = () => pool.many('select key_id, kind, seq, at from rate_calls where seq > 0')

const EMISOR = {
  ...{ nit: NITS.uno, nrc: '1234567', nombre: 'Comercial uno', nombreComercial: 'Tienda' },
  ...{ codActividad: '47190', descActividad: 'Venta', correo: 'uno@example.com' },
  ...{ telefono: '22220000', codEstable: 'M001', codPuntoVenta: 'P001' },
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
}
const VAULT = {
  ...{ vaultId: vaultOf('00'), wrap: Buffer.of(), privateKey: Buffer.of() },
  ...{ validFrom: at(-DAY_MS), validTo: at(DAY_MS), failures: 1 },
}

for (const { way, pool: options } of WAYS) {
  describe(way, () => {
    let logPool: Pool
    before(() => {
      logPool = database.createPool(options)
    })

    test('a key is found with its own company, and what it has of it', async () => {
      const { dataKey, ...key } = (await call(logPool))?.key ?? { dataKey: null }
      const [stored] = await pool.many<{ data_key: Buffer }>(
        `select data_key from companies where company_id = $1`,
        [UNO],
      )
      assert.deepEqual(dataKey, stored?.data_key)
      assert.deepEqual(key, {
        ...{ companyId: UNO, keyId: KEY, label: 'ana', isPersons: true, ambiente: '00' },
        ...{ secretHash: Buffer.from(KEY), pepperId: null, scopes: ['query'], tiposDte: ['01'] },
        ...{ companyTiposDte: ['01', '03'], amountMax: '1.00000000', expiresAt: null },
        ...{ state: 'active', ipRanges: [], ipAllowed: true, productionSince: at(-DAY_MS) },
        ...{ emisor: EMISOR, autorizaciones: ['exportar-D1'], resolucion: { numero: '7' } },
        ...{ rowFormat: 1, entrega: 'nunca', vault: VAULT, storageVerifiedAt: at(-1) },
      })
    })

    test('a key has the place of its point of sale, and signs with an active vault alone', async () => {
      const found = async () => (await call(logPool))?.key
      await changeKey('point_of_sale_id = $1, person_id = null', [idOf('P002')])
      const there = await found()
      assert.deepEqual(there?.emisor, {
        ...{ ...EMISOR, telefono: '22229999', codPuntoVenta: 'P002' },
        direccion: { departamento: '05', municipio: '24', distrito: '01', complemento: 'Calle 2' },
      })
      assert.equal(there?.isPersons, false)
      await changeKey('vault_id = $1', [vaultOf('00', false)])
      assert.equal((await found())?.vault, null)
      await changeKey('vault_id = $1', [vaultOf('01')])
      assert.equal((await found())?.vault?.vaultId, vaultOf('01'))
      await changeKey('point_of_sale_id = $1, person_id = $2, vault_id = $3', [
        ...[idOf('P001'), idOf('ana'), vaultOf('00')],
      ])
    })

    test('a call finds the claim of its own key, space and Idempotency-Key', async () => {
      const { body_hash, claimed_at, codigo_generacion, outcome } = claim
      const found = async (more: Called) => (await call(logPool, more))?.found
      const own = await found({ idempotencyKey: 'a' })
      assert.deepEqual(
        [own?.body_hash, own?.claimed_at, own?.codigo_generacion, own?.outcome],
        [Buffer.from(body_hash), claimed_at, codigo_generacion, JSON.parse(outcome)],
      )
      const hashes = [
        ...[await found({ idempotencyKey: 'a', space: 'sign' }), await found({})],
        ...[await found({ idempotencyKey: 'b' }), await found({ idempotencyKey: 'c' })],
        await found({ idempotencyKey: 'a', key: keyIdOf('uno', 'bea', '00') }),
        await found({ idempotencyKey: 'a', key: keyIdOf('dos', 'ana', '00') }),
      ].map((one) => one && String(one.body_hash))
      assert.deepEqual(hashes, ['3', null, '4', null, '2', null])
    })

    test('a key is not found with another company’s', async () => {
      const known = {
        ...{ at: NOW, requestId: idOf('call'), route: 'query', peer: null, scopes: null },
        ...{ companyId: UNO, keyId: KEY, hashes: [Buffer.from(KEY)], idempotencyKey: '' },
        ...({ space: 'issue', ambiente: '00', kind: 'cuota' } as const),
      }
      assert.equal((await admitKnown(logPool, known))?.key_id, KEY)
      assert.equal(await admitKnown(logPool, { ...known, companyId: DOS }), null)
    })

    test('a call is counted once it passes the gates before the windows, and each refusal is not', async () => {
      const none = "state = 'active', expires_at = null, ip_ranges = '{}'"
      // biome-ignore format: a table
      const cases: readonly (readonly [set: string, call: Called, isCounted: boolean])[] = [
        [none,                                                {},                                      true],
        [`state = 'inactive'`,                                {},                                      false],
        [`state = 'revoked'`,                                 {},                                      false],
        [`expires_at = '${NOW.toISOString()}'`,               {},                                      false],
        [`expires_at = '${at(1).toISOString()}'`,             {},                                      true],
        [`ip_ranges = '{10.0.0.0/8}'`,                        {},                                      true],
        [`ip_ranges = '{11.0.0.0/8,10.1.2.3}'`,               {},                                      true],
        [`ip_ranges = '{11.0.0.0/8}'`,                        {},                                      false],
        [`ip_ranges = '{10.0.0.0/8}'`,                        { peer: null },                          false],
        [none,                                                { peer: null },                          true],
        [none,                                                { ambiente: '01' },                      false],
        [none,                                                { ambiente: null },                      false],
        [none,                                                { scopes: null },                        true],
        [none,                                                { scopes: ['issue', 'query'] },          true],
        [none,                                                { scopes: ['issue'] },                   false],
        [none,                                                { key: keyIdOf('uno', 'ana', '01'), ambiente: '01' }, true],
        [none,                                                { key: keyIdOf('dos', 'ana', '01'), ambiente: '01' }, false],
        [none,                                                { key: keyIdOf('dos', 'ana', '00') },    true],
      ]
      for (const [set, called, isCounted] of cases) {
        const what = `${set} ${JSON.stringify(called)}`
        await changeKey(none)
        await changeKey(set)
        assert.equal((await call(logPool, called))?.counted, isCounted, what)
        const row = { key_id: called.key ?? KEY, kind: 'cuota', seq: 1n, at: NOW }
        assert.deepEqual(await calls(), isCounted ? [row] : [], what)
      }
      await changeKey(none)
    })

    test('each kind of call is counted in its own windows, with its own limits', async () => {
      await changeKey('limit_hour = 5, limit_day = 7, limit_status = 3')
      const window = (name: string, limit: number, seconds: number) => ({
        ...{ window: name, limit, seconds, used: 1, nextAt: NOW },
      })
      // biome-ignore format: a table
      const kinds = [
        ['cuota',     [window('hora', 5, HOUR_MS / 1_000), window('dia', 7, DAY_MS / 1_000)]],
        ['estado',    [window('estado', 3, HOUR_MS / 1_000)]],
        ['novedades', [window('novedades', 240, HOUR_MS / 1_000)]],
      ] as const
      for (const [kind, windows] of kinds) {
        assert.deepEqual((await call(logPool, { kind }))?.windows, windows)
        assert.deepEqual(
          await pool.many(
            'select company_id, key_id, kind, last_seq, last_at from rate_windows where last_seq > 0',
          ),
          [{ company_id: UNO, key_id: KEY, kind, last_seq: 1n, last_at: NOW }],
        )
      }
    })

    test('a call is in the log by its key, and one without a right secret nowhere', async () => {
      const logged = async (called: Called) => {
        await pool.many('delete from request_log')
        const admission = await call(logPool, called)
        return [admission?.key.keyId, await pool.many('select * from request_log')]
      }
      const row = (key_id: string, company_id: string) => ({
        ...{ at: NOW, request_id: idOf('call'), company_id, key_id, route: 'query' },
        peer: '10.1.2.3',
      })
      assert.deepEqual(await logged({}), [KEY, [row(KEY, UNO)]])
      const live = keyIdOf('dos', 'bea', '01')
      assert.deepEqual(await logged({ key: live }), [live, [row(live, DOS)]], 'refused later')
      for (const wrong of [
        { hashes: [Buffer.from('older'), Buffer.from(keyIdOf('uno', 'bea', '00'))] },
        { keyId: keyIdOf('uno', 'bea', '00') },
        { keyId: 'unknown' },
        { keyId: null },
      ]) {
        assert.deepEqual(await logged(wrong), [undefined, []], JSON.stringify(wrong))
        assert.deepEqual(await calls(), [])
      }
    })
  })
}

test('a service without any key admits nobody', async () => {
  await change('delete from key_companies')
  assert.equal(await call(pool), null)
})
