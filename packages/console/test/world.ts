/** The real demonstration with the built console, and a browser that this machine has. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
  request,
} from 'playwright-core'
import { nodeArgs } from '../../service/test/programs.ts'
import { launchBrowser, PLAYED } from './browsers.ts'
import { buildConsole } from './build.ts'
import { end, firstLine } from './program.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Demo {
  readonly baseUrl: string
  readonly consoleUrl: string
  readonly simulatorUrl: string
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

export interface Size {
  readonly width: number
  readonly height: number
}
export const WIDE: Size = { width: 1440, height: 900 }
export const PHONE: Size = { width: 390, height: 844 }

export interface World {
  readonly demo: Demo
  /** Where pages are: the address of the sign-in link. */
  readonly origin: string
  /** The demonstration's company in test. */
  readonly root: string
  readonly nit: string
  readonly browser: Browser
  /** The session API as the owner, for what a test compares with. */
  readonly api: APIRequestContext
  /** A browser of its own, signed in as the owner. */
  newPage(size?: Size, theme?: 'light' | 'dark'): Promise<Page>
  /** A browser of its own where nobody is signed in. */
  newContext(): Promise<BrowserContext>
  /** A tab of the one browser that keeps the owner's sign key (`openFirma` makes or opens it). */
  ownerPage(path: string, size?: Size): Promise<Page>
  /** `/v1` as a program, with the demonstration's key. */
  v1(path: string, body: object): Promise<{ readonly status: number; readonly body: Json }>
  /** Tells the ministry how to behave. */
  ministry(path: string, body: object): Promise<void>
  /** Takes away every fault that it was told. */
  calmMinistry(): Promise<void>
  /** Closes what a journey opened: a form left open keeps its draft from every later tab of the owner. */
  closePages(): Promise<void>
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is read by the test that knows its shape
export type Json = any

/** The built console, and a browser whose contexts are as people of the country have them. */
export async function openBrowser() {
  await buildConsole(ROOT)
  const browser = await launchBrowser()
  const contextOf = async (storageState?: State, size: Size = WIDE, colorScheme?: 'dark') => {
    const context = await browser.newContext({
      viewport: size,
      colorScheme: colorScheme ?? 'light',
      locale: 'es-SV',
      acceptDownloads: true,
      ...PLAYED.options,
      ...(storageState ? { storageState } : {}),
    })
    context.setDefaultTimeout(20_000)
    // The loader of these tests names functions by a helper that a page does not have.
    await context.addInitScript(`globalThis.__name ??= (value) => value; ${PLAYED.script}`)
    return context
  }
  return { browser, contextOf }
}

export async function createWorld(): Promise<World> {
  await buildConsole(ROOT)
  const folder = await mkdtemp(join(tmpdir(), 'sello-console-'))
  const args = ['demo', '--json', '--port', '0', '--data-dir', join(folder, 'data')]
  const child = spawn(process.execPath, [...nodeArgs('packages/cli/src/main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let opened: Awaited<ReturnType<typeof openBrowser>> | null = null
  const stop = async () => {
    try {
      await opened?.browser.close()
    } finally {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    }
  }
  try {
    const demo = JSON.parse(await firstLine(child)) as Demo
    opened = await openBrowser()
    return await worldOf(demo, opened, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function worldOf(
  demo: Demo,
  { browser, contextOf }: Awaited<ReturnType<typeof openBrowser>>,
  stop: () => Promise<void>,
): Promise<World> {
  const { origin } = new URL(demo.consoleUrl)
  const state = await signIn(browser, demo.consoleUrl)
  const nit = demo.companies[0]?.nit ?? ''
  const root = `${origin}/${nit}/pruebas`
  const owner = await contextOf(state)
  const api = await request.newContext({ storageState: state, baseURL: origin })
  return {
    demo,
    origin,
    root,
    nit,
    browser,
    api,
    async newPage(size = WIDE, theme = 'light') {
      const context = await contextOf(state, size, theme === 'dark' ? 'dark' : undefined)
      return context.newPage()
    },
    newContext: () => contextOf(),
    async ownerPage(path, size = WIDE) {
      const page = await owner.newPage()
      await page.setViewportSize(size)
      await page.goto(root + path)
      return page
    },
    async v1(path, body) {
      const [key] = demo.companies[0]?.keys ?? []
      const response = await fetch(`${demo.baseUrl}/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-key': key?.apiKey ?? '',
          'x-service-sign-key': key?.signKey ?? '',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Json }
    },
    async ministry(path, body) {
      const response = await fetch(`${demo.simulatorUrl}/_sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`the simulator answered ${await response.text()}`)
    },
    async calmMinistry() {
      const response = await fetch(`${demo.simulatorUrl}/_sim/faults`, { method: 'DELETE' })
      if (!response.ok) throw new Error(`the simulator answered ${await response.text()}`)
    },
    async closePages() {
      const others = browser.contexts().filter((context) => context !== owner)
      await Promise.all([...others, ...owner.pages()].map((opened) => opened.close()))
    },
    async stop() {
      try {
        await api.dispose()
      } finally {
        await stop()
      }
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
