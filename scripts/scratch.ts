/** A copy of the repository for experiments: its current files, and the registry's packages. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { listPaths } from './check/files.ts'
import { ROOT } from './check/step.ts'

interface Options {
  readonly withPublished: boolean
}

export interface Scratch {
  readonly root: string
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
  /** Changed and new files, compared with the repository. */
  changed(): Promise<readonly string[]>
  /** Restores the file or folder as in the repository, or removes a new one. Returns the undo function. */
  leaveOut(path: string): Promise<() => Promise<void>>
  /** The program's output if it failed; null if it succeeded. */
  run(command: string, ...args: readonly string[]): Promise<string | null>
  remove(): Promise<void>
}

/**
 * `withPublished`: the ministry's schemas and samples, which some tests and the simulator read if they are there, lie
 * beside the copy too. Nothing is published of what a copy invents.
 */
export async function makeScratch({ withPublished }: Options): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-copy-'))
  await chmod(folder, 0o755) // root's PostgreSQL, whose program is in it, runs as another user
  const root = join(folder, 'sello')
  await mkdir(root)
  const shared = join(ROOT, '..', 'shared')
  if (withPublished && existsSync(shared)) await symlink(shared, join(folder, 'shared'))
  const at = (path: string) => join(root, path)
  const call = async (command: string, ...args: readonly string[]) =>
    (await promisify(execFile)(command, args, { cwd: root, maxBuffer: 1 << 26 })).stdout
  await Promise.all((await listPaths()).map((path) => cp(join(ROOT, path), at(path))))
  // Uses hard links if the file system has them. The links to our own packages are relative, so they point to the
  // copy's.
  const modules = join(ROOT, 'node_modules')
  await call('cp', '-al', modules, root).catch(() => call('cp', '-a', modules, root))
  await call('git', 'init', '--quiet')
  await call('git', 'add', '--all')
  await call('git', ...IDENTITY, 'commit', '-qm', 'as it is')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), text)
  }
  return {
    root,
    write,
    read: (path) => readFile(at(path), 'utf8'),
    async changed() {
      const status = await call('git', 'status', '--porcelain', '--untracked-files=all', '-z')
      const lines = status.split('\0').filter((line) => line !== '')
      return lines.map((line) => line.slice('?? '.length))
    },
    async leaveOut(path) {
      const aside = `${root}.aside`
      await rename(at(path), aside)
      const before = await call('git', 'show', `HEAD:${path}`).catch(() => null)
      if (before !== null) await writeFile(at(path), before)
      return async () => {
        if (before !== null) await rm(at(path))
        await rename(aside, at(path))
      }
    },
    run: (command, ...args) =>
      call(command, ...args).then(
        () => null,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
      ),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const IDENTITY = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
