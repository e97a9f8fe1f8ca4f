/** The compiler's own declarations of a package, in its `dist/types`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { filesIn, ROOT } from './folder.ts'

/** One for each module that the entries lead to, with the names that the installed package uses. */
export async function declarationsOf(home: string, entries: readonly string[]): Promise<void> {
  const types = join(home, 'dist/types')
  const folder = await mkdtemp(join(home, '.types-'))
  try {
    const config = join(folder, 'tsconfig.json')
    const options = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true },
      ...{ outDir: types, rootDir: join(home, 'src') },
    }
    const text = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: options,
      files: entries.map((file) => join(home, file)),
      include: [],
    }
    await writeFile(config, JSON.stringify(text))
    await promisify(execFile)(process.execPath, [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '-p',
      config,
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
  for (const file of await filesIn(types)) {
    const path = join(types, file)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll(/(from|import\()\s*'(\.[^']+)\.ts'/g, "$1 '$2.js'"))
  }
}
