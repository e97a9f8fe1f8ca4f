/** A service as somebody installs it: `sello start` over an empty database, a simulator, and one operator. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLI = ['--import', 'tsx', 'packages/cli/src/main.ts']
const READY_MS = 120_000

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
  const simulator = await run(['simulator', '--port', '0', '--json'], {})
  const { simulatorUrl } = simulator.said as { simulatorUrl: string }
  const env = {
    SELLO_MH_TEST_URL: simulatorUrl,
    SELLO_PORT: String(await freePort()),
    SELLO_CLOCK_PORT: 'off',
    SELLO_OPERATOR_PORT: 'off',
    SELLO_LOG_LEVEL: 'error',
  }
  const data = ['--data-dir', join(folder, 'data')]
  const service = await run(['start', '--json', ...data], env)
  const sello = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...CLI, ...args, ...data], {
      cwd: ROOT,
      env: { ...process.env, ...env },
    })
    return stdout
  }
  const correo = 'operadora@example.com'
  await sello('person', 'add', '--correo', correo, '--nombre', 'Operadora', '--operador')
  const { url } = JSON.parse(await sello('person', 'link', '--correo', correo, '--json'))
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
    async stop() {
      await service.end()
      await simulator.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A command that goes on: what it said when it was ready, and its end. */
async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...CLI, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(READY_MS) })) as [string]
  return {
    said: JSON.parse(line) as unknown,
    async end() {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
