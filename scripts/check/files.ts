/** The repository's files: every one that git tracks or would track. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './step.ts'

export interface SourceFile {
  /** Relative to the root. */
  readonly path: string
  readonly text: string
}

/** Files with a NUL byte are data, not text. */
export async function readTextFiles(): Promise<readonly SourceFile[]> {
  const files = await Promise.all(
    (await listPaths()).map(async (path) => ({
      path,
      text: await readFile(join(ROOT, path), 'utf8'),
    })),
  )
  return files.filter(({ text }) => !text.includes('\0'))
}

export async function listPaths(): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: 1 << 26 })
  const paths = [...new Set(stdout.split('\0'))].filter((path) => path !== '')
  return paths.filter((path) => existsSync(join(ROOT, path))) // a deleted file that is not committed yet
}

/** Tests, and helpers used only by them. */
export const isTest = (path: string) => /\.(test|fixture)\.ts$|^packages\/[^/]+\/test\//.test(path)

/** Programs for measuring or maintenance, which are not shipped. */
export const isTool = (path: string) => /^(bench|scripts|packages\/[^/]+\/scripts)\//.test(path)
