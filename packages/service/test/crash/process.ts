/** Processes of the service on a world's database, which tests kill. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fetch, type RequestInit } from 'undici'
import { builtProgram } from '../programs.ts'
import { type Company, SALE, type World } from '../world.ts'
import { bundleChild } from './bundle.ts'

/** Where in issuing a process may kill itself. */
export type Instant =
  | 'inside commit 1'
  | 'before its commit'
  | 'after the number'
  | 'after commit 1'
  | 'after the seal'
  | 'after commit 2'
  | 'before it asks'
  | 'after it asked'

export interface Running {
  readonly url: string
  readonly databaseUrl: string
  /** It kills itself at the next such instant. */
  arm(instant: Instant): Promise<void>
  /** SIGKILL; resolves when it is dead. Also where it is dead already. */
  kill(): Promise<void>
  /** SIGSTOP: it does nothing until `thaw`, which resumes it. */
  freeze(): void
  thaw(): void
  /** In order. */
  stop(): Promise<void>
}

/** The process's answer; null if it died first. */
export interface Answer {
  readonly status: number
  readonly replayed: boolean
  readonly text: string
}

const ISSUE = { path: '/v1/dte', body: SALE } as const

/** Short, so that the ministry's silence is soon over; longer than a busy machine takes to answer. */
const MH_TIMEOUT_MS = 1_000

/** Starts a process with the world's secrets, ministry and, unless the settings differ, database. */
export async function startProcess(
  world: World,
  settings: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const { masterKey, pepper } = world.deps.secrets
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    SELLO_MH_TEST_URL: world.mh.url,
    SELLO_MH_TIMEOUT_MS: String(MH_TIMEOUT_MS),
    SELLO_PORT: '0',
    SELLO_LOG_LEVEL: process.env.SELLO_LOG_LEVEL ?? 'silent',
    ...settings,
  }
  const child = fork(
    builtProgram('packages/service/test/crash/child.ts') ?? (await bundleChild()),
    { env, execArgv: [] },
  )
  const exited = once(child, 'exit')
  const addresses = await Promise.race([
    once(child, 'message').then(([message]) => message),
    exited.then(() => assert.fail('the service ended before it listened')),
  ])
  return { ...addresses, ...handlesOf(child, exited) }
}

function handlesOf(child: ChildProcess, exited: Promise<unknown>) {
  return {
    async arm(instant: Instant) {
      const armed = once(child, 'message')
      child.send(instant)
      await armed
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

/** One POST /v1/dte, or another call of the scope `issue`. */
export function post(
  running: Running,
  { key }: Company,
  idempotencyKey: string,
  { path, body }: { readonly path: string; readonly body: object } = ISSUE,
): Promise<Answer | null> {
  return ask(running.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-key': key.apiKey,
      'x-service-sign-key': key.signKey ?? '',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(body),
  })
}

/** DELETE of a path. */
export function remove(running: Running, { key }: Company, path: string): Promise<Answer | null> {
  return ask(running.url + path, { method: 'DELETE', headers: { 'x-service-key': key.apiKey } })
}

async function ask(url: string, init: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    const replayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, replayed, text }
  } catch (error) {
    if (error instanceof TypeError) return null // fetch's error for a broken connection
    throw error
  }
}
