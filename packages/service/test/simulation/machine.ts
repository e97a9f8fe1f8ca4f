/** Shared by the histories of one run: a database with a company; each history starts without documents. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '@sello/contract'
import { issueCertificadoMH, type TaxpayerRegistration } from '@sello/mh-simulator'
import type { Admin } from '../../src/admin/admin.ts'
import {
  addPointOfSale,
  connectManagedFolder,
  createCompany,
  importCertificate,
  type MintedKey,
  mintKey,
  setMinistryPassword,
} from '../../src/admin/index.ts'
import type { Pool } from '../../src/db/pool.ts'
import type { Secrets } from '../../src/secrets/secrets.ts'
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
  readonly key: MintedKey
  readonly taxpayer: TaxpayerRegistration
  /** Afterwards the company has issued nothing, and there are no sessions. */
  reset(): Promise<void>
  close(): Promise<void>
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
  const { key, taxpayer } = await createCompanyThatIssues(admin, folder)
  const reset = await createReset(watcher)
  return {
    inner,
    watcher,
    secrets,
    key,
    taxpayer,
    reset,
    async close() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createCompanyThatIssues(admin: Admin, folder: string) {
  const { nit } = EMPRESA
  const place = { codEstable: 'M001', codPuntoVenta: 'P001' }
  const password = 'Prueba-Llave-1'
  await createCompany(admin, EMPRESA)
  await setMinistryPassword(admin, nit, { ambiente: '00', password: MH_PASSWORD })
  await addPointOfSale(admin, nit, place)
  const { xml, publicKeyPem } = issueCertificadoMH({
    nit,
    nombre: EMPRESA.nombre,
    password,
    validFrom: new Date('2026-01-01'),
    validTo: new Date('2031-01-01'),
    privateKey: preparedKey(1),
  })
  const certificate = {
    ambiente: '00',
    xml: Buffer.from(xml),
    password,
    passphrase: PASSPHRASE,
  } as const
  await importCertificate(admin, nit, certificate)
  await connectManagedFolder(admin, nit, folder)
  const scopes: Scope[] = ['issue', 'query']
  const key = await mintKey(admin, nit, { ...KEY, scopes, passphrase: PASSPHRASE })
  const taxpayer = { nit, password: MH_PASSWORD, publicKeyPem, puntosDeVenta: [place] }
  return { key, taxpayer }
}

/** Tables that are set up once; every other table is emptied. */
const KEPT = [
  'companies',
  'points_of_sale',
  'signing_vaults',
  'owner_wraps',
  'storage_destinations',
]
/** Set up once, and changed by issuing. */
const RESTORED = ['ministry_accounts', 'api_keys', 'rate_windows']

async function createReset(pool: Pool): Promise<() => Promise<void>> {
  const emptied = (await tablesOf(pool)).filter((name) => !KEPT.includes(name))
  for (const name of RESTORED)
    await pool.many(`create table simulation_${name} as select * from ${name}`)
  await makeDeferrable(pool)
  const text = [
    'begin; set constraints all deferred',
    ...emptied.map((name) => `delete from ${name}`),
    ...RESTORED.map((name) => `insert into ${name} select * from simulation_${name}`),
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

/** Foreign keys are checked with each statement as usual, except while everything is emptied. */
async function makeDeferrable(pool: Pool): Promise<void> {
  const keys = await pool.many<{ text: string }>(
    `select format('alter table %s alter constraint %I deferrable initially immediate',
                   conrelid::regclass, conname) as text
       from pg_constraint where contype = 'f' and conparentid = 0 and not condeferrable`,
  )
  for (const { text } of keys) await pool.many(text)
}
