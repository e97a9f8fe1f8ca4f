/** A fresh installation: `sello start` on an empty database, a simulator, and one operator. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { nodeArgs } from '../../service/test/programs.ts'
import { end, firstLine } from './program.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLI = nodeArgs('packages/cli/src/main.ts')

export interface EmptyService {
  readonly origin: string
  /** With which its operator enters, once. */
  readonly link: string
  readonly ministry: (path: string, body: object) => Promise<void>
  readonly stop: () => Promise<void>
}

/** The console is built already: the world of the other journeys has done it. */
export async function startEmptyService(): Promise<EmptyService> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-empty-'))
  const children: ReturnType<typeof run>[] = []
  const stop = async () => {
    // The service before the ministry that it speaks to.
    for (const child of children.toReversed()) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const ready = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const child = run(args, env)
    children.push(child)
    return JSON.parse(await firstLine(child)) as unknown
  }
  try {
    return { ...(await begin(folder, ready)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a command that keeps running; resolves with its output when it is ready. */
type Ready = (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<unknown>

async function begin(folder: string, ready: Ready): Promise<Omit<EmptyService, 'stop'>> {
  const said = await ready(['simulator', '--port', '0', '--json'], {})
  const { simulatorUrl } = said as { simulatorUrl: string }
  const port = String(await freePort())
  const env = {
    SELLO_MH_TEST_URL: simulatorUrl,
    SELLO_PORT: port,
    SELLO_PUBLIC_ORIGIN: `http://localhost:${port}`,
    SELLO_CLOCK_PORT: 'off',
    SELLO_OPERATOR_PORT: 'off',
    SELLO_LOG_LEVEL: 'error',
    SELLO_PROCESSES: '1',
  }
  const data = ['--data-dir', join(folder, 'data')]
  await ready(['start', '--json', ...data], env)
  const sello = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...CLI, ...args, ...data], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    })
    return stdout
  }
  const correo = 'operadora@example.com'
  await sello('person', 'add', '--email', correo, '--full-name', 'Operadora', '--operator')
  const { url } = JSON.parse(await sello('person', 'link', '--email', correo, '--json'))
  return {
    origin: new URL(url).origin,
    link: url,
    async ministry(path, body) {
      const response = await fetch(`${simulatorUrl}/_sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`the simulator answered ${await response.text()}`)
    },
  }
}

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, [...CLI, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
