/** `packages/console/dist`: the console's pages, which the published `sello` serves. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from './folder.ts'

/** Builds the pages with the checkout's own bundler. */
export async function buildConsole(): Promise<void> {
  const args = ['run', '--silent', 'build', '--workspace', '@sello/console']
  await promisify(execFile)('npm', args, { cwd: ROOT })
}
