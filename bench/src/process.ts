/** Child processes and their resource usage, as the kernel reports it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import PACKAGE from '../../package.json' with { type: 'json' }
import { buildSello, DIST } from '../../scripts/build/sello.ts'

export interface Child {
  readonly pid: number
  readonly ready: { readonly url: string }
  isRunning(): boolean
  stop(): Promise<void>
}

/** The engine flags of `npm start` (docs/performance.md explains them). */
const FLAGS = settingsOf(PACKAGE.scripts.start)

function settingsOf(command: string): string[] {
  const [, ...words] = command.split(' ')
  return words.slice(0, words.indexOf('--import'))
}

/** Starts a program of children/ and waits for its line. */
export async function startChild(name: string, args: readonly string[] = []): Promise<Child> {
  const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url))
  return start(['--import', 'tsx', file, ...args], 'url')
}

/** `sello start`, as people install it: built, without a loader, which takes 80 MiB for itself. */
export async function startInstalled(
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<Child> {
  built ??= buildSello()
  await built
  return start([...flags, join(DIST, 'bin/sello.js'), 'start', '--json'], 'baseUrl', env)
}

/** Built once: building removes the files of a service that runs. */
let built: Promise<string> | null = null

/** `member` of its first line of JSON is its address. */
async function start(
  args: readonly string[],
  member: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Child> {
  const child = spawn(process.execPath, [...FLAGS, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${args.join(' ')} did not start`)
  const ready = { url: await firstAddress(child, member) }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return { pid, ready, isRunning: () => !hasEnded(), stop: () => stop(child) }
}

async function firstAddress(child: ChildProcess, member: string): Promise<string> {
  if (!child.stdout) throw new Error('bug: a child without its output')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(`{"${member}"`)) continue
    child.stdout.resume() // whatever else it prints must not fill the pipe
    return JSON.parse(line)[member]
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it was ready`)
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

const TICKS_PER_SECOND = 100 // USER_HZ of every Linux that Node runs on

/** CPU milliseconds of a process, user and kernel. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** CPU milliseconds of a process and its children, living and waited for: PostgreSQL and its backends. */
export function cpuMsOfTree(root: number): number {
  const children = childrenOf(root)
  const waited = statOf(root)
  const reaped = ((Number(waited[13]) + Number(waited[14])) * 1000) / TICKS_PER_SECOND
  return cpuMs(root) + reaped + children.reduce((total, pid) => total + safeCpuMs(pid), 0)
}

/** CPU milliseconds of this process's children that have ended. */
export function waitedCpuMs(): number {
  const own = statOf(process.pid)
  return ((Number(own[13]) + Number(own[14])) * 1000) / TICKS_PER_SECOND
}

/** From now on `peakMemoryMiB` is of what follows (proc_pid_clear_refs(5)). */
export const forgetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The process's peak memory, in MiB. */
export function peakMemoryMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

export function memoryMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Its children that live. */
export const childrenOf = (root: number): number[] =>
  allPids().filter((pid) => parentOf(pid) === root)

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A process may end between the listing and the reading. */
function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1])
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

function safeCpuMs(pid: number): number {
  try {
    return cpuMs(pid)
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ESRCH'
}
