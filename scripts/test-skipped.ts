/** What a run skipped because a program is not installed: its last lines, and the files of `npm test -- --skipped`. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Skipped } from './test-tools.ts'

export const SKIPPED_FLAG = '--skipped'
/** The files that the last run skipped tests of. */
const LAST = fileURLToPath(new URL('../node_modules/.cache/sello-skipped.json', import.meta.url))

/** Prints what the processes of this run noted in `path`, and keeps the files for the next run. */
export async function reportSkipped(path: string): Promise<void> {
  const text = existsSync(path) ? await readFile(path, 'utf8') : ''
  const all = text
    .split('\n')
    .filter(Boolean)
    .map((line): Skipped => JSON.parse(line))
  await mkdir(dirname(LAST), { recursive: true })
  await writeFile(LAST, JSON.stringify([...new Set(all.map(({ file }) => file))].sort()))
  if (all.length === 0) return
  console.log('\nskipped, because this machine lacks something:')
  for (const why of new Set(all.map((one) => one.why))) {
    const files = new Set(all.filter((one) => one.why === why).map(({ file }) => file))
    console.log(`  ${why}: ${[...files].sort().join(', ')}`)
  }
  const packages = [...new Set(all.flatMap((one) => one.packages))].sort()
  if (packages.length === 0) return
  console.log(
    `To run them: apt-get install --no-install-recommends ${packages.join(' ')} && npm test -- ${SKIPPED_FLAG}`,
  )
}

/** The files that the last run skipped tests of. */
export async function skippedBefore(): Promise<readonly string[]> {
  return existsSync(LAST) ? JSON.parse(await readFile(LAST, 'utf8')) : []
}
