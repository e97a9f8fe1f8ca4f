/** Shared by the histories of one run: a database with two companies; each history starts without documents. */
import type { KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  issueCertificadoMH,
  type PointOfSale,
  type TaxpayerRegistration,
} from '@sello/mh-simulator'
import {
  addPointOfSale,
  connectManagedFolder,
  createCompany,
  importCertificate,
  type MintedKey,
  mintKey,
  type NewCompany,
  setMinistryPassword,
} from '../../src/admin.ts'
import type { Pool } from '../../src/base/db/pool.ts'
import type { Secrets } from '../../src/base/secrets/secrets.ts'
import type { Admin } from '../../src/flows/admin/admin.ts'
import { isCluster } from '../citus.ts'
import { createTestDatabase } from '../database.ts'
import { preparedKey } from '../prepared-keys.ts'
import { EMPRESA, KEY, MH_PASSWORD, PASSPHRASE } from '../world.ts'
import { randomOf } from './process.ts'
import { LENT_MAX } from './stepped-pool.ts'

export interface Machine {
  /** The real connections, which the processes of a history share. */
  readonly inner: Pool
  /** Looks at the database from outside. */
  readonly watcher: Pool
  readonly secrets: Secrets
  readonly companies: readonly Company[]
  /** Afterwards no company has issued anything, and there are no sessions. */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface Company {
  readonly nit: string
  /** Two of one point of sale, where it has more than one, and one of another. */
  readonly keys: readonly MintedKey[]
  readonly taxpayer: TaxpayerRegistration
  readonly privateKey: KeyObject
}

/** Histories begin within half a day of it: some see the new year. */
export const SET_UP_AT = new Date('2026-12-31T12:00:00-06:00')

export async function createMachine(): Promise<Machine> {
  const database = await createTestDatabase()
  // No history waits for the disk, nor gives up a lock by the machine's time.
  const patient = {
    synchronousCommit: 'off',
    lockTimeoutMs: 120_000,
    statementTimeoutMs: 120_000,
  } as const
  const inner = database.createPool({ ...patient, max: LENT_MAX + 2, acquireTimeoutMs: 60_000 })
  const watcher = database.createPool({ ...patient, max: 2 })
  const random = randomOf('the company')
  const secrets: Secrets = {
    masterKey: random.bytes(32),
    olderMasterKeys: [],
    pepper: random.bytes(32),
    olderPeppers: [],
  }
  const admin: Admin = {
    pool: watcher,
    secrets,
    clock: { now: () => SET_UP_AT, sleep: async () => {} },
    random,
    keyPrefix: 'sello',
    passphraseCost: { N: 2, r: 8, p: 1 },
  }
  const folder = await mkdtemp(join(tmpdir(), 'sello-test-'))
  const first = await createCompanyThatIssues(admin, {
    company: EMPRESA,
    privateKey: preparedKey(1),
    places: [CAJA_1, CAJA_1, CAJA_2],
    folder: join(folder, 'primera'),
  })
  const second = await createCompanyThatIssues(admin, {
    company: { ...EMPRESA, nit: '06140101900035', nombre: 'Panadería de Prueba, S.A. de C.V.' },
    privateKey: preparedKey(2),
    places: [CAJA_1],
    folder: join(folder, 'segunda'),
  })
  const reset = await createReset(watcher)
  return {
    inner,
    watcher,
    secrets,
    companies: [first, second],
    reset,
    async close() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const CAJA_1: PointOfSale = { codEstable: 'M001', codPuntoVenta: 'P001' }
const CAJA_2: PointOfSale = { codEstable: 'M001', codPuntoVenta: 'P002' }

interface NewIssuer {
  readonly company: NewCompany
  readonly privateKey: KeyObject
  /** Of each key. */
  readonly places: readonly PointOfSale[]
  readonly folder: string
}

async function createCompanyThatIssues(
  admin: Admin,
  { company, privateKey, places, folder }: NewIssuer,
): Promise<Company> {
  const { nit, nombre } = company
  const puntosDeVenta = [...new Set(places)]
  const password = 'Prueba-Llave-1'
  await createCompany(admin, company)
  await setMinistryPassword(admin, nit, { ambiente: '00', password: MH_PASSWORD })
  for (const place of puntosDeVenta) await addPointOfSale(admin, nit, place)
  const { xml, publicKeyPem } = issueCertificadoMH({
    nit,
    nombre,
    password,
    validFrom: new Date('2026-01-01'),
    validTo: new Date('2031-01-01'),
    privateKey,
  })
  const certificate = {
    ambiente: '00',
    xml: Buffer.from(xml),
    password,
    passphrase: PASSPHRASE,
  } as const
  await importCertificate(admin, nit, certificate)
  await connectManagedFolder(admin, nit, folder)
  const keys: MintedKey[] = []
  for (const place of places) {
    keys.push(await mintKey(admin, nit, { ...KEY, ...place, passphrase: PASSPHRASE }))
  }
  const taxpayer = { nit, password: MH_PASSWORD, publicKeyPem, puntosDeVenta }
  return { nit, keys, taxpayer, privateKey }
}

/** Tables that are set up once; every other table is emptied. */
const KEPT = [
  'companies',
  'points_of_sale',
  'signing_vaults',
  'owner_wraps',
  'storage_destinations',
  // directories of the companies and keys, which nothing of a history changes
  'company_nits',
  'key_companies',
]
/** Set up once, and changed by issuing. */
const RESTORED = ['ministry_accounts', 'api_keys', 'rate_windows']

async function createReset(pool: Pool): Promise<() => Promise<void>> {
  const emptied = (await tablesOf(pool)).filter((name) => !KEPT.includes(name))
  for (const name of RESTORED)
    await pool.many(`create table simulation_${name} as select * from ${name}`)
  const text = [
    'begin',
    ...(await emptying(pool, emptied)),
    // A key comes with its empty window of the feed (0061-feed-window.sql).
    ...RESTORED.map(
      (name) => `insert into ${name} select * from simulation_${name} on conflict do nothing`,
    ),
    'commit',
  ].join('; ')
  return () => pool.lend(async ({ client }) => void (await client.query(text)))
}

async function tablesOf(pool: Pool): Promise<readonly string[]> {
  const tables = await pool.many<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
        and relname <> 'schema_migrations'
      order by relname`,
  )
  return tables.map(({ name }) => name)
}

/**
 * Deleting a history's few rows is quicker than truncating; but documents and events refer to each other, and a cluster
 * changes no foreign key.
 */
async function emptying(pool: Pool, tables: readonly string[]): Promise<readonly string[]> {
  if (isCluster) return [`truncate ${tables.join(', ')}`]
  await makeDeferrable(pool)
  return ['set constraints all deferred', ...tables.map((name) => `delete from ${name}`)]
}

/** Foreign keys are checked with each statement as usual, except while everything is emptied. */
async function makeDeferrable(pool: Pool): Promise<void> {
  const keys = await pool.many<{ text: string }>(
    `select format('alter table %s alter constraint %I deferrable initially immediate',
                   conrelid::regclass, conname) as text
       from pg_constraint where contype = 'f' and conparentid = 0 and not condeferrable`,
  )
  for (const { text } of keys) await pool.many(text)
}
