/**
 * The programs of others that some tests need. Node.js and the base system are enough for a passing run: a test that
 * lacks a program is skipped, and the run's last lines say what was skipped and which command installs it.
 */
import { accessSync, appendFileSync, constants } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file to which the processes of a run append what they skip; absent outside of a run. */
export const SKIPPED_VARIABLE = 'SELLO_TEST_SKIPPED'
/** `firefox`: the console's journeys are played in it; otherwise in Chromium. */
export const BROWSER_VARIABLE = 'SELLO_TEST_BROWSER'

interface Tool {
  /** All of them are needed; of several in one row, the first that is found. */
  readonly programs: readonly (readonly string[])[]
  /** Debian's packages. */
  readonly packages: readonly string[]
}

// biome-ignore format: a table
export const TOOLS = {
  bash:    { programs: [['bash']],                                               packages: ['bash'] },
  browser: { programs: [['chromium-headless-shell', 'chromium']],                packages: ['chromium-headless-shell'] },
  firefox: { programs: [['firefox-esr']],                                        packages: ['firefox-esr'] },
  curl:    { programs: [['curl']],                                               packages: ['curl'] },
  fish:    { programs: [['fish']],                                               packages: ['fish'] },
  git:     { programs: [['git']],                                                packages: ['git'] },
  pgbouncer: { programs: [['pgbouncer']],                                        packages: ['pgbouncer'] },
  php:     { programs: [['php']],                                                packages: ['php-cli', 'php-curl'] },
  poppler: { programs: [['pdftotext']],                                          packages: ['poppler-utils'] },
  ps:      { programs: [['ps']],                                                 packages: ['procps'] },
  python:  { programs: [['python3']],                                            packages: ['python3'] },
  swift:   { programs: [['swift-proxy-server'], ['swift-account-server'], ['swift-container-server'], ['swift-object-server']],
             packages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'] },
  systemd: { programs: [['systemd-analyze']],                                    packages: ['systemd'] },
  zsh:     { programs: [['zsh']],                                                packages: ['zsh'] },
  docker:  { programs: [['docker']],                                             packages: ['docker.io'] },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof TOOLS

/** What a test file could not run. */
export interface Skipped {
  readonly file: string
  readonly why: string
  /** Debian's packages that would have let it run. */
  readonly packages: readonly string[]
}

/** The path of a program on the PATH, or null. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

/** The path of a tool's program, or null where it is not installed. */
export function findTool(name: ToolName): string | null {
  const found = TOOLS[name].programs.map((names) => names.map(findProgram).find(Boolean) ?? null)
  return found.includes(null) ? null : (found[0] ?? null)
}

/**
 * The `skip` option of tests that need these tools: false where all are installed. Otherwise the reason, which the run
 * repeats in its last lines. `testFile` is the test's `import.meta.url`.
 */
export function without(testFile: string, ...tools: readonly ToolName[]): string | false {
  const missing = tools.filter((name) => findTool(name) === null)
  if (missing.length === 0) return false
  const packages = missing.flatMap((name) => TOOLS[name].packages)
  const names = missing.map((name) =>
    TOOLS[name].programs.map((row) => row.join(' or ')).join(', '),
  )
  return noteSkipped(testFile, `not on the PATH: ${names.join('; ')}`, packages)
}

/** Records that a test of the file is skipped, and returns the reason. */
export function noteSkipped(
  testFile: string,
  why: string,
  packages: readonly string[] = [],
): string {
  const to = process.env[SKIPPED_VARIABLE]
  const root = fileURLToPath(new URL('..', import.meta.url))
  const skipped: Skipped = { file: relative(root, fileURLToPath(testFile)), why, packages }
  if (to === undefined) console.log(`skipped: ${skipped.file}: ${why}`)
  else appendFileSync(to, `${JSON.stringify(skipped)}\n`)
  return why
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // absent, or not for this user
  }
}
