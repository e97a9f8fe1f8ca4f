/** The paired runs as a table, and whether each meets the bars. */
import { type Percentiles, percentilesOf, together } from './open-loop.ts'
import type { PairedRun, Phase } from './paired-run.ts'

/** Of a sale at p95, whatever others do. */
const P95_MS_MAX = 200
/** Of the memory before the attack. */
const MEMORY_RATIO_MAX = 1.1

export interface Judged extends PairedRun {
  readonly withAttack: Percentiles
  readonly without: Percentiles
  readonly meets: {
    readonly p95: boolean
    /** Null: there was no reading after. */
    readonly memory: boolean | null
    readonly everySale: boolean
  }
}

export function judge(run: PairedRun): Judged {
  const of = (isAttacked: boolean) =>
    run.phases
      .filter(({ attack }) => (attack !== null) === isAttacked)
      .map(({ sales }) => sales)
      .reduce(together)
  const withAttack = percentilesOf(of(true))
  const { before, after } = run.memory
  const grew = (after ?? []).map(
    ({ collectedMiB }, at) => collectedMiB / (before[at]?.collectedMiB ?? Number.NaN),
  )
  return {
    ...run,
    withAttack,
    without: percentilesOf(of(false)),
    meets: {
      p95: withAttack.p95 < P95_MS_MAX,
      memory: after && grew.every((ratio) => ratio <= MEMORY_RATIO_MAX),
      everySale: of(true).answered === of(true).planned,
    },
  }
}

export function linesOf(run: Judged): string[] {
  const { attack, phases, withAttack, without, meets, notes } = run
  return [
    '',
    `${attack}`,
    `  sales in ms from the planned moment      p50       p95       p99      most   failed   CPU: service database simulator sellers attacker   machine busy`,
    ...phases.map(phaseLine),
    row('both without', without),
    row('both with', withAttack),
    ...phases.filter(({ attack: one }) => one !== null).flatMap(attackLines),
    ...memoryLines(run),
    ...notes.map((note) => `  note: ${note}`),
    `  p95 with the attack under ${P95_MS_MAX} ms: ${yesOrNo(meets.p95)}; every sale sealed: ${yesOrNo(meets.everySale)}; memory within 10 %: ${meets.memory === null ? 'not measured' : yesOrNo(meets.memory)}`,
  ]
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'NO')
const ms = (value: number) => value.toFixed(1).padStart(10)

const row = (name: string, { p50, p95, p99, most }: Percentiles) =>
  `  ${name.padEnd(34)}${ms(p50)}${ms(p95)}${ms(p99)}${ms(most)}`

function phaseLine({ sales, cpu, machine, attack }: Phase): string {
  const { planned, answered } = sales
  const shares = [
    cpu.service.toFixed(2).padStart(12),
    cpu.database.toFixed(2).padStart(8),
    cpu.simulator.toFixed(2).padStart(9),
    cpu.sellers.toFixed(2).padStart(7),
    cpu.attacker.toFixed(2).padStart(8),
  ]
  const times = row(attack ? 'with' : 'without', percentilesOf(sales))
  const failed = `${planned - answered}/${planned}`.padStart(9)
  const stolen = machine.stolen > 0.01 ? `, ${percent(machine.stolen)} stolen` : ''
  return `${times}${failed}${shares.join(' ')}   ${percent(machine.busy)} of ${machine.cores}${stolen}`
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`

function attackLines({ attack, sales: { failures } }: Phase, at: number): string[] {
  const { answers, recoverySeconds } = attack ?? { answers: {}, recoverySeconds: null }
  const which = at === 0 ? 'first' : 'second'
  return [
    ...Object.entries(answers).map(
      ([lane, counts]) => `  ${which} attack, ${lane}: ${countsOf(counts) || 'nothing answered'}`,
    ),
    ...(countsOf(failures) ? [`  ${which} attack, failed sales: ${countsOf(failures)}`] : []),
    recoverySeconds === null
      ? `  ${which} attack: not quick again within three minutes`
      : `  ${which} attack: quick again after ${recoverySeconds.toFixed(1)} s`,
  ]
}

const countsOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(', ')

function memoryLines({ memory: { before, after } }: PairedRun): string[] {
  const mib = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(0))
  return before.map((one, at) => {
    const now = after?.[at]
    return `  memory of process ${at + 1}, MiB: at rest ${mib(one.restingMiB)} before, ${mib(now?.restingMiB)} after; collected ${mib(one.collectedMiB)} before, ${mib(now?.collectedMiB)} after; at most ${mib(now?.peakMiB)}`
  })
}
