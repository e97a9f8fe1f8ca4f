/**
 * `npm run test:citus`: a part of the service's tests on a Citus cluster of a coordinator and two workers, where this
 * machine has a PostgreSQL with the extension; else it says why it is not run. Arguments are filters of files, as for
 * `npm test`; without any, what is known to hold there (docs/scale.md).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORKERS_VARIABLE } from '../packages/service/test/citus.ts'
import { findCitus, startCitus } from '../packages/service/test/citus-cluster.ts'
import { testFiles } from './test-lanes.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const SERVICE = 'packages/service/src'
const V1 = `${SERVICE}/entrypoints/v1`

/** What holds on a cluster: files, and folders but for what is excepted. */
const FILES = [
  `${SERVICE}/ledger/cluster`,
  `${SERVICE}/ledger/outbox/relay.test.ts`,
  `${SERVICE}/ledger/people`,
  `${SERVICE}/ledger/keys`,
  `${SERVICE}/ledger/audit`,
  V1,
  `${SERVICE}/entrypoints/admin`,
  `${SERVICE}/entrypoints/console`,
  `${SERVICE}/entrypoints/operator`,
  `${SERVICE}/entrypoints/jobs/transmit.test.ts`,
  `${SERVICE}/entrypoints/jobs/lots.test.ts`,
  `${SERVICE}/entrypoints/jobs/claims.test.ts`,
  `${SERVICE}/entrypoints/jobs/reservations.test.ts`,
  `${SERVICE}/entrypoints/jobs/verify.test.ts`,
  `${SERVICE}/flows/admin`,
  `${SERVICE}/flows/contingency/contingency.test.ts`,
  `${SERVICE}/flows/contingency/responsable.test.ts`,
  `${SERVICE}/flows/delivering/several.test.ts`,
  `${SERVICE}/flows/delivering/deliver.test.ts`,
  `${SERVICE}/flows/delivering/owner-mails.test.ts`,
  `${SERVICE}/flows/keeping/copy.test.ts`,
  `${SERVICE}/flows/keeping/copy-due.test.ts`,
  `${SERVICE}/flows/keeping/copy-invalidated.test.ts`,
  `${SERVICE}/flows/keeping/postpone.test.ts`,
  `${SERVICE}/flows/keeping/event-files.test.ts`,
  `${SERVICE}/flows/keeping/operaciones-files.test.ts`,
  'packages/service/test/console',
  'packages/service/test/cluster',
  'packages/service/test/races/numbering.test.ts',
  'packages/service/test/citus-operations.test.ts',
  'packages/cli/src/db-distribute.test.ts',
]

const FEED = 'positions of the feed'
const COPIES = 'copies'
const LOCKS = 'the machines are not told the limit of a lock'
const COPIED = 'a sale that the machines copy is refused without the name of the index'
const BUSY = 'more calls than two cores answer on three machines'
/** Files of FILES with a test that does not hold there yet, and why. */
// biome-ignore format: a table
const EXCEPTED: Readonly<Record<string, string>> = {
  [`${V1}/events/company.test.ts`]: FEED,
  [`${V1}/issue/crash.test.ts`]: FEED,
  [`${V1}/openapi/examples.test.ts`]: FEED,
  [`${SERVICE}/entrypoints/operator/deliveries.test.ts`]: FEED,
  [`${V1}/file/file.test.ts`]: COPIES,
  [`${V1}/issue-warnings.test.ts`]: COPIES,
  [`${V1}/status/status.test.ts`]: COPIES,
  'packages/service/test/console/documents.test.ts': COPIES,
  [`${V1}/issue/5xx.test.ts`]: LOCKS,
  [`${V1}/issue/order.test.ts`]: LOCKS,
  [`${V1}/prepare/order.test.ts`]: LOCKS,
  [`${V1}/issue/referencia.test.ts`]: COPIED,
  'packages/service/test/console/proposals.test.ts': COPIED,
  [`${V1}/reading.test.ts`]: BUSY,
  'packages/service/test/console/limits.test.ts': BUSY,
  'packages/service/test/console/many.test.ts': 'generic plans of one PostgreSQL',
}
/** Each statement takes several times as long as on one PostgreSQL. With a limit of their own files run each in its process. */
const LIMIT = `--test-timeout=${20 * 60_000}`

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const bin = await findCitus()
  if (bin === null) {
    console.log('not run: no PostgreSQL below /usr/lib/postgresql has the Citus extension')
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'sello-citus-'))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another user, who must pass through
  try {
    const cluster = await startCitus(bin, folder)
    try {
      const env = { DATABASE_URL: cluster.coordinator, [WORKERS_VARIABLE]: cluster.workers.join() }
      return await test(args.length > 0 ? args : await holding(), env)
    } finally {
      await cluster.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function holding(): Promise<readonly string[]> {
  const all = await testFiles(ROOT)
  const unknown = Object.keys(EXCEPTED).filter((file) => !all.includes(file))
  if (unknown.length > 0) throw new Error(`excepted, and no test: ${unknown.join(', ')}`)
  const isOf = (file: string) => FILES.some((one) => file === one || file.startsWith(`${one}/`))
  return all.filter((file) => isOf(file) && !(file in EXCEPTED))
}

async function test(files: readonly string[], env: Readonly<Record<string, string>>) {
  const args = ['--import', 'tsx', join(ROOT, 'scripts', 'test.ts'), LIMIT, ...files]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code ?? 130
}
