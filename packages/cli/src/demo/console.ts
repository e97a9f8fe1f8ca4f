/** Builds the console's pages from this checkout before the demonstration serves them, if a source is newer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Io } from '../io.ts'

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))

/** The sources of the pages. */
const SOURCES = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'console/package.json',
  'fiscal/src',
  'contract/src',
  'client/src',
  'paper/src',
]

/**
 * Builds the console if its sources are newer, or reports why it cannot: the service runs without it. An
 * installation without sources has nothing to build.
 */
export async function buildConsole(io: Pick<Io, 'err'>, packages = PACKAGES): Promise<void> {
  const timeOf = (path: string) => newest(join(packages, path))
  if ((await timeOf('console/package.json')) === 0) return
  const times = await Promise.all(SOURCES.map(timeOf))
  if ((await timeOf('console/dist/index.html')) >= Math.max(...times)) return
  io.err('Construyendo la consola…')
  const child = spawn('npm', ['run', '--silent', 'build', '--workspace', '@sello/console'], {
    cwd: join(packages, '..'),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (piece: Buffer) => said.push(piece))
  const [code] = await once(child, 'close').catch((error: Error) => [error.message])
  if (code === 0) return
  const reason = Buffer.concat(said).toString().trim().split('\n').slice(-5).join('\n')
  io.err(`La consola no se construyó (${code}); el servicio sigue sin sus páginas.\n${reason}`)
}

/** In milliseconds; 0 if missing. */
async function newest(path: string): Promise<number> {
  const at = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (at === null) return 0
  if (!at.isDirectory()) return at.mtimeMs
  const names = await readdir(path)
  const times = await Promise.all(names.map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}
