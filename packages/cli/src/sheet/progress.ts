/** A progress bar on a terminal, otherwise a plain line every few seconds. */
import { SingleBar } from 'cli-progress'
import type { Io } from '../io.ts'
import type { Progress } from './issue-all.ts'

const FORMAT =
  '{bar} {value}/{total}  {rate}/s  falta {left}  sellados {sellado}  en espera {contingencia}  rechazados {rechazado}'
const PLAIN_MS = 5_000

export function createProgress({ now, stderr }: Pick<Io, 'now' | 'stderr'>): Progress {
  const counts = { sellado: 0, contingencia: 0, rechazado: 0, refused: 0 }
  let began = 0
  let done = 0
  let total = 0
  const bar = new SingleBar({
    format: FORMAT,
    stream: stderr,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_MS,
    barsize: 24,
    hideCursor: true,
  })
  const payload = () => {
    const seconds = Math.max((now().getTime() - began) / 1000, 0.001)
    const rate = done / seconds
    return {
      rate: rate.toFixed(rate < 10 ? 1 : 0),
      left: rate === 0 ? '–' : minutes((total - done) / rate),
      sellado: counts.sellado,
      contingencia: counts.contingencia,
      rechazado: counts.rechazado + counts.refused,
    }
  }
  return {
    begin(all) {
      began = now().getTime()
      total = all
      bar.start(all, 0, payload())
    },
    step({ estado }) {
      counts[estado] += 1
      done += 1
      bar.update(done, payload())
    },
    end: () => bar.stop(),
  }
}

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
