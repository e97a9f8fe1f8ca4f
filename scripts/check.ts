/**
 * `npm run check`: every automatic check of the project. When all pass it only prints the time of each step. `--
 * --no-tests` skips the tests; `-- --generated` only compares generated files with the code; `-- --update` regenerates
 * them, and shows what that changed.
 */
import { directions } from './check/directions.ts'
import { fonts } from './check/fonts.ts'
import { typesAndHouseRules } from './check/house.ts'
import { printed } from './check/printed.ts'
import { schema } from './check/schema.ts'
import { site } from './check/site.ts'
import { installed, runProgram, type Step } from './check/step.ts'
import { written } from './check/written.ts'

const GOLDENS = ['--import', 'tsx', 'scripts/goldens.ts']
const TIPOS = ['--import', 'tsx', 'scripts/document-types.ts']
const PRINT = ['--import', 'tsx', 'scripts/print-tables.ts']
const GENERATED = [
  'packages/fiscal/examples',
  'packages/contract/examples',
  'packages/*/src/generated',
  'docs',
]

const program = (name: string, command: string, args: readonly string[]): Step => ({
  name,
  run: () => runProgram(command, args),
})

const FROM_CODE: readonly Step[] = [
  program('goldens', process.execPath, GOLDENS),
  program('document types', process.execPath, TIPOS),
  printed,
]

const CHEAP: readonly Step[] = [
  program('biome', installed('biome'), ['ci', '--error-on-warnings', '.']),
  directions,
  program('knip', installed('knip'), ['--no-progress', '--no-config-hints']),
  ...FROM_CODE,
  written,
  site,
  fonts,
  schema,
]

const TEST = ['--import', 'tsx', 'scripts/test.ts']
const TESTS: readonly Step[] = [
  program('tests', process.execPath, TEST),
  program('journeys', process.execPath, [...TEST, '--command=test:browser']),
  program('release', process.execPath, [...TEST, '--command=test:release']),
]

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.filter((arg) => !['--no-tests', '--generated', '--update'].includes(arg))
  if (unknown.length > 0) {
    console.error(`check knows --no-tests, --generated and --update, and not ${unknown.join(' ')}`)
    return 2
  }
  if (args.includes('--update')) return update()
  if (args.includes('--generated')) return runAll(FROM_CODE)
  const tests = args.includes('--no-tests') ? [] : TESTS
  return runAll([...CHEAP, ...typesAndHouseRules(), ...tests])
}

async function runAll(steps: readonly Step[]): Promise<number> {
  const times: string[] = []
  let failed = 0
  for (const step of steps) {
    const began = performance.now()
    const lines = await runStep(step)
    times.push(`${step.name} ${((performance.now() - began) / 1000).toFixed(1)}`)
    if (lines.length > 0) {
      failed += 1
      console.log(`${step.name}:\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
    }
  }
  console.log(`check: ${failed === 0 ? 'good' : `${failed} failed`} (seconds: ${times.join(', ')})`)
  return failed === 0 ? 0 : 1
}

/** A step that crashes is a failure. */
async function runStep(step: Step): Promise<readonly string[]> {
  try {
    return await step.run()
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}

/** Regenerates what is generated; returns 1 when a file changed, so that a person reads it. */
async function update(): Promise<number> {
  const tipos = await runProgram(process.execPath, [...TIPOS, '--update'])
  // The contract that they describe has the new tables.
  const goldens = await runProgram(process.execPath, [...GOLDENS, '--update'])
  // In its own process, so that printing uses the new tables of the contract.
  const tables = await runProgram(process.execPath, PRINT)
  const diff = await runProgram('git', ['diff', '--exit-code', '--stat', '--', ...GENERATED])
  for (const line of [...tipos, ...goldens, ...tables, ...diff]) console.log(line)
  return tipos.length + goldens.length + tables.length + diff.length === 0 ? 0 : 1
}
