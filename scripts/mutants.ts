/**
 * `npm run mutants -- --seed N --count N [--part P] [path …]`: makes one small mistake at a time in a copy of the
 * repository, runs the tests that cover it, and prints the mistakes that no test notices (ADR 0111). The same seed draws
 * the same mutants: so many of each part, or only of files with a path in their name. `--dry` only prints them;
 * `--whole` runs every test that covers a mutant, however far; `--jobs N` tries several at a time; `--from N` passes over
 * the first N of each part, as a stopped run has printed them.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Embedded, startEmbedded } from '../packages/service/src/base/db/embedded.ts'
import { readTextFiles, type SourceFile } from './check/files.ts'
import { startCompiling } from './mutants/compiling.ts'
import { coveringOf } from './mutants/covering.ts'
import { EQUIVALENTS } from './mutants/equivalents.ts'
import { type Machine, tryMutant, type Verdict } from './mutants/run.ts'
import { isMutated, PARTS, type Part, sampleOf } from './mutants/sample.ts'
import type { Site } from './mutants/site.ts'
import { makeScratch } from './scratch.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    from: { type: 'string', default: '0' },
    part: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    jobs: { type: 'string', default: '1' },
    whole: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
  },
})

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
process.exitCode = await main()

async function main(): Promise<number> {
  const files = await readTextFiles()
  const unknown = values.part.find((part) => !(part in PARTS))
  if (unknown !== undefined) {
    console.error(`--part is one of ${Object.keys(PARTS).join(', ')}, and not ${unknown}`)
    return 2
  }
  const samples = (values.part as Part[]).map((part) => ({ part, sites: drawn(files, part) }))
  if (values.dry) {
    for (const { sites } of samples) for (const site of sites.slice(0, count())) show(site)
    return 0
  }
  return run(files, samples)
}

function count(): number {
  return Number(values.count)
}

interface Sample {
  readonly part: Part
  readonly sites: readonly Site[]
}

interface Tried {
  readonly part: Part
  readonly site: Site
  readonly verdict: Verdict
}

/** All of them in the order of the seed, without those that change nothing. */
function drawn(files: readonly SourceFile[], part: Part): readonly Site[] {
  const isAsked = (path: string) =>
    positionals.length === 0 || positionals.some((one) => path.includes(one))
  const mutatedFiles = files.filter(({ path }) => isMutated(path, part) && isAsked(path))
  const sites = sampleOf(mutatedFiles, values.seed).filter((site) => !isEquivalent(site))
  return sites.slice(Number(values.from))
}

function isEquivalent(site: Site): boolean {
  return EQUIVALENTS.some(
    ({ path, before, after }) =>
      path === site.path && before === site.before && after === site.after,
  )
}

async function run(files: readonly SourceFile[], samples: readonly Sample[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-mutants-'))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another user
  const servers: Embedded[] = []
  const machines: Machine[] = []
  const covering = coveringOf(files)
  try {
    for (let n = 0; n < Number(values.jobs); n++) {
      // One for each: the tests of several would together take all connections of one.
      const dataDir = join(folder, `server-${n}`)
      const server = await startEmbedded({ dataDir, durable: false, log: () => {} })
      servers.push(server)
      const scratch = await makeScratch({ withPublished: true })
      machines.push({
        scratch,
        covering,
        databaseUrl: server.url,
        isWhole: values.whole,
        passed: new Set(),
        stopping: stopping.signal,
        compiling: startCompiling(scratch.root, stopping.signal),
      })
    }
    const tried: Tried[] = []
    for (const sample of samples) tried.push(...(await tryPart(machines, sample)))
    report(tried)
    return 0
  } finally {
    for (const { compiling } of machines) compiling.close()
    await Promise.all(machines.map(({ scratch }) => scratch.remove()))
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * As many as were asked for, without those that the compiler refuses and those in files that only the journeys in a
 * browser see, which are too long to be played for each.
 */
async function tryPart(
  machines: readonly Machine[],
  { part, sites }: Sample,
): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  let wanted = count()
  let next = 0
  await Promise.all(
    machines.map(async (machine) => {
      while (wanted > 0 && !stopping.signal.aborted) {
        const site = sites[next]
        if (!site) return
        next += 1
        wanted -= 1
        const verdict = await tryMutant(machine, site).catch((error: unknown) => {
          if (!stopping.signal.aborted) throw error
        })
        if (!verdict || stopping.signal.aborted) return
        if (verdict.kind === 'refused' || verdict.kind === 'elsewhere') wanted += 1
        tried.push({ part, site, verdict })
        console.log(`${verdict.kind}: ${verdict.by}`)
        show(site)
      }
    }),
  )
  return tried
}

function report(tried: readonly Tried[]): void {
  const survivors = tried.filter(({ verdict }) => verdict.kind === 'survived')
  console.log(`\nsurvivors of seed ${values.seed}:`)
  for (const { site } of survivors) show(site)
  console.log(
    '\n| part | tried | killed | hang | survived | refused by the compiler | not known | journeys alone |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const part of new Set(tried.map((one) => one.part))) {
    const of = (kind: Verdict['kind']) =>
      tried.filter((one) => one.part === part && one.verdict.kind === kind).length
    const [killed, hang, survived] = [of('killed'), of('hangs'), of('survived')]
    const all = killed + hang + survived
    const others = `${of('refused')} | ${of('unknown')} | ${of('elsewhere')}`
    console.log(`| ${part} | ${all} | ${killed} | ${hang} | ${survived} | ${others} |`)
  }
}

function show({ path, line, what, before, after }: Site): void {
  console.log(`  ${path}:${line}  ${what}\n    - ${before}\n    + ${after}`)
}
