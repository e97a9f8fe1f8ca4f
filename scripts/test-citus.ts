/**
 * `npm run test:citus`: the service's tests on a Citus cluster of a coordinator and two workers, where this machine has
 * a PostgreSQL with the extension; else it says why it is not run. Arguments are filters of files, as for `npm test`;
 * `--whole` is every file of the service, half an hour; without any, those below.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORKERS_VARIABLE } from '../packages/service/test/citus.ts'
import { findCitus, startCitus } from '../packages/service/test/citus-cluster.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const V1 = 'packages/service/src/entrypoints/v1'
const KEEPING = 'packages/service/src/flows/keeping'
const DELIVERING = 'packages/service/src/flows/delivering'
/** What a change to a statement is likely to break, in a quarter of an hour. */
const FILES = [
  'packages/service/src/ledger/cluster/distribute.test.ts',
  'packages/service/src/ledger/cluster/due.test.ts',
  'packages/service/src/ledger/cluster/away.test.ts',
  `${V1}/issue/200.test.ts`,
  `${V1}/prepare/200.test.ts`,
  `${V1}/sign/200.test.ts`,
  `${V1}/issue/202.test.ts`,
  `${V1}/sign/202.test.ts`,
  `${V1}/query/query.test.ts`,
  `${V1}/list/list.test.ts`,
  `${V1}/invalidate/200.test.ts`,
  `${V1}/invalidate/blockers.test.ts`,
  `${V1}/issue/notas.test.ts`,
  `${V1}/return/200.test.ts`,
  `${V1}/customers/customers.test.ts`,
  `${V1}/products/products.test.ts`,
  `${V1}/issue/5xx.test.ts`,
  `${V1}/issue/order.test.ts`,
  `${V1}/prepare/order.test.ts`,
  `${V1}/sign/order.test.ts`,
  `${V1}/list/order.test.ts`,
  `${V1}/status/order.test.ts`,
  `${V1}/events/order.test.ts`,
  `${V1}/invalidate/order.test.ts`,
  `${V1}/return/order.test.ts`,
  `${V1}/webhooks/order.test.ts`,
  `${V1}/webhooks/webhooks.test.ts`,
  'packages/service/src/flows/notifying/several-companies.test.ts',
  'packages/service/src/ledger/webhooks/forget.test.ts',
  'packages/service/src/ledger/keys/request-log.test.ts',
  'packages/service/test/races/busy-series.test.ts',
  `${V1}/file/file.test.ts`,
  `${V1}/issue-warnings.test.ts`,
  `${V1}/status/status.test.ts`,
  `${V1}/events/200.test.ts`,
  `${V1}/events/400.test.ts`,
  `${V1}/events/company.test.ts`,
  `${V1}/issue/crash.test.ts`,
  `${V1}/openapi/examples.test.ts`,
  'packages/service/src/entrypoints/jobs/transmit.test.ts',
  'packages/service/src/entrypoints/jobs/lots.test.ts',
  'packages/service/src/entrypoints/jobs/claims.test.ts',
  'packages/service/src/entrypoints/jobs/reservations.test.ts',
  'packages/service/src/entrypoints/jobs/verify.test.ts',
  'packages/service/src/flows/contingency/contingency.test.ts',
  `${KEEPING}/copy.test.ts`,
  `${KEEPING}/copy-due.test.ts`,
  `${KEEPING}/copy-invalidated.test.ts`,
  `${KEEPING}/postpone.test.ts`,
  `${KEEPING}/event-files.test.ts`,
  `${KEEPING}/operaciones-files.test.ts`,
  `${DELIVERING}/deliver.test.ts`,
  `${DELIVERING}/several.test.ts`,
  `${DELIVERING}/owner-mails.test.ts`,
  'packages/service/src/ledger/keys/quota.test.ts',
  'packages/service/src/ledger/outbox',
  'packages/service/test/races/numbering.test.ts',
  'packages/service/test/races/broken-commits.test.ts',
  'packages/service/test/races/one-key.test.ts',
  'packages/service/test/races/sign-once.test.ts',
  'packages/service/test/tenancy',
  'packages/service/test/simulation/simulation.test.ts',
  'packages/service/test/cluster/one-machine.test.ts',
  'packages/service/test/cluster/console.test.ts',
  'packages/service/test/cluster/dead-machine.test.ts',
  'packages/service/test/cluster/operations.test.ts',
  'packages/service/test/cluster/restored-machine.test.ts',
  'packages/service/test/cluster/cold.test.ts',
  'packages/service/test/cluster/buyer.test.ts',
  'packages/cli/src/db-distribute.test.ts',
]

const WHOLE_FLAG = '--whole'
/** A limit of one's own puts each file in its own process: many together would take longer than a process may. */
const WHOLE = [
  'packages/service',
  'packages/cli/src/db-distribute.test.ts',
  '--test-timeout=1200000',
]

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
      return await test(argumentsOf(args), env)
    } finally {
      await cluster.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function argumentsOf(args: readonly string[]): readonly string[] {
  if (args.includes(WHOLE_FLAG)) return [...WHOLE, ...args.filter((arg) => arg !== WHOLE_FLAG)]
  return args.length > 0 ? args : FILES
}

async function test(args: readonly string[], env: Readonly<Record<string, string>>) {
  const command = ['--import', 'tsx', join(ROOT, 'scripts', 'test.ts'), ...args]
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  return code ?? 130
}
