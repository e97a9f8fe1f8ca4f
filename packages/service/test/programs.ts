/**
 * Our programs that tests start as processes. `npm test` builds them once with the tests: loading one module by
 * module through tsx takes over two seconds of CPU, and the tests start hundreds.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that scripts/test.ts built them into. */
export const PROGRAMS_VARIABLE = 'SELLO_TEST_PROGRAMS'

/** All of them, by their path in the project. */
export const PROGRAMS = [
  'packages/cli/src/main.ts',
  'packages/client/test/archive-child.ts',
  'packages/client/test/caller-child.ts',
  'packages/client/test/key-store-child.ts',
  'packages/client/test/pending-child.ts',
  'packages/mh-simulator/src/bin.ts',
  'packages/service/src/papers/printing/work-thread.ts',
  'packages/service/test/crash/child.ts',
  'packages/service/test/embedded-child.ts',
  'packages/service/test/serving-child.ts',
] as const

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The node arguments that run one; outside a test run, from its source. */
export function nodeArgs(program: (typeof PROGRAMS)[number]): readonly string[] {
  const built = builtProgram(program)
  return built ? [built] : ['--import', 'tsx', join(ROOT, program)]
}

/** Where the run has it; null outside of a run. */
export function builtProgram(program: (typeof PROGRAMS)[number]): string | null {
  const folder = process.env[PROGRAMS_VARIABLE]
  return folder === undefined ? null : join(folder, program.replace(/\.ts$/, '.mjs'))
}
