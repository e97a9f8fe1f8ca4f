/** The system under test: the real service, database and simulator, each as a separate process. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
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
  readonly key: MintedKey
  /** The first of `services`. */
  readonly service: Child
  readonly services: readonly Child[]
  cpu(): Cpu
  /** Runs work directly on the database. */
  administer<T>(work: (admin: Admin) => Promise<T>): Promise<T>
  stop(): Promise<void>
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
const NIT = '06140101900019'
const PASSPHRASE = 'frase de la medicion de Sello'

/**
 * Where the company's files go: a folder, a bucket of Swift on this machine, one of an instant store in memory, or
 * nowhere.
 */
export const INTO = ['folder', 's3', 's3-memory', 'nowhere'] as const
export type Into = (typeof INTO)[number]

export interface WorldOptions {
  readonly into?: Into
  /** Of the service, on one data folder and one database. */
  readonly processes?: number
  /** Of the service, in place of the bench's own. */
  readonly settings?: NodeJS.ProcessEnv
  /** Engine flags of the service besides those of `npm start`. */
  readonly flags?: readonly string[]
}

/** All callers of the bench are on one address, and their ministry may take as long as they must expect. */
const SETTINGS: NodeJS.ProcessEnv = {
  SELLO_MH_CONNECTIONS: '2048',
  SELLO_CONNECTIONS_PER_ADDRESS: '4096',
  SELLO_MH_TIMEOUT_MS: '45000', // docs/wire.md#requests
  SELLO_MH_BUDGET_MS: '50000',
}

export async function startWorld(latencyMs: number, options: WorldOptions = {}): Promise<World> {
  const { into = 'folder', processes = 1, settings = SETTINGS, flags = [] } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'sello-bench-'))
  const simulator = await startChild('simulator', [String(latencyMs)])
  const env = {
    SELLO_DATA_DIR: dataDir,
    SELLO_PORT: '0',
    SELLO_LOG_LEVEL: 'error',
    SELLO_JOBS: into === 'nowhere' ? 'none' : 'here',
    SELLO_MH_TEST_URL: simulator.ready.url,
    ...settings,
  }
  const config = readConfig({ ...process.env, ...env })
  // Held while the world exists, so that the server is a single process that can be measured.
  const database = await openDatabase(config, () => {})
  const store = await startStore(into)
  const key = await prepareCompany(config, simulator.ready.url, { dataDir, store })
  const service = await startInstalled(env, flags)
  const services = [service]
  while (services.length < processes) services.push(await startInstalled(env, flags))
  const postmaster = 'pid' in database ? await database.pid() : null
  const own = process.cpuUsage()

  return {
    url: service.ready.url,
    mhUrl: simulator.ready.url,
    mhWaitMs: latencyMs,
    key,
    service,
    services,
    cpu() {
      const used = process.cpuUsage(own)
      return {
        service: services.reduce((sum, { pid }) => sum + cpuMs(pid), 0),
        database: postmaster === null ? 0 : cpuMsOfTree(postmaster),
        simulator: cpuMs(simulator.pid),
        callers: (used.user + used.system) / 1000,
        store: store?.pids.reduce((sum, pid) => sum + cpuMs(pid), 0) ?? null,
      }
    },
    administer: (work) => withAdmin(config, work),
    async stop() {
      await Promise.all(services.map((each) => each.stop()))
      await database.stop()
      await simulator.stop()
      await store?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
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

function prepareCompany(
  config: ReturnType<typeof readConfig>,
  mhUrl: string,
  { dataDir, store }: { readonly dataDir: string; readonly store: Buckets | null },
): Promise<MintedKey> {
  const password = 'Clave-De-Hacienda-1'
  return withAdmin(config, async (admin) => {
    await createCompany(admin, EMPRESA)
    await setMinistryPassword(admin, NIT, { ambiente: '00', password })
    await addPointOfSale(admin, NIT, { codEstable: 'M001', codPuntoVenta: 'P001' })
    const { xml, publicKeyPem } = issueCertificadoMH({
      nit: NIT,
      nombre: EMPRESA.nombre,
      password: 'Prueba-Llave-1',
      validFrom: new Date(Date.now() - 86_400_000),
      validTo: new Date(Date.now() + 86_400_000),
    })
    await importCertificate(admin, NIT, {
      ambiente: '00',
      xml: Buffer.from(xml),
      password: 'Prueba-Llave-1',
      passphrase: PASSPHRASE,
    })
    const registered = await fetch(`${mhUrl}/_sim/taxpayers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nit: NIT, password, publicKeyPem }),
    })
    if (!registered.ok) throw new Error(`the simulator answered ${registered.status}`)
    if (store) {
      const { accessKeyId, secretAccessKey } = store
      const url = `${store.url}/${BUCKET}`
      const region = 'us-east-1'
      await connectManagedBucket(admin, NIT, { url, region, accessKeyId, secretAccessKey })
    } else {
      await connectManagedFolder(admin, NIT, join(dataDir, 'managed'))
    }
    return mintKey(admin, NIT, { ...KEY, passphrase: PASSPHRASE })
  })
}

const KEY = {
  label: 'bench',
  ambiente: '00',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
  scopes: ['issue', 'query', 'download'],
  tiposDte: ['01', '03'],
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
