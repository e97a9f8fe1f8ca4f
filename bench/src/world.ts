/** The system under test: the real service, database and simulator, each as a separate process. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { openDatabase, readConfig } from '@sello/service'
import {
  type Admin,
  addPointOfSale,
  connectManagedBucket,
  connectManagedFolder,
  createCompany,
  importCertificate,
  type MintedKey,
  mintKey,
  setMinistryPassword,
  withAdmin,
} from '@sello/service/admin'
import { fetch } from 'undici' // undici's own: mixing it with the built-in fetch may hang
import { makeBucket, type Swift, startSwift } from '../../packages/service/test/swift.ts'
import { type Child, cpuMs, cpuMsOfTree, startChild, startInstalled } from './process.ts'

export interface World {
  readonly url: string
  /** The simulator's. */
  readonly mhUrl: string
  /** The configured latency before it answers. */
  readonly mhWaitMs: number
  /** Of the first company, which sells. */
  readonly key: MintedKey
  /** The first of `services`. */
  readonly service: Child
  readonly services: readonly Child[]
  readonly dataDir: string
  cpu(): Cpu
  /** Runs work directly on the database. */
  administer<T>(work: (admin: Admin) => Promise<T>): Promise<T>
  /** One more company that can sell. */
  addSeller(company: Seller): Promise<MintedKey>
  stop(): Promise<void>
}

export interface Seller {
  readonly nit: string
  readonly nombre: string
}

/** CPU milliseconds so far, by process. */
export interface Cpu {
  readonly service: number
  readonly database: number
  readonly simulator: number
  readonly callers: number
  /** For the buckets; null if there are none. */
  readonly store: number | null
}

const BUCKET = 'documentos'
export const NIT = '06140101900019'
const PASSPHRASE = 'frase de la medicion de Sello'

/**
 * Where the company's files go: a folder, a bucket of Swift on this machine, one of an instant store in memory, or
 * nowhere.
 */
export const INTO = ['folder', 's3', 's3-memory', 'nowhere'] as const
export type Into = (typeof INTO)[number]

export interface WorldOptions {
  readonly into?: Into
  /** Services, each on a port of its own, on one data folder and one database. */
  readonly processes?: number
  /** Processes of each service, on one port. */
  readonly together?: number
  /** Of the service, in place of the bench's own. */
  readonly settings?: NodeJS.ProcessEnv
  /** Kept at the end and used again, with its company and database. Absent: a new one, removed at the end. */
  readonly dataDir?: string
  /** Engine flags of the service besides those of `npm start`. */
  readonly flags?: readonly string[]
  /** Absent: the embedded one of the data folder. */
  readonly database?: Database
}

/** A database that runs already. */
export interface Database {
  readonly url: string
  /** Of its machines. */
  readonly pids: readonly number[]
}

/** All callers of the bench are on one address, and their ministry may take as long as they must expect. */
const SETTINGS: NodeJS.ProcessEnv = {
  SELLO_MH_CONNECTIONS: '2048',
  SELLO_CONNECTIONS_PER_ADDRESS: '4096',
  SELLO_MH_TIMEOUT_MS: '45000', // docs/wire.md#requests
  SELLO_MH_BUDGET_MS: '50000',
}

export async function startWorld(latencyMs: number, options: WorldOptions = {}): Promise<World> {
  const started = new Started()
  try {
    return await assemble(latencyMs, options, started)
  } catch (error) {
    await started.stop() // a child that is left would keep the bench from ending
    throw error
  }
}

/** What was started, to be stopped in the opposite order. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = []

  add(stop: () => Promise<unknown>): void {
    this.#stops.push(stop)
  }

  async stop(): Promise<void> {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) await stop()
  }
}

async function assemble(
  latencyMs: number,
  options: WorldOptions,
  started: Started,
): Promise<World> {
  const { into = 'folder', processes = 1, together = 1, settings = SETTINGS, flags = [] } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'sello-bench-')))
  if (options.dataDir === undefined) {
    started.add(() => rm(dataDir, { recursive: true, force: true }))
  }
  const simulator = await startChild('simulator', [String(latencyMs)])
  started.add(simulator.stop)
  const env = {
    SELLO_DATA_DIR: dataDir,
    SELLO_PORT: '0',
    SELLO_LOG_LEVEL: 'error',
    SELLO_PROCESSES: String(together),
    SELLO_JOBS: into === 'nowhere' ? 'none' : 'here',
    SELLO_MH_TEST_URL: simulator.ready.url,
    ...(options.database ? { DATABASE_URL: options.database.url } : {}),
    ...settings,
  }
  const config = readConfig({ ...process.env, ...env })
  // Held while the world exists, so that the server is a single process that can be measured.
  const database = await openDatabase(config, () => {})
  started.add(() => database.stop())
  const store = await startStore(into)
  if (store) started.add(() => store.close())
  const mhUrl = simulator.ready.url
  const key = await firstSeller(dataDir, mhUrl, () =>
    prepareCompany(config, mhUrl, { dataDir, store, seller: EMPRESA }),
  )
  const startOne = async () => {
    const one = await startInstalled(env, flags)
    started.add(one.stop)
    return one
  }
  const service = await startOne()
  const services = [service]
  while (services.length < processes) services.push(await startOne())
  const embedded = 'pid' in database ? await database.pid() : null
  const postmasters = embedded === null ? (options.database?.pids ?? []) : [embedded]
  const own = process.cpuUsage()

  return {
    url: service.ready.url,
    mhUrl,
    mhWaitMs: latencyMs,
    key,
    service,
    services,
    dataDir,
    cpu() {
      const used = process.cpuUsage(own)
      return {
        service: services.reduce((sum, { pid }) => sum + cpuMsOfTree(pid), 0),
        database: postmasters.reduce((sum, pid) => sum + cpuMsOfTree(pid), 0),
        simulator: cpuMs(simulator.pid),
        callers: (used.user + used.system) / 1000,
        store: store?.pids.reduce((sum, pid) => sum + cpuMs(pid), 0) ?? null,
      }
    },
    administer: (work) => withAdmin(config, work),
    async addSeller(seller) {
      const prepared = await prepareCompany(config, mhUrl, { dataDir, store: null, seller })
      return prepared.key
    },
    stop: () => started.stop(),
  }
}

type Buckets = Pick<Swift, 'url' | 'accessKeyId' | 'secretAccessKey' | 'pids' | 'close'>

/** Null if no bucket is written to. */
async function startStore(into: Into): Promise<Buckets | null> {
  if (into === 's3-memory') {
    const child = await startChild('store')
    const credentials = { accessKeyId: 'prueba', secretAccessKey: 'prueba' }
    return { url: child.ready.url, pids: [child.pid], ...credentials, close: child.stop }
  }
  if (into !== 's3') return null
  const swift = await startSwift()
  if (!swift)
    throw new Error(
      '--into s3 needs Swift on this machine: packages/service/test/swift.ts says what of it',
    )
  await makeBucket(swift, BUCKET)
  return swift
}

