/**
 * Tries one mutant in a copy of the repository: the compiler first, then the tests in stages, and before the longer of
 * them the files that `npm run check` generates from the code.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Scratch } from '../scratch.ts'
import { secondsOf } from '../test-processes.ts'
import type { Compiling } from './compiling.ts'
import type { Covering } from './covering.ts'
import { mutated, type Site } from './site.ts'

export interface Verdict {
  readonly kind: 'killed' | 'hangs' | 'refused' | 'survived' | 'unknown' | 'elsewhere'
  /** The test, the compiler's message, how many test files ran, or why it is not known. */
  readonly by: string
}

export interface Machine {
  readonly scratch: Scratch
  readonly covering: Covering
  /** Where the tests make their databases. */
  readonly databaseUrl: string
  readonly isWhole: boolean
  /** The test files that passed by themselves without a mutant. */
  readonly passed: Set<string>
  /** Ends what runs. */
  readonly stopping: AbortSignal
  readonly compiling: Compiling
}

const CONSOLE = 'packages/console/'

export async function tryMutant(machine: Machine, site: Site): Promise<Verdict> {
  const { scratch, covering, isWhole } = machine
  const text = await scratch.read(site.path)
  await scratch.write(site.path, mutated(text, site))
  try {
    const error = await machine.compiling.compile([site.path])
    if (error !== null) return { kind: 'refused', by: error }
    const stages = covering.stagesOf(site.path, site.before, isWhole)
    if (stages.length === 0 && site.path.startsWith(CONSOLE)) {
      return { kind: 'elsewhere', by: 'only the journeys in a browser reach it' }
    }
    const near = await failsInTurn(machine, site, text, stages.slice(0, NEAR_STAGES))
    if (near) return near
    if (await isInGenerated(machine, site, text)) return { kind: 'killed', by: CHECK.join(' ') }
    const far = await failsInTurn(machine, site, text, stages.slice(NEAR_STAGES))
    if (far) return far
    await scratch.write(site.path, mutated(text, site))
    const elsewhere = await machine.compiling.compile(covering.importersOf(site.path))
    if (elsewhere !== null) return { kind: 'refused', by: elsewhere }
    return { kind: 'survived', by: `${stages.flat().length} test files` }
  } finally {
    await scratch.write(site.path, text)
  }
}

async function failsInTurn(
  machine: Machine,
  site: Site,
  text: string,
  stages: readonly Stage['tests'][],
): Promise<Verdict | null> {
  for (const tests of stages) {
    const failed = await failsWith(machine, site, { tests, text })
    if (failed) return { kind: failed.kind, by: failed.by }
  }
  return null
}

/** The others take longer than the files that are generated. */
const NEAR_STAGES = 2
const CHECK = ['scripts/check.ts', '--generated']

async function isInGenerated({ scratch }: Machine, site: Site, text: string): Promise<boolean> {
  await scratch.write(site.path, mutated(text, site))
  return (await scratch.run(process.execPath, '--import', 'tsx', ...CHECK)) !== null
}

/** On a busy machine a test may fail for no reason of the mutant's. */
const TRIES = 3

/**
 * The first test that fails with the mutant, fails again with it and passes without it, in a run of its file alone: its
 * earlier tests may have made what it needs. Null if none.
 */
async function failsWith(machine: Machine, site: Site, stage: Stage): Promise<Failed | null> {
  const { scratch, stopping } = machine
  const { text, tests } = stage
  for (let tries = 0; tries < TRIES && !stopping.aborted; tries++) {
    await scratch.write(site.path, mutated(text, site))
    const failed = await runTests(machine, tests)
    if (failed?.kind === 'hangs' && !stopping.aborted) return await hangsWith(machine, site, stage)
    if (!failed?.test || stopping.aborted) return failed
    const again = failed.file === null ? tests : [failed.file]
    if (!(await runTests(machine, again))) continue
    await scratch.write(site.path, text)
    if (await passes(machine, again)) return failed
  }
  return null
}

/** The same tests have to end in their time without the mutant: a busy machine may be too slow for them. */
async function hangsWith(machine: Machine, site: Site, { text, tests }: Stage): Promise<Failed> {
  await machine.scratch.write(site.path, text)
  const without = await runTests(machine, tests)
  const by = 'the time limit'
  if (without === null) return { kind: 'hangs', by, test: null, file: null }
  return { kind: 'unknown', by: `${by}, also without it`, test: null, file: null }
}

/** Whether they pass without a mutant, which they need to show once. */
async function passes(machine: Machine, tests: readonly string[]): Promise<boolean> {
  const name = tests.join('\n')
  if (machine.passed.has(name)) return true
  const isPassed = (await runTests(machine, tests)) === null
  if (isPassed) machine.passed.add(name)
  return isPassed
}

interface Stage {
  readonly tests: readonly string[]
  /** The file without the mutant. */
  readonly text: string
}

type Failed = Pick<Verdict, 'kind' | 'by'> & {
  /** Its name; null: the run as such failed. */
  readonly test: string | null
  /** Where it stands, if that is one of the files that ran. */
  readonly file: string | null
}

/** For a machine that does other things too. */
const limitMs = (tests: readonly string[]) => 120_000 + secondsOf(tests) * 4_000
/** A run that was told to end, and its programs. */
const END_MS = 20_000

/** The first test that fails; null if none does. The run ends with it. */
async function runTests(
  { scratch, databaseUrl, stopping }: Machine,
  tests: readonly string[],
): Promise<Failed | null> {
  const args = ['--import', 'tsx', 'scripts/test.ts', '--test-reporter=tap', ...tests]
  const child = spawn(process.execPath, args, {
    cwd: scratch.root,
    env: { ...process.env, DATABASE_URL: databaseUrl, INIT_CWD: scratch.root },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group, so that what hangs in it can be ended
  })
  let ended: Failed | null = null
  let force: NodeJS.Timeout | undefined
  const end = (failed: Failed): void => {
    if (ended) return
    ended = failed
    child.kill('SIGTERM')
    force = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), END_MS)
  }
  const stop = () => end({ kind: 'hangs', by: 'the end of this run', test: null, file: null })
  stopping.addEventListener('abort', stop)
  const hang = () => end({ kind: 'hangs', by: 'the time limit', test: null, file: null })
  const limit = setTimeout(hang, limitMs(tests))
  const printed: string[] = []
  let failing: string | null = null
  createInterface(child.stderr).on('line', (line) => printed.push(line))
  createInterface(child.stdout).on('line', (line) => {
    const [, name] = /^\s*not ok \d+ - (.*)$/.exec(line) ?? []
    if (name !== undefined && !/ # (TODO|SKIP)/.test(name)) {
      failing = name.replaceAll(/\\(.)/g, '$1') // as TAP escapes it
    }
    const [, place] = /^\s+location: '(.*):\d+:\d+'$/.exec(line) ?? []
    if (failing === null || place === undefined) return
    const file = [failing, relative(scratch.root, place)].find((one) => tests.includes(one)) ?? null
    end({ kind: 'killed', by: failing, test: failing, file })
  })
  const [code] = await once(child, 'close')
  stopping.removeEventListener('abort', stop)
  clearTimeout(limit)
  clearTimeout(force)
  if (ended || code === 0) return ended
  if (failing !== null) return { kind: 'killed', by: failing, test: failing, file: null }
  const by = printed.find((line) => line !== '') ?? 'a process that does not end'
  return { kind: 'killed', by, test: null, file: null }
}
