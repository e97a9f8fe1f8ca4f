/** Shared by the tests of the embedded PostgreSQL: folders, servers, and processes to kill. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Account } from '../src/base/db/embedded/account.ts'
import { stopServer } from '../src/base/db/embedded/postmaster.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../src/base/db/embedded.ts'
import { createPool, type Pool } from '../src/base/db/pool.ts'
import { makeFolder } from './folder.ts'
import { nodeArgs } from './programs.ts'

const PROGRAM = nodeArgs('packages/service/test/embedded-child.ts')
/** The file of the child's program. */
export const CHILD = PROGRAM.at(-1) ?? ''
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const undoing = new WeakMap<TestContext, (() => unknown)[]>()

/** Done when the test ends, the last one first: a server stops before its folder goes. */
export function later(t: TestContext, undo: () => unknown): void {
  const known = undoing.get(t)
  if (known) {
    known.push(undo)
    return
  }
  const undos = [undo]
  undoing.set(t, undos)
  t.after(async () => {
    for (const each of undos.reverse()) await each()
  })
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await makeFolder('embedded')
  later(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Every test has a folder for its data and one in place of the shared one. */
export async function folders(t: TestContext) {
  const folder = await temporary(t)
  await chmod(folder, 0o755)
  const options = { dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') }
  later(t, () => stopServer(clusterIn(options))) // of a child that was killed
  return options
}

/** One cluster for tests that do not need a first start, since creating one takes a second. */
let old: { readonly dataDir: string; readonly sharedDir: string } | null = null
after(() => old && rm(join(old.dataDir, '..'), { recursive: true, force: true }))

export async function oldFolders(t: TestContext) {
  if (old === null) {
    const folder = await makeFolder('embedded')
    await chmod(folder, 0o755)
    old = { dataDir: join(folder, 'data'), sharedDir: join(folder, 'shared') }
  }
  const options = old
  later(t, () => stopServer(clusterIn(options)))
  return options
}

export function clusterIn({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'postgres')
}

/** `said`: what it logs. */
export async function start(
  t: TestContext,
  options: Omit<EmbeddedOptions, 'log'>,
  said: string[] = [],
): Promise<Embedded> {
  const log = (line: string) => {
    said.push(line)
    t.diagnostic(line)
  }
  const embedded = await startEmbedded({ ...options, log })
  later(t, () => embedded.stop())
  return embedded
}

export function poolOf(t: TestContext, url: string): Pool {
  const pool = createPool({ url, max: 4, onError: () => {} })
  later(t, () => pool.close())
  return pool
}

export interface Child {
  readonly process: ChildProcess
  readonly url: string
  readonly pid: number
}

export async function startChild(
  t: TestContext,
  options: Omit<EmbeddedOptions, 'log'>,
  account: Account = null,
): Promise<Child> {
  const child = spawn(process.execPath, [...PROGRAM, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(account ?? {}),
  })
  later(t, () => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => assert.fail(`the child ended: ${errors}`)),
  ])
  return { process: child, ...JSON.parse(line) }
}

export async function end(child: Child): Promise<void> {
  const exited = once(child.process, 'exit')
  child.process.stdin?.end()
  await exited
}

export async function killHard(child: Child): Promise<void> {
  const exited = once(child.process, 'exit')
  child.process.kill('SIGKILL')
  await exited
}
