/**
 * The browsers of the journeys: Debian's Chromium, or its Firefox (`npm run test:firefox`), which is played by
 * WebDriver BiDi (the channel's name makes Playwright do so; its own protocol needs a Firefox of its own).
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from 'playwright-core'
import { BROWSER_VARIABLE, findTool, type ToolName } from '../../../scripts/test-tools.ts'
import { until } from '../../service/test/until.ts'

interface Played {
  readonly tool: ToolName
  launch(executablePath: string): Promise<Browser>
  /** Of every context. */
  readonly options: BrowserContextOptions
  /** Run in each page before its own scripts. */
  readonly script: string
  /** The path of the file that the page downloads once `act` is done. */
  downloaded(page: Page, act: () => Promise<void>): Promise<string>
  /** Whether a page's error is one: the browser may call other messages so. */
  isFault(error: Error): boolean
}

const CHROMIUM: Played = {
  tool: 'browser',
  launch: (executablePath) => chromium.launch({ executablePath, args: ['--no-sandbox'] }),
  options: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
  script: '',
  async downloaded(page, act) {
    const downloading = page.waitForEvent('download')
    await act()
    return (await downloading).path()
  },
  isFault: () => true,
}

/** Where Firefox puts what it downloads; deleted with the browser. */
let downloads = ''
/** Those that are whole: while one is written its name has an empty file, and its bytes are in `.part`. */
function listDownloads(): readonly string[] {
  const names = new Set(readdirSync(downloads))
  const isWhole = (name: string) =>
    !name.endsWith('.part') &&
    !names.has(`${name}.part`) &&
    statSync(join(downloads, name)).size > 0
  return [...names].filter(isWhole)
}

const FIREFOX: Played = {
  tool: 'firefox',
  async launch(executablePath) {
    downloads = mkdtempSync(join(tmpdir(), 'sello-firefox-'))
    const browser = await firefox.launch({
      executablePath,
      channel: 'moz-firefox',
      downloadsPath: downloads,
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 }, // by BiDi a context has no media features
    })
    browser.once('disconnected', () => rmSync(downloads, { recursive: true, force: true }))
    return browser
  },
  options: {}, // there is no permission of the clipboard
  // By BiDi Playwright assigns a field's value, which React takes for no change; this is what a keyboard does.
  script: `Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    get: () => (text) => void document.execCommand('insertText', false, text),
    set() {},
  })`,
  /** Firefox's event of a download has no navigation, and Playwright drops it. */
  async downloaded(_page, act) {
    const before = new Set(listDownloads())
    await act()
    const name = await until('a file is downloaded', () =>
      listDownloads().find((one) => !before.has(one)),
    )
    return join(downloads, name)
  },
  /** What the policy refuses is a message of Firefox. The preview's validator tries once, in a try, whether it may compile. */
  isFault: ({ name }) => name !== 'Content-Security-Policy',
}

export const PLAYED = process.env[BROWSER_VARIABLE] === 'firefox' ? FIREFOX : CHROMIUM

/** Starts it; it must be installed (`without(import.meta.url, PLAYED.tool)`). */
export function launchBrowser(): Promise<Browser> {
  return PLAYED.launch(findTool(PLAYED.tool) ?? '')
}
