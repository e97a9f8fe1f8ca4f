/**
 * `npm run goldens`: builds every example, draws every printed copy, describes the contract, and compares them with the
 * expected output; exits 1 and shows the differing lines. `npm run goldens -- --update` rewrites the expected output, for
 * a person to review in the diff.
 */
import { writeFileSync } from 'node:fs'
import {
  describeContract,
  GOLDEN_OF_CONTRACT,
} from '../packages/contract/test/describe-contract.ts'
import {
  actualExplicaciones,
  actualOf,
  EXPLICACIONES,
  expectedOf,
  listGoldens,
} from '../packages/fiscal/test/goldens.ts'
import { actualOfEvento, listGoldensDeEventos } from '../packages/fiscal/test/goldens-eventos.ts'
import { actualOfCopia, listGoldensDeCopias } from '../packages/paper/test/goldens.ts'

const update = process.argv.includes('--update')
interface Example {
  readonly name: string
  readonly file: string
  readonly actual: string
}

const examples: readonly Example[] = [
  ...listGoldens().map((golden) => ({ ...golden, actual: actualOf(golden) })),
  { ...EXPLICACIONES, actual: actualExplicaciones() },
  ...listGoldensDeEventos().map((golden) => ({ ...golden, actual: actualOfEvento(golden) })),
  { ...GOLDEN_OF_CONTRACT, actual: describeContract() },
  ...listGoldensDeCopias().map((golden) => ({ ...golden, actual: actualOfCopia(golden) })),
]
const changed = examples.filter((example) => example.actual !== expectedOf(example))

for (const golden of changed) {
  if (update) writeFileSync(golden.file, golden.actual)
  console.log(update ? `updated ${golden.name}` : `${golden.name}\n${differences(golden)}`)
}
if (changed.length > 0 && !update) {
  console.log(`${changed.length} examples differ. Rewrite them with: npm run goldens -- --update`)
  process.exitCode = 1
}

/** The first differing lines: expected ones after `-`, actual ones after `+`. */
function differences(golden: Example): string {
  const shown = 20
  const expected = expectedOf(golden).split('\n')
  const actual = golden.actual.split('\n')
  const lines: string[] = []
  for (let i = 0; i < Math.max(expected.length, actual.length) && lines.length < shown; i++) {
    if (expected[i] === actual[i]) continue
    if (expected[i] !== undefined) lines.push(`  ${i + 1} - ${expected[i]}`)
    if (actual[i] !== undefined) lines.push(`  ${i + 1} + ${actual[i]}`)
  }
  return lines.join('\n')
}
