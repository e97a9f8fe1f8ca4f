/**
 * The lanes: which command runs a test file. A file is in exactly one, by its place and its name; the long tests
 * (scripts/test-long.ts) are files of these lanes at another size.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `unit` needs no server, `browser` plays the console's journeys, `release` packs what is published and builds the last
 * release beside this one; `service` is everything else.
 */
export type Lane = 'unit' | 'service' | 'browser' | 'release'

/** What each command runs. `npm test` has what a change is likely to break. */
export const COMMANDS = {
  'test:unit': ['unit'],
  test: ['unit', 'service'],
  'test:browser': ['browser'],
  'test:release': ['release'],
} as const satisfies Record<string, readonly Lane[]>
export type CommandName = keyof typeof COMMANDS

/** Their tests need no server. */
const PURE = ['console', 'contract', 'fiscal', 'mh-simulator', 'paper', 'vault']
/** The journeys that are played with each change, in a package whose other tests are pure. */
const SMOKE = 'packages/console/test/smoke.test.ts'
/** The compiler and the bundler take most of their time, and few changes reach them. */
const RELEASE = new Set([
  'packages/cli/test/packed.test.ts',
  'packages/cli/test/packed-simulator.test.ts',
  'packages/service/test/rolling/rolling.test.ts',
])

export function laneOf(file: string): Lane {
  if (file.endsWith('.browser.test.ts')) return 'browser'
  if (file === SMOKE) return 'service'
  if (RELEASE.has(file)) return 'release'
  if (file.startsWith('scripts/')) return 'unit'
  return PURE.some((name) => file.startsWith(`packages/${name}/`)) ? 'unit' : 'service'
}

/** Every test file below the project's root. */
export async function testFiles(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, 'packages'))
  const folders = names.flatMap((name) => ['src', 'test'].map((part) => `packages/${name}/${part}`))
  const found = await Promise.all(
    [...folders, 'bench/src', 'scripts/mutants']
      .filter((folder) => existsSync(join(root, folder)))
      .map(async (folder) => {
        const files = await readdir(join(root, folder), { recursive: true })
        return files.map((file) => join(folder, file))
      }),
  )
  return found
    .flat()
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
}

/** What a run of `command` leaves to the others, in words. */
export function othersOf(command: CommandName, all: readonly string[]): readonly string[] {
  const lanes: readonly Lane[] = COMMANDS[command]
  const names: readonly CommandName[] = ['test', 'test:browser', 'test:release']
  const left = names
    .map((name) => ({ name, files: all.filter((f) => isLeft(lanes, name, laneOf(f))).length }))
    .filter(({ files }) => files > 0)
    .map(({ name, files }) => `npm run ${name} (${files} files)`)
  return [...left, 'npm run test:long (the same at full size)']
}

function isLeft(run: readonly Lane[], command: CommandName, lane: Lane): boolean {
  const lanes: readonly Lane[] = COMMANDS[command]
  return lanes.includes(lane) && !run.includes(lane)
}
