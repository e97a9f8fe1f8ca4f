/** `npm run bench -- attacks [flood|logo|drafts|passphrases|reads …] [--processes 1|2] [--seconds N]`: bench/README.md. */
import { machine } from '../world.ts'
import { type Options, readOptions, WrongArguments } from './options.ts'
import { pairedRun } from './paired-run.ts'
import { type Judged, judge, linesOf } from './report.ts'

const USAGE =
  'npm run bench -- attacks [flood] [logo] [drafts] [passphrases] [reads] [--processes 1|2] [--seconds N] [--rate N] [--from one|many] [--json]'
const EX_USAGE = 64

/** The exit code: 0 whatever was measured, since the bars hold for an idle machine. */
export async function measureAttacks(args: readonly string[]): Promise<number> {
  let options: Options
  try {
    options = readOptions(args)
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    process.stderr.write(`${error.message}\n${USAGE}\n`)
    return EX_USAGE
  }
  const { attacks, json, ...settings } = options
  const head = { machine: await machine(), node: process.version, ...settings }
  const runs: Judged[] = []
  if (!json) process.stdout.write(`${headLine(head)}\n`)
  for (const name of attacks) {
    const run = judge(await pairedRun(name, options, tell))
    runs.push(run)
    if (!json) process.stdout.write(`${linesOf(run).join('\n')}\n`)
  }
  process.stdout.write(`${json ? '' : '\n'}${JSON.stringify({ ...head, runs }, rounded)}\n`)
  return 0
}

const tell = (line: string) => void process.stderr.write(`${line}\n`)

const headLine = ({
  machine: cpu,
  node,
  processes,
  seconds,
  rate,
}: { readonly machine: string; readonly node: string } & Omit<Options, 'attacks' | 'json'>) =>
  `${cpu}, Node ${node}; ${processes} process(es), ${rate} sales a second, ${seconds} s each`

/** Rounded: a hundredth of a millisecond is noise. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 100) / 100 : value
}
