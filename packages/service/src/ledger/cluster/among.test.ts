/** What a machine of a cluster is asked is of its own companies alone, and what is away is said of nobody. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, put } from '../../../test/neighbours.ts'
import { at, COMPANIES, DAY_MS, fillTwoCompanies, NITS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemMonotonicMs } from '../../base/clock.ts'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { listEnding } from '../companies/certificates.ts'
import { listRefused } from '../companies/ministry-account.ts'
import { listWithoutResponsable } from '../companies/responsable.ts'
import { listInTrouble, listManagedFolders } from '../destinations/trouble.ts'
import { createDaySums } from '../documents/day-sums.ts'
import * as keys from '../keys/keys.ts'
import { countLost } from '../marks/found.ts'
import { listCompanies } from '../people/companies.ts'
import { listMemberships, listRoles } from '../people/memberships.ts'
import type { Person } from '../people/person.ts'
import type { ReadAll } from './due.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const [UNO, DOS, ANA] = [idOf('uno'), idOf('dos'), idOf('ana')]

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  const each = (row: (company: (typeof COMPANIES)[number]) => object) =>
    COMPANIES.map((company) => ({ company_id: idOf(company), ...row(company) }))
  const refused = { ambiente: '00', usuario: 'u', password: '', refused_why: 'expired' }
  await put(
    pool,
    'ministry_accounts',
    each(() => refused),
  )
  await put(
    pool,
    'storage_destinations',
    each((company) => ({
      ...{ destination_id: idOf('a'), kind: 'managed_folder', location: NITS[company] },
      ...{ problem: 'p', created_at: NOW },
    })),
  )
  await put(
    pool,
    'recovered_documents',
    each(() => ({
      ...{ codigo_generacion: idOf('doc'), ambiente: '00', tipo_dte: '01', year: 2026 },
      ...{ numero_control: 'n', sello_recibido: 's', found_at: NOW },
    })),
  )
  await pool.many('update api_keys set vault_failures = 5')
})

type Read = (readAll: ReadAll) => Promise<readonly (string | { readonly nit: string })[]>
const READS: Readonly<Record<string, Read>> = {
  'certificates that end': (readAll) => listEnding(readAll, at(2 * DAY_MS)),
  'accounts that are refused': listRefused,
  'companies without a person': listWithoutResponsable,
  'keys in trouble': (readAll) => keys.listInTrouble(readAll, NOW, at(1)),
  'destinations in trouble': (readAll) => listInTrouble(readAll, NOW),
  folders: listManagedFolders,
  'lost documents': countLost,
}
for (const [what, read] of Object.entries(READS)) {
  test(`of some companies no others’ ${what} are read`, async () => {
    const of =
      (companies: readonly string[]): ReadAll =>
      ({ sql, values }) =>
        pool.many(sql(`and company_id = any ($${values.length + 1}::uuid[])`), [
          ...values,
          companies,
        ])
    const nits = async (...companies: readonly string[]) => {
      const rows = await read(of(companies))
      return new Set(rows.map((row) => (typeof row === 'string' ? row : row.nit)))
    }
    assert.deepEqual(await nits(UNO), new Set([NITS.uno]))
    assert.deepEqual(await nits(DOS), new Set([NITS.dos]))
    assert.deepEqual(await nits(UNO, DOS), new Set([NITS.uno, NITS.dos]))
  })
}

test('a person’s companies on a machine that is away are left out, and count as ones that they own', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const withoutDos: Pool = {
    ...{ ...pool, options: { ...pool.options, isCluster: true } },
    async many<Row>(sql: string, values?: readonly unknown[]) {
      const machines = [UNO, DOS].map((one, n) => ({ machine: n + 1, companies: [one] }))
      if (values === undefined) return machines as Row[]
      const companies = values.at(-1)
      if (Array.isArray(companies) && !companies.includes(DOS)) return pool.many<Row>(sql, values)
      throw new DatabaseUnavailable('it is away')
    },
  }
  const memberships = await listMemberships({ pool: withoutDos, log }, ANA, NOW)
  assert.deepEqual(
    memberships.map(({ nit, rol }) => [nit, rol]),
    [[NITS.uno, 'emisor']],
  )
  assert.deepEqual(await listRoles({ pool: withoutDos, log }, ANA), ['emisor', 'dueno'])
  const operator = { personId: idOf('op'), operador: true } as Person
  const of = { pool: withoutDos, log, daySums: createDaySums(systemMonotonicMs) }
  assert.deepEqual(
    (await listCompanies(of, operator, NOW)).map(({ nit }) => nit),
    [NITS.uno],
  )
  const away = (job: string) => Array(2).fill([job, 2, 'skipped: its rows stay due'])
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ job, machine, msg }) => [job, machine, msg]),
    [...away('memberships'), ...away('companies')],
  )
})
