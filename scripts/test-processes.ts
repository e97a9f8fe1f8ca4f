/**
 * Which test files share a process, and in which order processes run. Loading the service, and running it before the
 * JIT warms up, costs a process more than most files' tests. The longest begin first, so that none is left alone at the
 * end of a run.
 */

/**
 * At most so many files of a package share a process, if they take less than that many seconds together. A process
 * costs three seconds of processor before its first test is as fast as its last; on a cluster a file takes several times
 * as long, and a process has ten minutes.
 */
const TOGETHER = { files: 80, seconds: 120 }
const TOGETHER_ON_CLUSTER = { files: 24, seconds: 45 }

/** Files with their own process. */
// biome-ignore format: a list
const ALONE: readonly string[] = [
  // they measure it
  'packages/service/src/entrypoints/clock/',
  'packages/service/src/entrypoints/connections.test.ts',
  'packages/service/test/fuzz/fuzz.test.ts',
  // they start processes, servers and browsers
  'packages/cli/src/processes.test.ts',
  'packages/console/test/console.browser.test.ts',
  'packages/console/test/pages.browser.test.ts',
  'packages/console/test/setup.browser.test.ts',
  'packages/console/test/smoke.test.ts',
  // a document of a browser in its global object
  'packages/console/test/widgets/',
  'packages/service/src/base/db/embedded',
  'packages/service/test/crash/',
  'packages/service/test/rolling/',
  'packages/service/test/simulation/',
]

