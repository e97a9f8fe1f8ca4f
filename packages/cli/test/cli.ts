/**
 * Runs the real command and checks its output and exit: `start` as a child process, for what only a process has
 * (signals, its environment, its end), and `run` in this one, which saves loading it hundreds of times.
 */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../service/test/programs.ts'
import { until } from '../../service/test/until.ts'
import { run as runCommand } from '../src/run.ts'

/** A first start creates a database cluster, on a machine that may be busy. */
const PATIENCE_MS = 4 * 60_000
const SELLO = fileURLToPath(new URL('../bin/sello.js', import.meta.url))

/** What is not about several processes is tested with one, however many cores the machine has. */
const ONE_PROCESS = { SELLO_PROCESSES: '1' }

export interface Setting {
  /** In addition to PATH and the temporary folder, which are always set. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Standard input; it is never a terminal. */
  readonly input?: string
  /** Runs from the sources, as in a checkout, instead of the test build. */
  readonly fromSources?: boolean
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly pid: number
  /** Standard output, once it contains `pattern`. Fails if the command ends before. */
  printed(pattern: RegExp): Promise<string>
  /** The same for standard error. */
  said(pattern: RegExp): Promise<string>
  /** The object in its single output line. Fails if that is an error. */
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
      env: { ...ONE_PROCESS, PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...setting.env },
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
  child.stdin.on('error', () => {}) // it may end without reading
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

/** For `after`: a failed test may leave programs running, which the file would wait for. */
export async function endAll(): Promise<void> {
  for (const { kill } of started) kill('SIGTERM')
  const late = setTimeout(() => {
    for (const { kill } of started) kill('SIGKILL')
  }, STOP_MS)
  await Promise.all(started.map(({ ended }) => ended()))
  clearTimeout(late)
}

/** `main.ts` without its process. Runs that overlap share a working directory, the only thing that a process has once. */
export async function run(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  if (setting.fromSources) return start(args, setting).ended()
  const { PATH, TMPDIR } = process.env
  const said = { stdout: '', stderr: '' }
  const stderr = new PassThrough().setEncoding('utf8')
  stderr.on('data', (text: string) => {
    said.stderr += text
  })
  const leave = enter(setting.cwd ?? tmpdir())
  try {
    const code = await runCommand(args, {
      env: { ...ONE_PROCESS, PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...setting.env },
      stdin: Readable.from(setting.input === undefined ? [] : [Buffer.from(setting.input)]),
      out: (text) => {
        said.stdout += `${text}\n`
      },
      err: (text) => {
        said.stderr += `${text}\n`
      },
      stderr,
      now: () => new Date(),
      stopping: { requested: new Promise(() => {}), isRequested: () => false },
    })
    assertSaid(args, { code, ...said })
    return { code, ...said }
  } finally {
    leave()
  }
}

/** Whatever a command did, a person reads of it. */
function assertSaid(args: readonly string[], { code, stdout, stderr }: Ended): void {
  assert.match(stdout + stderr, /\p{L}{2}/u, `sello ${args.join(' ')} ended with ${code}`)
}

const inside = { runs: 0, outside: '' }

function enter(folder: string): () => void {
  if (inside.runs === 0) {
    inside.outside = process.cwd()
    process.chdir(folder)
  } else assert.equal(process.cwd(), realpathSync(folder), 'runs that overlap share their folder')
  inside.runs += 1
  return () => {
    inside.runs -= 1
    if (inside.runs === 0) process.chdir(inside.outside)
  }
}

export interface Folder {
  readonly path: string
  in(name: string): string
  remove(): Promise<void>
}

/** Traversable, because under root PostgreSQL's own user needs access. */
export async function createFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'sello-cli-'))
  await chmod(path, 0o711)
  return {
    path,
    in: (name) => join(path, name),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Occupies a port like another program; 0 is any. */
export async function occupy(port: number) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as { port: number }
  return { port: taken, close: () => void server.close() }
}
