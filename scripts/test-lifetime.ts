/**
 * How long a test file's process lives, and how much of that its tests take. Every bundled file begins with this
 * module and ends with a call of `noteTestsEnded`; scripts/test.ts reads what it writes.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { after } from 'node:test'

/** The file to which each process of a run appends its line. */
export const LIFETIMES_VARIABLE = 'SELLO_TEST_LIFETIMES'

export interface Lifetime {
  readonly file: string
  /** From the start of the process, or the end of the previous file, to the end of its last test and hook. */
  readonly testsMs: number
  /** The same to the end of the process, for its last file. */
  readonly wallMs: number
  /** CPU time, including child processes. */
  readonly cpuMs: number
}

/** The times of this process's files so far; each begins where the previous one ended. */
const ended: Lifetime[] = []
let running: { readonly file: string; readonly since: Taken } | null = null
let stuck: NodeJS.Timeout | undefined

interface Taken {
  readonly wallMs: number
  readonly cpuMs: number
}
const taken = (): Taken => ({ wallMs: performance.now(), cpuMs: cpuMs() })
let mark: Taken = { wallMs: 0, cpuMs: 0 }

/** Called after the file's own hooks, so that its hook runs last. */
export function noteTestsEnded(file: string): void {
  running = { file, since: mark }
  after(() => {
    end()
    stuck = setTimeout(() => endStuck(file), STUCK_MS).unref()
  })
  if (ended.length === 0) process.once('exit', writeLifetimes)
}

/** Called before each file of several in this process. */
export function goOn(): void {
  clearTimeout(stuck)
  end()
}

function end(): void {
  if (!running) return
  const { file, since } = running
  mark = taken()
  const wallMs = mark.wallMs - since.wallMs
  ended.push({ file, testsMs: wallMs, wallMs, cpuMs: mark.cpuMs - since.cpuMs })
  running = null
}

/** Time after the last test counts for the last file. */
function writeLifetimes(): void {
  end()
  const to = process.env[LIFETIMES_VARIABLE]
  const last = ended.pop()
  if (to === undefined || !last) return
  const now = taken()
  const [wallMs, cpuMs] = [now.wallMs - mark.wallMs, now.cpuMs - mark.cpuMs]
  const whole = { ...last, wallMs: last.wallMs + wallMs, cpuMs: last.cpuMs + cpuMs }
  const lines = [...ended, whole].map((lifetime) => `${JSON.stringify(lifetime)}\n`)
  appendFileSync(to, lines.join(''))
}

/** The limit after a process's last test; a run must end, whatever a file leaves open. */
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
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // starting with the third field
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}
