/**
 * `npm run goldens`: builds every example and compares it with what is expected; exits 1 and shows
 * the lines that differ. `npm run goldens -- --update` rewrites what is expected, for a person to
 * read in the diff.
 */
import { writeFileSync } from 'node:fs'
import { actualOf, expectedOf, type Golden, listGoldens } from '../packages/fiscal/test/goldens.ts'

const update = process.argv.includes('--update')
const changed = listGoldens().filter((golden) => actualOf(golden) !== expectedOf(golden))

for (const golden of changed) {
  if (update) writeFileSync(golden.file, actualOf(golden))
  console.log(update ? `updated ${golden.name}` : `${golden.name}\n${differences(golden)}`)
}
if (changed.length > 0 && !update) {
  console.log(`${changed.length} examples differ. Rewrite them with: npm run goldens -- --update`)
  process.exitCode = 1
}

/** The first lines that differ, the expected ones after `-`, the actual ones after `+`. */
function differences(golden: Golden): string {
  const shown = 20
  const expected = expectedOf(golden).split('\n')
  const actual = actualOf(golden).split('\n')
  const lines: string[] = []
  for (let i = 0; i < Math.max(expected.length, actual.length) && lines.length < shown; i++) {
    if (expected[i] === actual[i]) continue
    if (expected[i] !== undefined) lines.push(`  ${i + 1} - ${expected[i]}`)
    if (actual[i] !== undefined) lines.push(`  ${i + 1} + ${actual[i]}`)
  }
  return lines.join('\n')
}
