import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, withRows } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  documentRow,
  fillTwoCompanies,
  HOUR_MS,
  NITS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemMonotonicMs } from '../../base/clock.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { createDaySums } from '../documents/day-sums.ts'
import { listCompanies } from './companies.ts'
import type { Person } from './person.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const DOS = { company_id: idOf('dos') }
const live = { ambiente: '01' }
const rejected = (ms: number) => ({ estado: 'rechazado', created_at: at(ms) })
const paid = (pagar: number) => ({
  estado: 'sellado',
  totales: JSON.stringify([0, 0, 0, 0, 0, 0, pagar]),
})
const until = (last: Date) => ({ '00': at(DAY_MS), '01': last })

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  for (const sql of [
    `update signing_vaults set valid_to = valid_to + interval '1 hour' where ambiente = '01' returning 1`,
    `update companies set production_since = created_at where nit = '${NITS.dos}' returning 1`,
    `update memberships set rol = 'lector' where company_id = '${DOS.company_id}' returning 1`,
  ]) {
    await statement(pool, sql)
  }
})

test('a person sees their companies by name, each in the environment that it works in, and an operator all without figures', async () => {
  const documents = [
    ...[documentRow('r1', rejected(-DAY_MS + 1)), documentRow('r0', rejected(-DAY_MS))],
    ...[
      documentRow('rl', { ...rejected(0), ...live }),
      documentRow('w', { estado: 'contingencia' }),
    ],
    ...[
      documentRow('s1', paid(0.1)),
      documentRow('s2', paid(0.2)),
      documentRow('sl', { ...paid(5), ...live }),
    ],
    documentRow('july', { ...paid(7), fec_emi: '2026-07-31' }),
    ...[
      documentRow('d1', { ...DOS, ...live, ...paid(9) }),
      documentRow('dt', { ...DOS, ...paid(8) }),
    ],
    documentRow('dr', { ...DOS, ...rejected(0) }),
  ]
  await withRows(pool, { documents }, async () => {
    const log = createLog('silent')
    const of = { pool, log, daySums: createDaySums(systemMonotonicMs) }
    const list = (person: Partial<Person>) =>
      listCompanies(of, { personId: idOf('ana'), operador: false, ...person } as Person, NOW)
    const dos = {
      ...{ nit: NITS.dos, nombre: 'Comercial dos', produccionDesde: NOW, rechazados: 0 },
      ...{ certificadoHasta: until(at(DAY_MS + HOUR_MS)), pendientes: 0, contingencias: 0 },
    }
    const uno = {
      ...{ nit: NITS.uno, nombre: 'Comercial uno', produccionDesde: null, rechazados: 1 },
      ...{ certificadoHasta: until(at(DAY_MS + HOUR_MS)), pendientes: 2, contingencias: 1 },
    }
    const seen = [
      { ...dos, rol: 'lector', mes: { documentos: 1, totalPagar: 9 } },
      // The one in contingency counts too.
      { ...uno, rol: 'emisor', mes: { documentos: 3, totalPagar: 0.3 } },
    ]
    assert.deepEqual(await list({}), seen)
    assert.deepEqual(await list({ personId: idOf('nobody') }), [])
    const unseen = [dos, uno].map((one) => ({ ...one, rol: null, mes: null }))
    assert.deepEqual(await list({ personId: idOf('op'), operador: true }), unseen)
  })
})

test('what needs attention is counted up to a thousand, of each kind', async () => {
  const row = { ...documentRow('many', { ...rejected(0), totales: {} }), historial: [] }
  const columns = Object.keys(row).join(', ')
  for (const estado of ['rechazado', 'contingencia']) {
    await pool.many(
      `insert into documents (${columns})
       select ${columns} from generate_series(1, 1001) n,
              jsonb_populate_record(null::documents, $1::jsonb || jsonb_build_object(
                'estado', $2::text, 'codigo_generacion', gen_random_uuid(), 'idempotency_key', n || $2::text,
                'numero_control', 'DTE-01-M001P001-' || lpad((n + case $2 when 'rechazado' then 5000 else 7000 end)::text, 15, '0')))`,
      [JSON.stringify(row), estado],
    )
  }
  const of = { pool, log: createLog('silent'), daySums: createDaySums(systemMonotonicMs) }
  const person = { personId: idOf('ana'), operador: true } as Person
  const [, uno] = await listCompanies(of, person, NOW)
  const { rechazados, contingencias, pendientes } = uno ?? {}
  assert.deepEqual([rechazados, contingencias, pendientes], [1_000, 1_000, 2_000])
})
