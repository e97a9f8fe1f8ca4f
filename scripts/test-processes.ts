/**
 * Which test files share a process. Loading the service, and running it before the JIT warms up, costs a process
 * more than most files' tests.
 */

/** At most this many files of a package share a process. */
const TOGETHER = 16

/** Files with their own process. */
// biome-ignore format: a list
const ALONE: readonly string[] = [
  // they measure it
  'packages/service/src/entrypoints/clock/',
  'packages/service/src/entrypoints/connections.test.ts',
  'packages/service/test/fuzz/fuzz.test.ts',
  // they start processes, servers and browsers
  'packages/cli/',
  'packages/client/src/faults.test.ts',
  'packages/client/src/node/archive/',
  'packages/console/test/console.browser.test.ts',
  'packages/console/test/pages.browser.test.ts',
  'packages/console/test/setup.browser.test.ts',
  'packages/console/test/smoke.test.ts',
  'packages/service/src/flows/correcting/crash.test.ts',
  'packages/service/src/base/db/embedded',
  'packages/service/src/flows/issuing/conformance.test.ts',
  'packages/service/src/flows/recovering/',
  'packages/service/test/crash/',
  'packages/service/test/rolling/',
  'packages/service/test/simulation/',
]

export function processesOf(files: readonly string[]): readonly (readonly string[])[] {
  const alone = files.filter(isAlone).map((file) => [file])
  const others = files.filter((file) => !isAlone(file))
  const packages = [...new Set(others.map(packageOf))]
  const groups = packages.flatMap((one) => inGroups(others.filter((f) => packageOf(f) === one)))
  return [...alone, ...groups]
}

function inGroups(files: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(files.length / TOGETHER)
  return Array.from({ length: count }, (_, n) => files.slice(n * TOGETHER, (n + 1) * TOGETHER))
}

const packageOf = (file: string) => file.split('/').slice(0, 2).join('/')
const isAlone = (file: string) => ALONE.some((part) => file.startsWith(part))