interface Prepared {
  readonly dataDir: string
  readonly store: Buckets | null
  readonly seller: Seller
}

const MH_PASSWORD = 'Clave-De-Hacienda-1'

interface Known {
  readonly key: MintedKey
  readonly publicKeyPem: string
}

const KNOWN_FILE = 'bench.json'

/** Of a folder that is used again, its company: known to the new ministry, with the key of the first time. */
async function firstSeller(
  dataDir: string,
  mhUrl: string,
  prepare: () => Promise<Known>,
): Promise<MintedKey> {
  const file = join(dataDir, KNOWN_FILE)
  if (existsSync(file)) {
    const known: Known = JSON.parse(await readFile(file, 'utf8'))
    await register(mhUrl, { nit: NIT, publicKeyPem: known.publicKeyPem })
    return known.key
  }
  const known = await prepare()
  await writeFile(file, JSON.stringify(known), { mode: 0o600 })
  return known.key
}

async function register(
  mhUrl: string,
  taxpayer: { readonly nit: string; readonly publicKeyPem: string },
): Promise<void> {
  const registered = await fetch(`${mhUrl}/_sim/taxpayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...taxpayer, password: MH_PASSWORD }),
  })
  if (!registered.ok) throw new Error(`the simulator answered ${registered.status}`)
}

function prepareCompany(
  config: ReturnType<typeof readConfig>,
  mhUrl: string,
  { dataDir, store, seller }: Prepared,
): Promise<Known> {
  const { nit, nombre } = seller
  return withAdmin(config, async (admin) => {
    await createCompany(admin, { ...EMPRESA, nit, nombre })
    await setMinistryPassword(admin, nit, { ambiente: '00', password: MH_PASSWORD })
    await addPointOfSale(admin, nit, { codEstable: 'M001', codPuntoVenta: 'P001' })
    const { xml, publicKeyPem } = issueCertificadoMH({
      nit,
      nombre,
      password: 'Prueba-Llave-1',
      validFrom: new Date(Date.now() - 86_400_000),
      validTo: new Date(Date.now() + 30 * 86_400_000),
    })
    await importCertificate(admin, nit, {
      ambiente: '00',
      xml: Buffer.from(xml),
      password: 'Prueba-Llave-1',
      passphrase: PASSPHRASE,
    })
    await register(mhUrl, { nit, publicKeyPem })
    if (store) {
      const { accessKeyId, secretAccessKey } = store
      const url = `${store.url}/${BUCKET}`
      const region = 'us-east-1'
      await connectManagedBucket(admin, nit, { url, region, accessKeyId, secretAccessKey })
    } else {
      await connectManagedFolder(admin, nit, join(dataDir, 'managed', nit))
    }
    const key = await mintKey(admin, nit, { ...KEY, passphrase: PASSPHRASE })
    return { key, publicKeyPem }
  })
}

const KEY = {
  label: 'bench',
  ambiente: '00',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
  scopes: ['issue', 'query', 'download', 'catalog', 'webhooks'],
  tiposDte: ['01', '03', '05', '11', '14'],
  amountMax: 100_000,
  limits: { hour: 10_000_000, day: 10_000_000, status: 10_000_000 },
  ipRanges: [],
  expiresAt: null,
} as const

/** Adds this many keys: in a table with one key every id is the first or the last. */
export async function addKeys(world: World, count: number): Promise<void> {
  await world.administer(async (admin) => {
    for (let i = 0; i < count; i++) await mintKey(admin, NIT, { ...KEY, passphrase: null })
  })
}

export const EMPRESA = {
  nit: NIT,
  nrc: '1234567',
  nombre: 'Cafetalera de Prueba, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  nombreComercial: 'Café de Prueba',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Arce 100' },
  telefono: '22220000',
  correo: 'facturas@example.com',
} as const

/** The machine's description, for the head of a report. */
export async function machine(): Promise<string> {
  const info = await readFile('/proc/cpuinfo', 'utf8')
  return /model name\s*:\s*(.+)/.exec(info)?.[1] ?? 'unknown'
}
