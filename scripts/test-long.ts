/**
 * `npm run test:long`: what `npm test` runs a small part of, at its whole size: processes that are killed, histories,
 * thousands of generated documents. Each run has a fresh seed, which is printed; `-- --seed N` runs the same again,
 * `-- --slice` a few minutes of it, and a word only the files with it in their path. A run of all ends with
 * `npm run check:imaginary`.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HOURS_MS = 3 * 60 * 60_000

interface Long {
  readonly file: string
  /** The variable that says how much, with its whole size and that of the slice. */
  readonly sizes: Readonly<
    Record<string, readonly [whole: number | string, slice: number | string]>
  >
}

// biome-ignore format: a table
const LONG: readonly Long[] = [
  // histories of calls, faults and deaths, and of corrections
  { file: 'packages/service/test/histories/histories.test.ts',       sizes: { HISTORIES: [100, 12] } },
  { file: 'packages/service/test/histories/late-seals.test.ts',      sizes: { HISTORIES: [200, 24] } },
  { file: 'packages/service/test/histories/corrections.test.ts',     sizes: { HISTORIES: [200, 24] } },
  { file: 'packages/service/test/simulation/simulation.test.ts',     sizes: { SIMULATIONS: [10_000, 100] } },
  { file: 'packages/service/test/simulation/mutants.test.ts',        sizes: { MUTANT_SEARCHES: [10, 1] } },
  // processes and databases killed at random instants
  { file: 'packages/service/test/crash/random-instants.test.ts',     sizes: { SELLO_CRASH_ROUNDS: [100, 10] } },
  { file: 'packages/service/test/crash/corrections-random.test.ts',  sizes: { SELLO_CRASH_ROUNDS: [100, 10] } },
  { file: 'packages/service/test/crash/told.test.ts',                sizes: { SELLO_TOLD_SALES: [10_000, 120], SELLO_TEST_KILLS: [40, 6] } },
  { file: 'packages/client/src/faults.test.ts',                      sizes: { SELLO_TEST_SALES: [2_000, 120], SELLO_TEST_KILLS: [40, 6] } },
  { file: 'packages/client/src/node/archive/archive.test.ts',        sizes: { SELLO_TEST_SALES: [2_000, 120], SELLO_TEST_KILLS: [40, 6] } },
  { file: 'packages/cli/src/certify/certify.test.ts',                sizes: { SELLO_CERTIFY: ['whole', 'part'] } },
  { file: 'packages/cli/src/sheet/issue-file.test.ts',               sizes: { SELLO_TEST_ROWS: [10_000, 120], SELLO_TEST_KILLS: [40, 6] } },
  // files that are nearly documents
  { file: 'packages/client/src/verify/hostile.test.ts',              sizes: { SELLO_VERIFY_FILES: [10_000, 2_000] } },
  { file: 'packages/cli/src/verify/verify.test.ts',                  sizes: { SELLO_VERIFY_FILES: [10_000, 2_000] } },
  // requests that are generated
  { file: 'packages/service/test/fuzz/generated.test.ts',            sizes: { SELLO_GENERATED_RUNS: [5_000, 600] } },
  { file: 'packages/service/src/flows/issuing/conformance.test.ts',        sizes: { SELLO_GENERATED_RUNS: [5_000, 600] } },
  { file: 'packages/fiscal/test/conformance.test.ts',                sizes: { SELLO_GENERATED_RUNS: [5_000, 600] } },
  { file: 'packages/fiscal/test/explicacion.test.ts',                sizes: { SELLO_GENERATED_RUNS: [5_000, 600] } },
  { file: 'packages/service/test/fuzz/fuzz.test.ts',                 sizes: { SELLO_FUZZ_CALLS: [50_000, 4_000] } },
  { file: 'packages/service/test/texts/texts.test.ts',               sizes: { SELLO_TEXTS_RUNS: [2_000, 60] } },
  { file: 'packages/paper/src/foreign/foreign.test.ts',              sizes: { SELLO_SCRIPTS_RUNS: [5_000, 300] } },
  { file: 'packages/fiscal/test/retorno.test.ts',                    sizes: { SELLO_RETURN_RUNS: [20_000, 1_000] } },
  { file: 'packages/service/src/flows/correcting/generated-returns.test.ts', sizes: { SELLO_RETURNS_SENT: [2_000, 200] } },
  { file: 'packages/service/src/flows/correcting/generated-operaciones.test.ts', sizes: { SELLO_GENERATED_RUNS: [5_000, 600] } },
  { file: 'packages/fiscal/src/acreditable.test.ts',                 sizes: { SELLO_CREDIT_SEQUENCES: [5_000, 200] } },
  { file: 'packages/console/test/console.browser.test.ts',           sizes: { SELLO_CONSOLE_TOTALS: [2_000, 960] } },
  // drills
  { file: 'packages/service/src/flows/contingency/outage-of-a-day.test.ts', sizes: { OUTAGE_DOCUMENTS: [5_000, 60] } },
  { file: 'packages/service/src/flows/recovering/restore.test.ts',           sizes: { RESTORE_DOCUMENTS: [500, 40] } },
]

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--seed')
  const seed = at < 0 ? randomInt(1, 2 ** 31) : Number(args[at + 1])
  if (!Number.isInteger(seed)) {
    console.error('--seed takes a whole number, as a run has printed it')
    return 2
  }
  const isSlice = args.includes('--slice')
  const words = args.filter((arg, n) => !arg.startsWith('--') && (at < 0 || n !== at + 1))
  const wanted = LONG.filter(
    ({ file }) => words.length === 0 || words.some((word) => file.includes(word)),
  )
  if (wanted.length === 0) {
    console.error(`no long test has ${words.join(' or ')} in its path`)
    return 1
  }
  console.log(`seed ${seed}; the same again: npm run test:long -- --seed ${seed}`)
  const settings = wanted.flatMap((long) => settingsOf(long, isSlice))
  const files = wanted.map(({ file }) => file)
  const limit = `--test-timeout=${HOURS_MS}`
  const env = { ...Object.fromEntries(settings), SEED: String(seed) }
  const tests = await runNode(['scripts/test.ts', ...files, limit], env)
  if (words.length > 0) return tests
  const imaginary = await runNode(['scripts/imaginary.ts', ...(isSlice ? ['--whole'] : [])], {})
  return tests || imaginary
}

async function runNode(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => {}) // it reaches the child too, which ends in order
  const [code] = await once(child, 'exit')
  return code ?? 130
}

/** A size that the environment gives goes before that of the table. */
function settingsOf({ sizes }: Long, isSlice: boolean): readonly [string, string][] {
  return Object.entries(sizes).map(([variable, [whole, slice]]) => [
    variable,
    process.env[variable] ?? String(isSlice ? slice : whole),
  ])
}
