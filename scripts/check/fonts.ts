/** The prepared fonts equal the output of packages/paper/scripts/prepare-fonts.ts. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, runProgram, type Step } from './step.ts'

const FOLDER = join(ROOT, 'packages/paper/fonts')
const GENERATOR = 'packages/paper/scripts/prepare-fonts.ts'

/** Restores the folder, whatever the program wrote. */
export const fonts: Step = {
  name: 'fonts',
  async run() {
    const before = await readAll()
    const failed = await runProgram(process.execPath, ['--import', 'tsx', GENERATOR])
    const after = await readAll()
    const stale = [...after].filter(([name, bytes]) => !before.get(name)?.equals(bytes))
    for (const [name] of stale) {
      const kept = before.get(name)
      if (kept) await writeFile(join(FOLDER, name), kept)
    }
    const lines = stale.map(
      ([name]) => `packages/paper/fonts/${name} is not what ${GENERATOR} makes`,
    )
    return [...failed, ...lines]
  },
}

async function readAll(): Promise<ReadonlyMap<string, Buffer>> {
  const found = await readdir(FOLDER, { withFileTypes: true })
  // Another program creates the inner folder, from fonts that are not installed.
  const names = found.filter((entry) => entry.isFile()).map(({ name }) => name)
  const entries = names.map(async (name) => [name, await readFile(join(FOLDER, name))] as const)
  return new Map(await Promise.all(entries))
}
