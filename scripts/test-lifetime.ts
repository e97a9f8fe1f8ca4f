/**
 * How long the process of a test file lives, and how much of that its tests take. The bundle of every file
 * begins with this module and ends with a call of `noteTestsEnded`; scripts/test.ts reads what it writes.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { after } from 'node:test'

/** The file to which each process of a run appends its line. */
export const LIFETIMES_VARIABLE = 'SELLO_TEST_LIFETIMES'

export interface Lifetime {
  readonly file: string
  /** From the start of the process to the end of its last test and hook. */
  readonly testsMs: number
  /** From the start of the process to its end. */
  readonly wallMs: number
  /** CPU time, including child processes. */
  readonly cpuMs: number
}

/** Called after the file's own hooks, so that its hook runs last. */
export function noteTestsEnded(file: string): void {
  let testsMs = 0
  after(() => {
    testsMs = performance.now()
    setTimeout(() => endStuck(file), STUCK_MS).unref()
  })
  process.once('exit', () => {
    const to = process.env[LIFETIMES_VARIABLE]
    if (to === undefined) return
    const wallMs = performance.now()
    const line: Lifetime = { file, testsMs: testsMs || wallMs, wallMs, cpuMs: cpuMs() }
    appendFileSync(to, `${JSON.stringify(line)}\n`)
  })
}

/** After its last test a process has so long; a run must end, whatever a file leaves open. */
const STUCK_MS = 60_000

function endStuck(file: string): void {
  console.error(
    `${file}: ended a minute after its tests, still open: ${process.getActiveResourcesInfo()}`,
  )
  process.exit(1)
}

const TICK_MS = 10

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + childrenCpuMs()
}

/** Linux reports the CPU time of ended children; elsewhere they are not counted. */
function childrenCpuMs(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // from the third field on
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}
