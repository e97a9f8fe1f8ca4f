/** The real command as a child process, judged by what it prints and how it ends. */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../service/test/programs.ts'
import { until } from '../../service/test/until.ts'

/** A first start makes a database cluster, on a machine that may be busy. */
const PATIENCE_MS = 4 * 60_000
const SELLO = fileURLToPath(new URL('../bin/sello.js', import.meta.url))

export interface Setting {
  /** Besides PATH and the temporary folder, which it always has. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Standard input; it is never a terminal. */
  readonly input?: string
  /** Runs it from its sources, as a checkout does, and not from what the run of the tests built. */
  readonly fromSources?: boolean
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  /** What is on standard output, as soon as `pattern` is. Fails when the command ends before. */
  printed(pattern: RegExp): Promise<string>
  /** The same of standard error. */
  said(pattern: RegExp): Promise<string>
  /** The object of its one line. Fails when that is an error. */
  ready<T>(): Promise<T>
  kill(signal: NodeJS.Signals): void
  ended(): Promise<Ended>
}

export function start(args: readonly string[], setting: Setting = {}): Running {
  const { PATH, TMPDIR } = process.env
  const built = setting.fromSources ? null : builtProgram('packages/cli/src/main.ts')
  const program = built ?? SELLO
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    process.execPath,
    [program, ...args],
    {
      env: { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...setting.env },
      cwd: setting.cwd ?? tmpdir(),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  }
  child.stdin.on('error', () => {}) // it ended without reading
  child.stdin.end(setting.input ?? '')
  const closed = once(child, 'close').then(([code]) => code as number | null)
  let isOver = false
  void closed.then(() => {
    isOver = true
  })
  function untilSaid(name: 'stdout' | 'stderr', pattern: RegExp): Promise<string> {
    const what = `sello ${args.join(' ')}: ${pattern} on ${name}`
    const ask = () => {
      if (pattern.test(said[name])) return said[name]
      if (isOver) throw new Error(`it ended first: ${said.stdout}${said.stderr}`)
      return null
    }
    return until(what, ask, PATIENCE_MS)
  }
  const running: Running = {
    pid: child.pid ?? 0,
    printed: (pattern) => untilSaid('stdout', pattern),
    said: (pattern) => untilSaid('stderr', pattern),
    async ready() {
      const line = await untilSaid('stdout', /\n/)
      assert.match(line, /^\{.*\}\n$/, 'exactly one line')
      assert.doesNotMatch(line, /^\{"error":/)
      return JSON.parse(line)
    },
    kill: (signal) => void child.kill(signal),
    ended: async () => ({ code: await closed, ...said }),
  }
  started.push(running)
  return running
}

const started: Running[] = []
const STOP_MS = 30_000

/** For `after`: a test that failed may have left its programs, and the file would wait for them. */
export async function endAll(): Promise<void> {
  for (const { kill } of started) kill('SIGTERM')
  const late = setTimeout(() => {
    for (const { kill } of started) kill('SIGKILL')
  }, STOP_MS)
  await Promise.all(started.map(({ ended }) => ended()))
  clearTimeout(late)
}

export function run(args: readonly string[], setting?: Setting): Promise<Ended> {
  return start(args, setting).ended()
}

export interface Folder {
  readonly path: string
  in(name: string): string
  remove(): Promise<void>
}

/** Open for passing through, as PostgreSQL's own user must under root. */
export async function createFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'sello-cli-'))
  await chmod(path, 0o711)
  return {
    path,
    in: (name) => join(path, name),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Somebody else's program on a port; 0 is any. */
export async function occupy(port: number) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as { port: number }
  return { port: taken, close: () => void server.close() }
}