/** Seconds of the longest files, as a run on two cores prints them at its end. */
// biome-ignore format: a table
const LONGEST: Readonly<Record<string, number>> = {
  'packages/cli/src/processes.test.ts': 192,
  'packages/service/test/plans/plans.test.ts': 132,
  'packages/cli/src/certify/certify.test.ts': 76,
  'packages/console/test/smoke.test.ts': 69,
  'packages/service/src/flows/contingency/false-outage.test.ts': 57,
  'packages/service/src/flows/correcting/crash.test.ts': 48,
  'packages/service/src/flows/recovering/restore.test.ts': 47,
  'packages/cli/test/clients.test.ts': 45,
  'packages/service/test/crash/webhooks.test.ts': 42,
  'packages/cli/src/calling.test.ts': 42,
  'packages/service/test/crash/told.test.ts': 41,
  'packages/cli/src/mcp.test.ts': 40,
  'packages/service/src/flows/recovering/two-copies.test.ts': 35,
  'packages/fiscal/test/mutants.test.ts': 33,
  'packages/service/src/entrypoints/v1/issue/late-seal.test.ts': 32,
  'packages/service/src/flows/issuing/conformance.test.ts': 31,
  'packages/service/test/crash/random-instants.test.ts': 31,
  'packages/service/test/simulation/mutants.test.ts': 30,
  'packages/cli/src/admin.test.ts': 29,
  'packages/cli/src/database-restarts.test.ts': 27,
  'packages/service/src/flows/contingency/contingency.test.ts': 27,
  'packages/service/test/crash/database-killed.test.ts': 27,
  'packages/mh-simulator/src/structure/structure.test.ts': 26,
  'packages/cli/src/demo.test.ts': 24,
  'packages/cli/src/commands/administration.test.ts': 24,
  'packages/cli/test/site.test.ts': 23,
  'packages/service/src/entrypoints/connections.test.ts': 22,
  'packages/service/src/base/db/embedded.test.ts': 22,
  'packages/service/test/time/frozen-process.test.ts': 22,
  'packages/service/test/crash/two-clusters.test.ts': 21,
  'packages/client/src/seal.test.ts': 21,
  'packages/cli/src/sheet/wrong-files.test.ts': 20,
  'packages/service/test/crash/corrections-random.test.ts': 20,
  'packages/service/src/flows/recovering/restore-all.test.ts': 20,
  'packages/service/test/fuzz/fuzz.test.ts': 19,
  'packages/service/src/flows/correcting/deadlines.test.ts': 18,
  'packages/service/src/entrypoints/jobs/lots.test.ts': 18,
  'packages/cli/src/recovery.test.ts': 18,
  'packages/service/src/entrypoints/v1/issue/crash.test.ts': 18,
  'packages/service/src/entrypoints/v1/issue/202.test.ts': 18,
  'packages/service/test/histories/corrections.test.ts': 18,
  'packages/service/src/outside/ministry/breaker.test.ts': 17,
  'packages/service/test/simulation/simulation.test.ts': 16,
  'packages/service/test/crash/dies-twice.test.ts': 16,
  'packages/service/test/simulation/promises.test.ts': 16,
  'packages/service/src/flows/keeping/copy.test.ts': 16,
  'packages/service/src/base/db/embedded/crash.test.ts': 16,
  'packages/cli/src/verify/verify.test.ts': 16,
  'packages/service/src/papers/printing/printer.test.ts': 16,
  'packages/client/src/readme.test.ts': 16,
  'packages/service/src/outside/ministry/retries.test.ts': 15,
  'packages/cli/test/example-products.test.ts': 15,
  'packages/fiscal/test/retorno.test.ts': 15,
  'packages/service/test/fuzz/refused.test.ts': 15,
  'packages/cli/src/start.test.ts': 15,
  'packages/cli/test/examples.test.ts': 15,
  'packages/service/src/ledger/marks/fence.test.ts': 15,
  'packages/cli/src/commands/administration-json.test.ts': 15,
  'packages/client/src/node/killed.test.ts': 14,
  'packages/paper/src/brand/hostile.test.ts': 14,
  'packages/service/test/races/broken-commits.test.ts': 14,
  'packages/service/test/fuzz/generated.test.ts': 14,
  'packages/service/test/races/sign-once.test.ts': 14,
  'packages/client/src/sello.test.ts': 13,
  'packages/service/src/flows/keeping/copy-invalidated.test.ts': 13,
  'packages/service/src/entrypoints/v1/sign/crash.test.ts': 13,
  'packages/service/src/base/db/embedded/binaries.test.ts': 13,
  'packages/service/src/entrypoints/v1/prepare/crash.test.ts': 12,
  'packages/service/src/outside/mail/smtp.test.ts': 12,
  'packages/service/test/console/brand.test.ts': 12,
  'packages/service/src/entrypoints/v1/one-problem.test.ts': 12,
  'packages/service/src/flows/keeping/copy-due.test.ts': 12,
  'packages/paper/src/margins.test.ts': 12,
  'packages/paper/src/foreign/foreign.test.ts': 12,
  'packages/cli/src/sheet/issue-file.test.ts': 12,
  'packages/client/src/faults.test.ts': 12,
  'packages/service/src/flows/contingency/failed-probe.test.ts': 11,
  'packages/service/src/flows/keeping/event-files.test.ts': 11,
  'packages/service/src/entrypoints/v1/nulls.test.ts': 11,
  'packages/service/test/races/job-and-request.test.ts': 11,
  'packages/service/src/flows/issuing/late-seal-signed.test.ts': 11,
  'packages/client/src/node/archive/bucket.test.ts': 11,
  'packages/service/src/flows/delivering/deliver.test.ts': 11,
  'packages/client/src/node/archive/archive.test.ts': 10,
  'packages/service/src/base/db/migrate.test.ts': 10,
  'packages/service/test/races/rate-windows.test.ts': 10,
}
/** Of a file that is not in the table. */
const SECONDS = 1

type Files = readonly string[]

/** The files of each process, the longest process first. */
export function processesOf(files: Files, isCluster = false): readonly Files[] {
  const alone = files.filter(isAlone).map((file) => [file])
  const others = files.filter((file) => !isAlone(file))
  const most = isCluster ? TOGETHER_ON_CLUSTER : TOGETHER
  const groups = [...new Set(others.map(packageOf))].flatMap((one) =>
    inGroups(
      others.filter((file) => packageOf(file) === one),
      most,
    ),
  )
  return [...alone, ...groups].sort((a, b) => secondsOf(b) - secondsOf(a))
}

function inGroups(files: Files, most: typeof TOGETHER): readonly Files[] {
  const groups: string[][] = []
  for (const file of files.toSorted((a, b) => secondsOf([b]) - secondsOf([a]))) {
    const group = groups.find(
      (one) => one.length < most.files && secondsOf([...one, file]) <= most.seconds,
    )
    if (group) group.push(file)
    else groups.push([file])
  }
  return groups
}

/** An estimate, if they run one after the other. */
export const secondsOf = (files: Files) =>
  files.reduce((sum, file) => sum + (LONGEST[file] ?? SECONDS), 0)
const packageOf = (file: string) => file.split('/').slice(0, 2).join('/')
const isAlone = (file: string) => ALONE.some((part) => file.startsWith(part))
