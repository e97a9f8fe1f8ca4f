/** The real demonstration with the built console, and a browser that this machine has. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CHROMIUM = process.env.SELLO_CHROMIUM ?? '/usr/bin/chromium'
const READY_MS = 120_000

/** Why the browser tests cannot run here, or null. */
export const WITHOUT_BROWSER = existsSync(CHROMIUM)
  ? null
  : `no ${CHROMIUM}: install Debian's chromium to run the console's browser tests`

export interface Demo {
  readonly baseUrl: string
  readonly consoleUrl: string
  readonly consoleOwner: {
    readonly correo: string
    readonly contrasena: string
    readonly frase: string
  }
  readonly companies: readonly {
    readonly nit: string
    readonly keys: readonly { readonly apiKey: string; readonly signKey: string | null }[]
  }[]
}

export interface World {
  readonly demo: Demo
  /** Where pages are: the address of the sign-in link. */
  readonly origin: string
  readonly root: string
  readonly browser: Browser
  newPage(size?: { width: number; height: number }, theme?: 'light' | 'dark'): Promise<Page>
  stop(): Promise<void>
}

export async function createWorld(): Promise<World> {
  await run('node_modules/.bin/vite', ['build', 'packages/console', '--logLevel', 'error'])
  const folder = await mkdtemp(join(tmpdir(), 'sello-console-'))
  const args = ['--import', 'tsx', 'packages/cli/src/main.ts', 'demo', '--json', '--port', '0']
  const child = spawn(process.execPath, [...args, '--data-dir', join(folder, 'data')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await firstLine(child.stdout)
  const demo = JSON.parse(line) as Demo
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  const { origin } = new URL(demo.consoleUrl)
  const state = await signIn(browser, demo.consoleUrl)
  return {
    demo,
    origin,
    root: `${origin}/${demo.companies[0]?.nit}/pruebas`,
    browser,
    async newPage(viewport = { width: 1440, height: 900 }, colorScheme = 'light') {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'es-SV',
        reducedMotion: 'reduce',
        storageState: state,
      })
      // The loader of these tests names functions by a helper that a page does not have.
      await context.addInitScript('globalThis.__name ??= (value) => value')
      return context.newPage()
    },
    async stop() {
      await browser.close()
      child.kill('SIGINT')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

async function signIn(browser: Browser, url: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForURL((address) => !address.pathname.includes('entrar'))
  const state = await context.storageState()
  await context.close()
  return state
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stream })
  const late = AbortSignal.timeout(READY_MS)
  const [line] = (await once(lines, 'line', { signal: late })) as [string]
  return line
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}
